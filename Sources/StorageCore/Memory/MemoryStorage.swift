import Synchronization

/// A storage in memory: the reference that other backends are compared with.
///
/// Its records live until it is closed. Readers take the committed tables as they are, in O(1), and
/// neither wait for the writer nor hold it up.
public final class MemoryStorage: Storage {
    private struct State {
        var tables = Tables()
        var isClosed = false
    }

    private let state = Mutex(State())
    private let writerLock = WriterLock()

    /// Makes an empty storage.
    public init() {}

    /// Readers run beside the writer; nothing outlives the storage.
    public var capabilities: Capabilities { .concurrentReads }

    /// The standard limits.
    public var limits: Limits { .standard }

    /// No file, no durability.
    public var description: StorageDescription {
        StorageDescription(scheme: "memory", path: nil, durability: .none, size: nil)
    }

    /// Starts a reading transaction.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        TablesReader(try committedTables(for: "begin a read"))
    }

    /// Starts the writing transaction, waiting for the one that runs.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        writerLock.lock()
        do {
            return TablesWriter(
                try committedTables(for: "begin a write"), recordsChanges: false,
                commit: { tables, _ in self.state.withLock { $0.tables = tables } },
                finish: writerLock.unlock)
        } catch {
            writerLock.unlock()
            throw error
        }
    }

    /// Finds nothing: there is no medium that could be damaged.
    public func check() throws(StorageError) -> [String] {
        _ = try committedTables(for: "check")
        return []
    }

    /// Forgets all records.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.tables = Tables()
        }
    }

    private func committedTables(for operation: String) throws(StorageError) -> Tables {
        try state.withLock { (state) throws(StorageError) in
            guard !state.isClosed else { throw .closed(operation) }
            return state.tables
        }
    }
}

extension StorageError {
    /// The error for a call on a closed storage.
    package static func closed(_ operation: String) -> StorageError {
        StorageError(.closed, "cannot \(operation): the storage is closed; open it again")
    }
}
