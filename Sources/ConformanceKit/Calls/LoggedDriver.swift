import StorageCore

/// A reading transaction that takes note of each call.
///
/// It answers queries if the one underneath does, and is of no help with them otherwise.
class LoggedDriver: QueryDriver {
    private let base: any ReadDriver
    let storage: LoggedStorage
    let transaction: Int

    init(_ base: any ReadDriver, _ storage: LoggedStorage, _ transaction: Int) {
        self.base = base
        self.storage = storage
        self.transaction = transaction
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        let handle = try base.collection(named: name)
        if let handle { storage.remember(handle, name) }
        return handle
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        let bytes = key.array
        storage.note(in: collection, transaction) { .get(bytes, in: $0) }
        return try base.get(key, in: collection, body)
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        storage.note(in: collection, transaction) { .scan(range, reversed: reversed, in: $0) }
        try base.scan(range, in: collection, reversed: reversed, body)
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        storage.note(in: collection, transaction) { .count(range, in: $0) }
        return try base.count(range, in: collection)
    }

    func end() {
        storage.note(.endRead, transaction)
        base.end()
    }

    // Queries. Nobody selects or counts what the driver has taken no part of.

    private var engine: (any QueryDriver)? { base as? any QueryDriver }

    func part(
        of query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> EngineQuery? {
        guard let engine else { return nil }
        return try engine.part(of: query, in: collection)
    }

    func select(
        _ query: EngineQuery, fields: [String]?, in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        storage.note(in: collection, transaction) { .select(query, in: $0) }
        try engine?.select(query, fields: fields, in: collection, body)
    }

    func count(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        storage.note(in: collection, transaction) { .countMatching(query, in: $0) }
        guard let engine else { return 0 }
        return try engine.count(query, in: collection)
    }

    func exceptions(
        in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try engine?.exceptions(in: collection, body)
    }

    func explain(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> String {
        guard let engine else { return "" }
        return try engine.explain(query, in: collection)
    }
}
