import CSQLite
import StorageCore

extension StorageError {
    /// The error for a result code of SQLite: the one place that knows what the codes mean.
    ///
    /// - Parameters:
    ///   - result: The extended result code.
    ///   - operation: What was tried, as a verb: "open", "write to".
    ///   - path: The database file.
    ///   - text: What SQLite says about it.
    ///   - system: The `errno` behind it, or zero.
    ///   - timeout: How long SQLite waited for other processes.
    /// - Returns: The error, whose message names all of this.
    static func sqlite(
        _ result: CInt, _ operation: String, _ path: String, text: String, system: CInt = 0,
        timeout: Duration? = nil
    ) -> StorageError {
        let (code, advice) = meaning(result, system, path, timeout)
        return StorageError(
            code, "cannot \(operation) '\(path)': \(text); \(advice)", engineCode: Int(result))
    }

    private static func meaning(
        _ result: CInt, _ system: CInt, _ path: String, _ timeout: Duration?
    ) -> (Code, String) {
        switch result & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            let waited = timeout.map { " after waiting for \($0)" } ?? ""
            return (.busy, "another process holds it\(waited); try again or raise 'timeout'")
        case SQLITE_FULL: return (.full, "free space or raise the limit, and try again")
        case SQLITE_NOMEM: return (.full, "free memory and try again")
        case SQLITE_CORRUPT: return (.damaged, "restore it from a backup; it was left as it is")
        case SQLITE_NOTADB:
            return (.notAStorage, "choose another path; the file was left as it is")
        case SQLITE_READONLY where result == readOnlyDatabaseMoved:
            return (.changedOutside, "open it again")
        case SQLITE_READONLY where result == readOnlyRollback:
            return (.damaged, "another program was cut off while writing; open it there first")
        case SQLITE_READONLY:
            return (.readOnly, "check the permissions of the file and its folder")
        case SQLITE_PERM, SQLITE_AUTH:
            return (.permissionDenied, "check its owner and permissions")
        case SQLITE_TOOBIG: return (.valueTooLarge, "store it in smaller parts")
        case SQLITE_CANTOPEN,
            SQLITE_IOERR where system != 0:
            let cause = StorageError.system(system, "open", path)
            return (cause.code, cause.message)
        case SQLITE_CANTOPEN:
            return (.permissionDenied, "check the permissions of the file and its folder")
        case SQLITE_IOERR: return (.io, "see the system's log")
        case SQLITE_ERROR, SQLITE_MISMATCH:
            return (.damaged, "its tables were changed by another program; check it")
        default: return (.internalFault, "this is a defect: please report it")
        }
    }

    // SQLite's own macros are expressions, which Swift does not import.
    private static let readOnlyRollback = SQLITE_READONLY | (3 << 8)
    private static let readOnlyDatabaseMoved = SQLITE_READONLY | (4 << 8)
}
