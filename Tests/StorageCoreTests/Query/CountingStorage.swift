import StorageCore
import Synchronization

/// A storage in memory that counts the entries that its readers lend.
final class CountingStorage: Storage {
    private let base = MemoryStorage()
    let lent = Mutex(0)

    var capabilities: Capabilities { base.capabilities }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver {
        CountingDriver(try base.beginRead(), self)
    }

    func beginWrite() throws(StorageError) -> any WriteDriver { try base.beginWrite() }
    func check() throws(StorageError) -> [String] { try base.check() }
    func close() throws(StorageError) { base.close() }

    /// What `body` returns, and how many entries are lent while it runs.
    func counting<Output>(_ body: () throws -> Output) throws -> (output: Output, lent: Int) {
        lent.withLock { $0 = 0 }
        let output = try body()
        return (output, lent.withLock { $0 })
    }
}

private final class CountingDriver: ReadDriver {
    private let base: any ReadDriver
    private let storage: CountingStorage

    init(_ base: any ReadDriver, _ storage: CountingStorage) {
        self.base = base
        self.storage = storage
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try base.collection(named: name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        storage.lent.withLock { $0 += 1 }
        return try base.get(key, in: collection, body)
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try base.scan(range, in: collection, reversed: reversed) { key, record in
            storage.lent.withLock { $0 += 1 }
            return try body(key, record)
        }
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        try base.count(range, in: collection)
    }

    func end() { base.end() }
}
