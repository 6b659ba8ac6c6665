public import StorageCore
import Synchronization

/// A storage in a JSON file that people read, edit and compare.
///
/// All records are in memory while the storage is open: readers take the committed tables as they
/// are, in O(1), and never wait. A commit appends one line to a journal beside the file; when the
/// journal has grown as long as the file, and when the storage is closed, a checkpoint replaces
/// the file, whole or not at all. The writer whose commit makes a checkpoint due waits for it.
///
/// One process at a time has the storage open, or any number of them with `mode=ro`. A file that
/// others change while it is open is never overwritten: the next commit throws
/// ``StorageError/Code/changedOutside``.
///
/// A storage cannot be used in a forked copy of the process: transactions throw
/// ``StorageError/Code/unsupported`` there, and closing does nothing.
public final class FileStorage: Storage {
    static let scheme = "file"
    static let capabilities: Capabilities = [.persistent, .concurrentReads]

    let configuration: FileConfiguration
    let place: FilePlace
    private let fork: Fork
    private let lock: FileLock?
    private let committed: CommittedTables
    /// Of the file and its journal, in bytes.
    private let size: Atomic<Int>
    /// Only the thread whose turn it is to write takes the lock, so that nobody waits for it.
    private let writer: Mutex<FileWriter?>

    /// Opens the storage that `configuration` describes, and creates it where it may.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if it may not; ``StorageError/Code/alreadyOpen`` if
    ///   this process has the file open, ``StorageError/Code/locked`` if another one does;
    ///   ``StorageError/Code/notAStorage``, ``StorageError/Code/damaged`` or
    ///   ``StorageError/Code/newerFormat`` with line and column for a file that is not ours, or not
    ///   any more, or not yet: it is left as it is.
    public convenience init(_ configuration: FileConfiguration) throws(StorageError) {
        try self.init(configuration, files: SystemFileOperations())
    }

    init(
        _ configuration: FileConfiguration, files: any FileOperations
    ) throws(StorageError) {
        self.configuration = configuration
        fork = try Fork()
        place = try FilePlace(configuration.path, mode: configuration.options.mode)
        let opened = try FileOpening.open(place, configuration, files)
        lock = opened.lock
        writer = Mutex(opened.writer)
        committed = CommittedTables(opened.tables, of: "'\(place.path)'")
        size = Atomic(opened.size)
    }

    /// What every file storage guarantees.
    public var capabilities: Capabilities { Self.capabilities }

    /// The limits of the built-in backends.
    public var limits: Limits { .standard }

    /// The file, its size with that of its journal, and the durability.
    public var description: StorageDescription {
        StorageDescription(
            scheme: Self.scheme, path: configuration.path,
            durability: configuration.options.durability, size: size.load(ordering: .relaxed))
    }

    /// Takes the committed records as they are.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        try fork.check("read", place.path)
        return try committed.beginRead()
    }

    /// Waits for the writing transactions that began earlier.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        try fork.check("write to", place.path)
        guard configuration.options.mode != .readOnly else {
            throw StorageError(
                .readOnly,
                "cannot write to '\(place.path)': it was opened with mode=ro; open it with mode=rw")
        }
        return try committed.beginWrite { tables, changes throws(StorageError) in
            try self.commit(tables, changes)
        }
    }

    /// Writes what the journal has into the file, and lets others open it.
    public func close() throws(StorageError) {
        // The files and the lock are those of the process that was copied.
        guard fork.isSameProcess else { return }
        try committed.close { tables throws(StorageError) in
            defer { lock?.release() }
            try writer.withLock { (writer) throws(StorageError) in
                defer { writer = nil }
                try writer?.close(tables)
            }
            if configuration.options.mode != .readOnly { try lock?.removeFile() }
        }
    }

    /// Runs `body` with the committed records while nobody writes.
    func withCommittedTables<Result>(
        for operation: String, _ body: (Tables, FileWriter?) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try fork.check(operation, place.path)
        return try committed.whileNobodyWrites(for: operation) { tables throws(StorageError) in
            try body(tables, writer.withLock { $0 })
        }
    }

    private func commit(_ tables: Tables, _ changes: TablesChanges) throws(StorageError) {
        try writer.withLock { (writer) throws(StorageError) in
            try writer?.commit(changes)
            if writer?.isCheckpointDue == true {
                do throws(StorageError) {
                    try writer?.writeCheckpoint(tables)
                } catch {
                    // The commit is in the journal all the same. Closing tries again and reports.
                    writer?.postponeCheckpoint()
                }
            }
            if let writer { size.store(writer.size, ordering: .relaxed) }
        }
    }
}
