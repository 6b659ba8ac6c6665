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
///
/// A storage cannot be used in a forked copy of the process: transactions throw
/// ``StorageError/Code/unsupported`` there, and closing it does nothing to the files.
public final class SQLiteStorage: Storage {
    static let scheme = "sqlite"
    static let capabilities: Capabilities = [.persistent, .multiProcess, .concurrentReads]

    private struct State {
        var idle: [Connection] = []
        var writer: Connection?
        /// The claim on the file, which each connection holds too; nil once closed.
        var claim: OpenFile?
    }

    let configuration: SQLiteConfiguration
    let file: DatabaseFile
    private let fork: Fork
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
        fork = try Fork()
        let file = try DatabaseFile(configuration)
        self.file = file
        let claim = try file.claim()
        var opened = State()
        opened.claim = claim
        if configuration.options.mode == .readOnly {
            opened.idle = [try file.reader(claim)]
        } else {
            opened.writer = try file.writer(claim)
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
        try fork.check("read", file.path)
        // Without locks, a file that has changed needs another connection. One that changes again
        // and again has a writer, and so a log, and is read with locks.
        while true {
            let connection = try takeReader()
            try connection.beginSnapshot()
            if try file.isCurrent(connection) { return SQLiteTransaction(connection, of: self) }
        }
    }

    /// Waits for the writing transactions of this process in the order of the calls, and for those
    /// of other processes until the timeout.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        try fork.check("write to", file.path)
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
        let previous = state.withLock { state in
            defer { state = State() }
            return (state.idle, state.writer)
        }
        guard let writer = previous.1 else { return }
        guard fork.isSameProcess, try file.isInPlace else {
            // The path is another file's now, and so is the log beside it; or both are those of the
            // process that was copied.
            for connection in previous.0 + [writer] { connection.keepLog() }
            return
        }
        try writer.emptyLog()
    }
}

extension SQLiteStorage {
    /// Takes the connection of a reading transaction back.
    func giveBack(_ connection: Connection) {
        state.withLock { state in
            guard state.claim != nil, state.idle.count < Self.maximumIdle else { return }
            state.idle.append(connection)
        }
    }

    /// Ends the turn of a writing transaction.
    func endTurn() {
        writerLock.unlock()
    }

    /// A connection that nobody uses, or a new one.
    private func takeReader() throws(StorageError) -> Connection {
        let (claim, connection) = state.withLock { ($0.claim, $0.idle.popLast()) }
        guard let claim else { throw closed("read") }
        if let connection { return connection }
        return try file.reader(claim)
    }

    private func closed(_ operation: String) -> StorageError {
        StorageError(
            .closed, "cannot \(operation) '\(file.path)': it has been closed; open it again")
    }
}
