import StorageCore

/// A memory storage that does the work of a transaction late and backwards, and numbers its
/// collections downwards, all of which the contract allows.
final class DeferringStorage: Storage {
    private let base = MemoryStorage()

    var capabilities: Capabilities { base.capabilities }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver {
        DeferringDriver(try base.beginRead())
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        DeferringDriver(try base.beginWrite())
    }

    func check() throws(StorageError) -> [String] { try base.check() }

    func close() { base.close() }
}

/// A transaction whose unconditional puts wait until anything else is asked for, and are then done
/// from the greatest key to the least.
private final class DeferringDriver: FaultyDriver {
    private struct Place: Hashable {
        let collection: CollectionHandle
        let key: [UInt8]
    }

    private var waiting: [Place: [UInt8]] = [:]

    init(_ base: any ReadDriver) {
        super.init(base, Hooks())
    }

    override func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try super.collection(named: name).map(\.mirrored)
    }

    override func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        try super.prepare(schema).mirrored
    }

    override func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        guard condition == .always else {
            try work()
            return try super.put(key, record, in: collection.mirrored, if: condition)
        }
        waiting[Place(collection: collection, key: key.array)] = record.array
        return true
    }

    override func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        try work()
        return try super.get(key, in: collection.mirrored, body)
    }

    override func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try work()
        try super.scan(range, in: collection.mirrored, reversed: reversed) { key, record in
            let goesOn = try body(key, record)
            // What the body wrote ahead has to be met.
            try work()
            return goesOn
        }
    }

    override func count(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        try work()
        return try super.count(range, in: collection.mirrored)
    }

    override func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        try work()
        return try super.delete(key, in: collection.mirrored)
    }

    override func delete(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        try work()
        return try super.delete(range, in: collection.mirrored)
    }

    override func savepoint() throws(StorageError) {
        try work()
        try super.savepoint()
    }

    override func releaseSavepoint() throws(StorageError) {
        try work()
        try super.releaseSavepoint()
    }

    override func rollBackToSavepoint() throws(StorageError) {
        waiting = [:]
        try super.rollBackToSavepoint()
    }

    override func commit() throws(StorageError) {
        do throws(StorageError) {
            try work()
        } catch {
            end()
            throw error
        }
        try super.commit()
    }

    private func work() throws(StorageError) {
        guard !waiting.isEmpty else { return }
        let puts = waiting.sorted { $1.key.key.lexicographicallyPrecedes($0.key.key) }
        waiting = [:]
        for (place, record) in puts {
            _ = try super.put(
                place.key.span, record.span, in: place.collection.mirrored, if: .always)
        }
    }
}

extension CollectionHandle {
    /// -1 for 0, -2 for 1, and the other way round.
    fileprivate var mirrored: CollectionHandle { CollectionHandle(~rawValue) }
}
