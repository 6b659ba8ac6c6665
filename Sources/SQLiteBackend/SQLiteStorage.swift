public import StorageCore
import Synchronization

/// A storage in a SQLite database file.
///
/// Each collection is a table and each declared field a column, so that any SQLite tool reads the
/// file; ``Layout`` says what stands for what. Readers and the writer have connections of their
/// own in WAL mode: none waits for another, and processes share the file.
///
/// Opened with `mode=ro` the storage changes neither the file nor its folder. While no process
/// writes, it then reads without locks; a transaction during which one begins throws
/// ``StorageError/Code/changedOutside``, and the next one reads with locks.
public final class SQLiteStorage: Storage {
    static let scheme = "sqlite"
    static let capabilities: Capabilities = [.persistent, .multiProcess, .concurrentReads]

    private struct State {
        var isClosed = false
        var idle: [Connection] = []
        var writer: Connection?
    }

    let configuration: SQLiteConfiguration
    let file: DatabaseFile
    private let writerLock = WriterLock()
    private let state: Mutex<State>

    /// As many readers are kept for later as processors are likely to use at once.
    private static let maximumIdle = 8

    /// Opens the storage that `configuration` describes, and creates it where it may.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if it may not; ``StorageError/Code/alreadyOpen`` if
    ///   this process has the file open; ``StorageError/Code/notAStorage``,
    ///   ``StorageError/Code/damaged`` or ``StorageError/Code/newerFormat`` for a file that is not
    ///   ours, or not any more, or not yet: it is left as it is.
    public init(_ configuration: SQLiteConfiguration) throws(StorageError) {
        self.configuration = configuration
        let file = try DatabaseFile(configuration)
        self.file = file
        var opened = State()
        if configuration.options.mode == .readOnly {
            opened.idle = [try file.reader()]
        } else {
            opened.writer = try file.writer()
        }
        state = Mutex(opened)
    }

    /// What every SQLite storage guarantees.
    public var capabilities: Capabilities { Self.capabilities }

    /// The limits of the built-in backends.
    public var limits: Limits { .standard }

    /// The file, its size with that of its log, and the durability.
    public var description: StorageDescription {
        StorageDescription(
            scheme: Self.scheme, path: file.path, durability: configuration.options.durability,
            size: file.size)
    }

    /// Takes a snapshot on a connection of its own.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        while let connection = try takeIdle("read") {
            try connection.beginSnapshot()
            if try file.isCurrent(connection) { return SQLiteTransaction(connection, of: self) }
            connection.endSnapshot()
        }
        // A file that changes under every attempt has a writer, and so locks from then on.
        while true {
            let connection = try file.reader()
            try connection.beginSnapshot()
            if try file.isCurrent(connection) { return SQLiteTransaction(connection, of: self) }
        }
    }

    /// Waits for the writing transactions of this process in the order of the calls, and for those
    /// of other processes until the timeout.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        guard configuration.options.mode != .readOnly else {
            throw StorageError(
                .readOnly,
                "cannot write to '\(file.path)': it was opened with mode=ro; open it with mode=rw")
        }
        writerLock.lock()
        do throws(StorageError) {
            guard let writer = state.withLock({ $0.writer }) else { throw closed("write to") }
            try file.checkIdentity("write to")
            try writer.beginWrite()
            return SQLiteWriteTransaction(writer, of: self)
        } catch {
            writerLock.unlock()
            throw error
        }
    }

    /// Closes the connections, and empties the log if no other process uses it.
    public func close() throws(StorageError) {
        writerLock.lock()
        defer { writerLock.unlock() }
        // Not before the last connection is closed, which closing one of another handle would rob
        // of its locks.
        defer { file.claim.release() }
        try closeConnections()
    }

    private func closeConnections() throws(StorageError) {
        let previous = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state
        }
        guard let writer = previous.writer else { return }
        guard try file.isInPlace else {
            // The path is another file's now, and so is the log beside it.
            for connection in previous.idle + [writer] { connection.keepLog() }
            return
        }
        try writer.emptyLog()
    }
}

extension SQLiteStorage {
    /// Takes the connection of a reading transaction back.
    func giveBack(_ connection: Connection) {
        state.withLock { state in
            guard !state.isClosed, state.idle.count < Self.maximumIdle else { return }
            state.idle.append(connection)
        }
    }

    /// Ends the turn of a writing transaction.
    func endTurn() {
        writerLock.unlock()
    }

    /// An idle connection, or nil if there is none.
    private func takeIdle(_ operation: String) throws(StorageError) -> Connection? {
        let (isClosed, connection) = state.withLock { ($0.isClosed, $0.idle.popLast()) }
        guard !isClosed else { throw closed(operation) }
        return connection
    }

    private func closed(_ operation: String) -> StorageError {
        StorageError(
            .closed, "cannot \(operation) '\(file.path)': it has been closed; open it again")
    }
}
