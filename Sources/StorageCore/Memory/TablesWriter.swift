/// A change that a transaction made to ``Tables``, in terms that do not depend on their handles.
package enum TablesChange: Sendable {
    case prepare(collection: String)
    case put(collection: String, key: [UInt8], record: [UInt8])
    case delete(collection: String, key: [UInt8])
    case deleteRange(collection: String, KeyRange)
}

/// A writing transaction on a copy of ``Tables``, which `commit` receives at the end.
package final class TablesWriter: WriteDriver {
    /// Makes the tables visible, and permanent where the storage promises it.
    package typealias Commit = (
        _ tables: consuming Tables, _ changes: [TablesChange]
    ) throws(StorageError) -> Void

    private var tables: Tables
    private var changes: [TablesChange] = []
    private var savepoints: [(tables: Tables, changes: Int)] = []
    /// Grows with every change, so that a scan notices that the entries ahead are others now.
    private var version = 0
    private let recordsChanges: Bool
    private let publish: Commit
    private var finish: (() -> Void)?

    /// Begins a transaction.
    ///
    /// `commit` receives the new tables and, with `recordsChanges`, what was changed, but for what
    /// follows from that; the transaction is over then, even if it throws. `finish` is called once, when the transaction
    /// has ended in whatever way.
    package init(
        _ tables: Tables, recordsChanges: Bool, commit: @escaping Commit,
        finish: @escaping () -> Void
    ) {
        self.tables = tables
        self.recordsChanges = recordsChanges
        self.publish = commit
        self.finish = finish
    }

    package func collection(named name: String) -> CollectionHandle? {
        tables.handle(named: name)
    }

    package func prepare(_ schema: CollectionSchema) -> CollectionHandle {
        if let handle = tables.handle(named: schema.name) { return handle }
        let handle = tables.prepare(schema.name)
        record(handle) { _ in .prepare(collection: schema.name) }
        return handle
    }

    package func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let record = tables[collection].value(for: key) else { return false }
        try body(record.span)
        return true
    }

    package func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        var rest: KeyRange? = range
        while let range = rest {
            rest = nil
            let version = version
            // A copy, since `body` may write to the tables while the scan runs.
            let map = tables[collection]
            try map.scan(range, reversed: reversed) { key, record in
                guard try body(key.span, record.span) else { return false }
                if version == self.version { return true }
                rest = range.beyond(key, reversed: reversed)
                return false
            }
        }
    }

    package func count(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        tables[collection].count(in: range)
    }

    package func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) -> Bool {
        if condition != .always {
            let isPresent = tables[collection].value(for: key) != nil
            guard isPresent == (condition == .present) else { return false }
        }
        let (key, record) = (key.array, record.array)
        self.record(collection) {
            .put(collection: $0.name(of: collection), key: key, record: record)
        }
        tables[collection].updateValue(record, for: key.span)
        return true
    }

    package func delete(_ key: Span<UInt8>, in collection: CollectionHandle) -> Bool {
        guard tables[collection].removeValue(for: key) else { return false }
        let key = key.array
        record(collection) { .delete(collection: $0.name(of: collection), key: key) }
        return true
    }

    package func delete(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        let removed = tables[collection].removeAll(in: range)
        guard removed > 0 else { return 0 }
        record(collection) { .deleteRange(collection: $0.name(of: collection), range) }
        return removed
    }

    package func savepoint() {
        savepoints.append((tables, changes.count))
    }

    package func releaseSavepoint() {
        savepoints.removeLast()
    }

    package func rollBackToSavepoint() {
        let savepoint = savepoints.removeLast()
        tables = savepoint.tables
        changes.removeSubrange(savepoint.changes...)
        version += 1
    }

    package func commit() throws(StorageError) {
        defer { end() }
        try publish(tables, changes)
    }

    package func end() {
        finish?()
        finish = nil
    }

    private func record(_ collection: CollectionHandle, _ change: (Tables) -> TablesChange) {
        version += 1
        if recordsChanges, !tables.isDerived(collection) { changes.append(change(tables)) }
    }
}
