import ConformanceKit
import StorageCore
import Synchronization

/// A memory storage whose reading transactions answer queries themselves.
final class EngineStorage: Storage {
    private let base = MemoryStorage()
    private let names = Mutex<[CollectionHandle: String]>([:])
    private let wire: Tripwire
    private let answer: Answer
    private let keepsIndexes: Bool

    /// - Parameters:
    ///   - wire: Trips where an answer is not the honest one.
    ///   - keepsIndexes: Whether the storage says that it keeps indexes itself.
    ///   - answer: How it answers queries.
    init(_ wire: Tripwire, keepsIndexes: Bool = false, answer: @escaping Answer) {
        self.wire = wire
        self.keepsIndexes = keepsIndexes
        self.answer = answer
    }

    var capabilities: Capabilities { base.capabilities }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver {
        EngineDriver(try base.beginRead(), self, isWriting: false)
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        EngineDriver(try base.beginWrite(), self, isWriting: true)
    }

    func check() throws(StorageError) -> [String] { try base.check() }

    func close() { base.close() }

    /// The faulty answer, of what a driver of the storage underneath sees.
    fileprivate func entries(
        _ asked: Asked, in collection: CollectionHandle, of driver: any ReadDriver
    ) throws -> [Found] {
        guard let name = names.withLock({ $0[collection] }) else { return [] }
        return try Database(SnapshotStorage(driver, base)).read { transaction in
            let honest = try transaction.records(asked.query, in: name)
            let faulty = try answer(asked) { try transaction.records($0, in: name) }
            _ = wire.replace(honest.map(\.key), with: faulty.map(\.key))
            return faulty
        }
    }

    fileprivate func note(_ handle: CollectionHandle, _ name: String) {
        names.withLock { $0[handle] = name }
    }

    fileprivate func keepsIndex() -> Bool { keepsIndexes }
}

/// A transaction of an ``EngineStorage``.
private final class EngineDriver: FaultyDriver, IndexingDriver {
    private let storage: EngineStorage
    private let isWriting: Bool
    private let snapshot: any ReadDriver
    private var asked: Asked?

    init(_ base: any ReadDriver, _ storage: EngineStorage, isWriting: Bool) {
        self.storage = storage
        self.isWriting = isWriting
        snapshot = base
        super.init(base, Hooks())
    }

    override func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        let handle = try super.collection(named: name)
        if let handle { storage.note(handle, name) }
        return handle
    }

    override func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        let handle = try super.prepare(schema)
        storage.note(handle, schema.name)
        return handle
    }

    func part(
        of query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> EngineQuery? {
        if isWriting { return nil }
        asked = Asked(query)
        // What stands before a position is left to whoever asks.
        return EngineQuery(
            query.conditions, order: query.order,
            limit: query.position == nil ? query.limit : nil)
    }

    func select(
        _ query: EngineQuery, fields: [String]?, in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        for entry in try storage.entries(
            asked ?? Asked(query), in: collection, of: snapshot)
        {
            let (key, record) = (entry.key.bytes, entry.record.bytes)
            guard try body(key.span, record.span) else { return }
        }
    }

    func count(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        do {
            return try storage.entries(Asked(query), in: collection, of: snapshot).count
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.internalFault, "count", cause: error)
        }
    }

    func exceptions(
        in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {}

    func explain(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> String {
        "what the engine does"
    }

    func createIndex(
        _ index: IndexSchema, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        storage.keepsIndex()
    }

    func dropIndex(_ name: String, in collection: CollectionHandle) throws(StorageError) {}
}
