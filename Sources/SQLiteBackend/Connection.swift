import CSQLite
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one connection to a database file, its prepared statements, and what it knows of the
/// layout.
///
/// Not thread-safe: the pool lends a connection to one transaction at a time, and the writer's
/// lock does the same for the one that writes.
// @unchecked: it moves between threads through the mutex of the pool or the writer's lock, and is
// used by the one transaction that holds it.
@safe
final class Connection: @unchecked Sendable {
    let handle: OpaquePointer
    let path: String
    /// The state of the file that a connection without locks reads, or nil if locks guard it.
    let unguarded: FileStamp?

    private(set) var layout = Layout.empty
    private var statements: [Int: TableStatements] = [:]
    /// Those of the table that was used last, as it nearly always is again.
    private var recent: TableStatements?
    private var snapshot: Statement?
    private var controls: [Control: Statement] = [:]
    private let timeout: Duration
    /// The claim on the file, given up once it is closed.
    private let claim: OpenFile?

    /// The statements that frame changes. Savepoints of one name nest.
    enum Control: String {
        case begin = "BEGIN IMMEDIATE"
        case commit = "COMMIT"
        case rollback = "ROLLBACK"
        case savepoint = "SAVEPOINT nested"
        case release = "RELEASE nested"
        case rollbackToSavepoint = "ROLLBACK TO nested"
    }

    /// How a connection is opened.
    enum Access {
        case create
        case readWrite
        case readOnly
        /// Without locks and side files: right as long as nobody writes.
        case unguarded(FileStamp)
    }

    init(
        _ path: String, _ access: Access, timeout: Duration, claim: OpenFile? = nil
    ) throws(StorageError) {
        self.path = path
        self.claim = claim
        self.timeout = timeout
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        var name = path
        var stamp: FileStamp?
        switch access {
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .unguarded(let state):
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:" + path.percentEncoded + "?immutable=1"
            stamp = state
        }
        unguarded = stamp
        var opened: OpaquePointer?
        let result = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard let handle = unsafe opened else {
            throw .sqlite(result, "open", path, text: "out of memory")
        }
        unsafe self.handle = handle
        // SQLite makes a connection even where opening fails; from here on `deinit` closes it.
        unsafe sqlite3_extended_result_codes(handle, 1)
        guard result == SQLITE_OK else { throw failure(result, "open") }
        unsafe sqlite3_busy_timeout(handle, timeout.clampedMilliseconds)
    }

    deinit {
        // Statements come first: SQLite keeps the file open while one is left.
        snapshot = nil
        controls = [:]
        statements = [:]
        recent = nil
        unsafe sqlite3_close_v2(handle)
    }

    /// The error for a result code that this connection gave.
    func failure(_ result: CInt, _ operation: String) -> StorageError {
        if result & 0xFF == SQLITE_CORRUPT, failedToRead {
            return .sqlite(
                SQLITE_IOERR, operation, path,
                text: unsafe String(cString: sqlite3_errstr(SQLITE_IOERR)), system: EIO)
        }
        let text = unsafe String(cString: sqlite3_errmsg(handle))
        return .sqlite(
            result, operation, path, text: text, system: unsafe sqlite3_system_errno(handle),
            timeout: timeout)
    }

    /// Whether the disk last failed to read the file or its log. SQLite calls both damaged then.
    private var failedToRead: Bool {
        var number: CInt = 0
        var result = unsafe sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
        if result == SQLITE_OK, number == EIO { return true }
        var log: UnsafeMutablePointer<sqlite3_file>?
        result = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        guard result == SQLITE_OK, let log = unsafe log,
            let methods = unsafe log.pointee.pMethods,
            let control = unsafe methods.pointee.xFileControl
        else { return false }
        return unsafe control(log, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK && number == EIO
    }

    /// A number that changes with each commit to the file, by this connection or by others as soon as the
    /// next transaction begins; nil if SQLite does not say.
    ///
    /// `SQLITE_FCNTL_DATA_VERSION`, of the documentation of SQLite's C interface.
    var dataVersion: Int? {
        var version: UInt32 = 0
        let result = unsafe sqlite3_file_control(
            handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return result == SQLITE_OK ? Int(version) : nil
    }

    /// Whether no transaction is open, because none was begun or SQLite has rolled it back.
    var isAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// How many rows the last statement changed.
    var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// Whether SQLite could open the file for reading only.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// How many parameters a statement may have.
    var maximumParameters: Int {
        unsafe Int(sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    }

    /// Runs SQL that has no parameters and whose rows do not matter.
    func execute(_ sql: String, _ operation: String) throws(StorageError) {
        try Statement(sql, on: self).run(operation)
    }

    /// The first column of each row of a statement without parameters, as text.
    func texts(_ sql: String, _ operation: String) throws(StorageError) -> [String] {
        let statement = try Statement(sql, on: self)
        var texts: [String] = []
        while try statement.step(operation) { texts.append(statement.text(0)) }
        return texts
    }

    /// The first column of the first row, or zero.
    func integer(_ sql: String, _ operation: String) throws(StorageError) -> Int64 {
        let statement = try Statement(sql, on: self)
        return try statement.step(operation) ? statement.integer(0) : 0
    }
}

extension Connection {
    /// Takes a snapshot, which lasts until ``endSnapshot()``, and makes the layout that of the
    /// snapshot.
    func beginSnapshot() throws(StorageError) {
        let statement = try snapshotStatement()
        // A statement that has not run to its end holds the snapshot without a transaction.
        do throws(StorageError) {
            _ = try statement.step("read")
            let version = statement.integer(0)
            if version != layout.version { adopt(try Layout(reading: self, version: version)) }
        } catch {
            statement.reset()
            throw error
        }
    }

    func endSnapshot() {
        snapshot?.reset()
    }

    /// Begins the writing transaction, waiting for other processes, with the present layout.
    func beginWrite() throws(StorageError) {
        try control(.begin, "write to")
        do throws(StorageError) {
            try beginSnapshot()
            endSnapshot()
        } catch {
            try control(.rollback, "roll back")
            throw error
        }
    }

    /// Runs one of the statements that frame changes.
    func control(_ step: Control, _ operation: String) throws(StorageError) {
        if let statement = controls[step] { return try statement.run(operation) }
        let statement = try Statement(step.rawValue, on: self)
        controls[step] = statement
        try statement.run(operation)
    }

    private func snapshotStatement() throws(StorageError) -> Statement {
        if let snapshot { return snapshot }
        let statement = try Statement(Layout.versionSQL, on: self)
        snapshot = statement
        return statement
    }

    /// Makes the layout known that the database has now.
    func adopt(_ layout: Layout) {
        self.layout = layout
        statements = [:]
        recent = nil
    }

    /// The statements of a collection, or nil if the snapshot does not have the collection.
    func statements(of collection: CollectionHandle) -> TableStatements? {
        if let recent, recent.table.id == collection.rawValue { return recent }
        let found: TableStatements
        if let known = statements[collection.rawValue] {
            found = known
        } else {
            guard let table = layout.table(collection) else { return nil }
            found = TableStatements(table, on: self)
            statements[collection.rawValue] = found
        }
        recent = found
        return found
    }

    /// Takes the row from each statement that has one.
    func rewindStatements() {
        var next = unsafe sqlite3_next_stmt(handle, nil)
        while let statement = unsafe next {
            if unsafe sqlite3_stmt_busy(statement) != 0 { unsafe sqlite3_reset(statement) }
            unsafe next = sqlite3_next_stmt(handle, statement)
        }
    }

    /// Keeps the file's `-wal` where it is when the connection closes.
    func keepLog() {
        var persists: CInt = 1
        // A file system that does not know the request has no log to keep.
        _ = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
    }

    /// Copies the log into the file and empties it, as far as no other process reads it.
    func emptyLog() throws(StorageError) {
        unsafe sqlite3_busy_timeout(handle, 0)
        let result = unsafe sqlite3_wal_checkpoint_v2(
            handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        switch result & 0xFF {
        case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED: return
        default: throw failure(result, "write the log into")
        }
    }
}

extension Duration {
    /// Whole milliseconds, as many as SQLite can wait.
    fileprivate var clampedMilliseconds: CInt {
        let seconds = min(max(components.seconds, 0), Int64(CInt.max))
        return CInt(clamping: seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}

extension String {
    /// The path as SQLite's `file:` URIs spell it.
    fileprivate var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%" + [byte].hexadecimal
            }
        }
        return encoded
    }
}
