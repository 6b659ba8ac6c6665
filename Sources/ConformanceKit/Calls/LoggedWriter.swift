import StorageCore

/// A writing transaction that takes note of each call.
final class LoggedWriter: LoggedDriver, IndexingDriver {
    private let base: any WriteDriver

    init(_ base: any WriteDriver, _ storage: LoggedStorage, _ transaction: Int) {
        self.base = base
        super.init(base, storage, transaction)
    }

    var stateNumber: Int? { base.stateNumber }

    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        if !schema.name.hasPrefix("$") { storage.note(.prepare(schema), transaction) }
        let handle = try base.prepare(schema)
        storage.remember(handle, schema.name)
        return handle
    }

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        let (bytes, logged) = (key.array, LoggedRecord(record))
        storage.note(in: collection, transaction) {
            .put(logged, key: bytes, condition, in: $0)
        }
        return try base.put(key, record, in: collection, if: condition)
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        let bytes = key.array
        storage.note(in: collection, transaction) { .delete(bytes, in: $0) }
        return try base.delete(key, in: collection)
    }

    func delete(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        storage.note(in: collection, transaction) { .deleteRange(range, in: $0) }
        return try base.delete(range, in: collection)
    }

    func savepoint() throws(StorageError) {
        storage.note(.savepoint, transaction)
        try base.savepoint()
    }

    func releaseSavepoint() throws(StorageError) {
        storage.note(.releaseSavepoint, transaction)
        try base.releaseSavepoint()
    }

    func rollBackToSavepoint() throws(StorageError) {
        storage.note(.rollBackToSavepoint, transaction)
        try base.rollBackToSavepoint()
    }

    override func end() {
        storage.note(.rollBack, transaction)
        base.end()
    }

    func commit() throws(StorageError) {
        storage.note(.commit, transaction)
        try base.commit()
    }

    // Indexes. StorageCore keeps those that the driver does not.

    private var engine: (any IndexingDriver)? { base as? any IndexingDriver }

    func createIndex(
        _ index: IndexSchema, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        storage.note(in: collection, transaction) { .createIndex(index, in: $0) }
        guard let engine else { return false }
        return try engine.createIndex(index, in: collection)
    }

    func dropIndex(_ name: String, in collection: CollectionHandle) throws(StorageError) {
        storage.note(in: collection, transaction) { .dropIndex(name, in: $0) }
        try engine?.dropIndex(name, in: collection)
    }
}
