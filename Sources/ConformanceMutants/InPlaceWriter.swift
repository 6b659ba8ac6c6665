import StorageCore

/// A writing transaction that changes what all others see, and takes it back when it is rolled
/// back.
final class InPlaceWriter: WriteDriver {
    private let storage: EntangledStorage
    private let finish: () -> Void
    /// What there was before each change.
    private var undo: [(collection: CollectionHandle, key: [UInt8], record: [UInt8]?)] = []
    private var savepoints: [Int] = []

    init(_ storage: EntangledStorage, _ finish: @escaping () -> Void) {
        self.storage = storage
        self.finish = finish
    }

    private var reader: TablesReader { TablesReader(storage.withCommon { $0 }) }

    func collection(named name: String) -> CollectionHandle? { reader.collection(named: name) }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        try reader.get(key, in: collection, body)
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try reader.scan(range, in: collection, reversed: reversed, body)
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        reader.count(range, in: collection)
    }

    func prepare(_ schema: CollectionSchema) -> CollectionHandle {
        storage.withCommon { $0.prepare(schema.name) }
    }

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) -> Bool {
        let key = key.array
        let isThere = storage.withCommon { $0[collection].value(for: key.span) } != nil
        guard condition == .always || isThere == (condition == .present) else { return false }
        change(collection, key, to: record.array)
        return true
    }

    func delete(_ key: Span<UInt8>, in collection: CollectionHandle) -> Bool {
        change(collection, key.array, to: nil) != nil
    }

    func delete(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        var keys: [[UInt8]] = []
        do {
            try scan(range, in: collection, reversed: false) { key, _ in
                keys.append(key.array)
                return true
            }
        } catch {
            throw StorageError(.internalFault, "cannot scan what is to be deleted", cause: error)
        }
        for key in keys { change(collection, key, to: nil) }
        return keys.count
    }

    func savepoint() { savepoints.append(undo.count) }

    func releaseSavepoint() { savepoints.removeLast() }

    func rollBackToSavepoint() { takeBack(to: savepoints.removeLast()) }

    func commit() {
        storage.publish(undo.map { ($0.collection, $0.key) })
        finish()
    }

    func end() {
        takeBack(to: 0)
        finish()
    }

    @discardableResult
    private func change(
        _ collection: CollectionHandle, _ key: [UInt8], to record: [UInt8]?
    ) -> [UInt8]? {
        let old = storage.withCommon { $0.set(record, for: key, in: collection) }
        undo.append((collection, key, old))
        return old
    }

    private func takeBack(to count: Int) {
        while undo.count > count {
            let last = undo.removeLast()
            storage.withCommon { _ = $0.set(last.record, for: last.key, in: last.collection) }
        }
    }
}

extension Tables {
    /// Keeps a record, or none, and returns the one that there was.
    fileprivate mutating func set(
        _ record: [UInt8]?, for key: [UInt8], in collection: CollectionHandle
    ) -> [UInt8]? {
        let old = self[collection].value(for: key.span)
        if let record {
            self[collection].updateValue(record, for: key.span)
        } else {
            _ = self[collection].removeValue(for: key.span)
        }
        return old
    }
}
