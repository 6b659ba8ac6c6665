import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StorageError {
    /// The error for what an LMDB function returned.
    ///
    /// `operation` is what was tried, as a verb that fits before the path of the storage.
    static func lmdb(_ code: CInt, _ operation: String, _ path: String) -> StorageError {
        guard code < 0 else {
            return code == ENOMEM
                ? outOfAddressSpace(operation, path) : .system(code, operation, path)
        }
        let (kind, advice) = kind(of: code)
        let reason = unsafe String(cString: mdb_strerror(code))
        return StorageError(
            kind, "cannot \(operation) '\(path)': \(reason); \(advice)", engineCode: Int(code))
    }

    private static func kind(of code: CInt) -> (Code, String) {
        switch code {
        case MDB_MAP_FULL:
            (.full, "the next transaction finds twice the room: run this one again")
        case MDB_TXN_FULL:
            (.full, "it changes too much at once: split the transaction")
        case MDB_READERS_FULL:
            (.busy, "too many transactions read at once: end some, and try again")
        case MDB_MAP_RESIZED:
            (.busy, "another process made it larger: try again")
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND:
            (.damaged, "restore it from a backup")
        case MDB_INVALID, MDB_VERSION_MISMATCH, MDB_INCOMPATIBLE:
            (.notAStorage, "another program or another version of LMDB has it; choose another path")
        case MDB_PANIC:
            (.io, "an earlier commit failed on the disk: close the storage and open it again")
        default:
            (.internalFault, "LMDB was used in a way that it refuses: please report this")
        }
    }

    private static func outOfAddressSpace(_ operation: String, _ path: String) -> StorageError {
        StorageError(
            .full,
            "cannot \(operation) '\(path)': there is no memory or address space left; raise the "
                + "limit (ulimit -v), or open it with a smaller map_size",
            engineCode: Int(ENOMEM))
    }

    /// Whether the transaction did not fit into the map.
    var isMapFull: Bool { engineCode == Int(MDB_MAP_FULL) }

    /// Whether another process has made the storage larger than the map.
    var isMapOutgrown: Bool { engineCode == Int(MDB_MAP_RESIZED) }

    /// Whether every slot for a reader is taken.
    var isReadersFull: Bool { engineCode == Int(MDB_READERS_FULL) }

    /// Whether memory or address space is used up.
    var isOutOfAddressSpace: Bool { engineCode == Int(ENOMEM) }
}
