/// A storage in memory: the reference that other backends are compared with.
///
/// Its records live until it is closed. Readers take the committed tables as they are, in O(1), and
/// neither wait for the writer nor hold it up.
public final class MemoryStorage: Storage {
    private let committed = CommittedTables(Tables(), of: "the memory")

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
        try committed.beginRead()
    }

    /// Starts the writing transaction, waiting for the one that runs.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        try committed.beginWrite(recordsChanges: false) { _, _ in }
    }

    /// Finds nothing: there is no medium that could be damaged.
    public func check() throws(StorageError) -> [String] {
        _ = try committed.current(for: "check")
        return []
    }

    /// Forgets all records.
    public func close() {
        committed.close { _ in }
    }
}

extension StorageError {
    /// The error for a call on a closed storage.
    package static func closed(_ operation: String) -> StorageError {
        StorageError(.closed, "cannot \(operation): the storage is closed; open it again")
    }
}
