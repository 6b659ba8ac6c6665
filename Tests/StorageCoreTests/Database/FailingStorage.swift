import StorageCore
import Synchronization

/// A storage in memory whose n-th put fails as a full disk would.
final class FailingStorage: Storage {
    private let base = MemoryStorage()
    private let counts = Mutex((puts: 0, failures: 0))
    private let failingPut: Int

    /// - Parameter failingPut: Counts puts to the catalog's collection out.
    init(failingPut: Int) {
        self.failingPut = failingPut
    }

    var failures: Int { counts.withLock { $0.failures } }
    var capabilities: Capabilities { base.capabilities }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver { try base.beginRead() }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        FailingDriver(try base.beginWrite(), shouldFail)
    }

    func check() throws(StorageError) -> [String] { try base.check() }

    func close() { base.close() }

    private func shouldFail() -> Bool {
        counts.withLock { counts in
            counts.puts += 1
            guard counts.puts == failingPut else { return false }
            counts.failures += 1
            return true
        }
    }
}

private final class FailingDriver: WriteDriver {
    private let base: any WriteDriver
    private let shouldFail: () -> Bool

    init(_ base: any WriteDriver, _ shouldFail: @escaping () -> Bool) {
        self.base = base
        self.shouldFail = shouldFail
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try base.collection(named: name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        try base.get(key, in: collection, body)
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try base.scan(range, in: collection, reversed: reversed, body)
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        try base.count(range, in: collection)
    }

    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        try base.prepare(schema)
    }

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        let isCatalog = try base.collection(named: "$catalog") == collection
        if !isCatalog, shouldFail() { throw StorageError(.full, "no space left, on purpose") }
        return try base.put(key, record, in: collection, if: condition)
    }

    func delete(_ key: Span<UInt8>, in collection: CollectionHandle) throws(StorageError) -> Bool {
        try base.delete(key, in: collection)
    }

    func delete(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        try base.delete(range, in: collection)
    }

    func savepoint() throws(StorageError) { try base.savepoint() }
    func releaseSavepoint() throws(StorageError) { try base.releaseSavepoint() }
    func rollBackToSavepoint() throws(StorageError) { try base.rollBackToSavepoint() }
    func commit() throws(StorageError) { try base.commit() }
    func end() { base.end() }
}
