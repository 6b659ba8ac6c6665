/// A writing transaction on a copy of ``Tables``, which `commit` receives at the end.
public final class TablesWriter: WriteDriver {
    /// Makes the tables visible, and permanent where the storage promises it.
    public typealias Commit = (
        _ tables: consuming Tables, _ changes: TablesChanges
    ) throws(StorageError) -> Void

    private var tables: Tables
    private var changes = TablesChanges()
    private var savepoints: [(tables: Tables, changes: TablesChanges.Mark)] = []
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
    public init(
        _ tables: Tables, recordsChanges: Bool, commit: @escaping Commit,
        finish: @escaping () -> Void
    ) {
        self.tables = tables
        self.recordsChanges = recordsChanges
        self.publish = commit
        self.finish = finish
    }

    /// The handle of a collection, or nil if there is none of that name.
    public func collection(named name: String) -> CollectionHandle? {
        tables.handle(named: name)
    }

    /// Creates the collection if it is missing.
    public func prepare(_ schema: CollectionSchema) -> CollectionHandle {
        if let handle = tables.handle(named: schema.name) { return handle }
        let handle = tables.prepare(schema.name)
        if let name = beginChange(of: handle) { changes.prepare(name) }
        return handle
    }

    /// Lends the record kept under `key` to `body`.
    public func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let record = tables[collection].value(for: key) else { return false }
        try body(record.span)
        return true
    }

    /// Lends the entries in `range` to `body`, in key order.
    public func scan(
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
                guard try body(key, record.span) else { return false }
                if version == self.version { return true }
                rest = range.beyond(key.array, reversed: reversed)
                return false
            }
        }
    }

    /// The number of entries in `range`.
    public func count(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        tables[collection].count(in: range)
    }

    /// Keeps `record` under `key` if `condition` holds, and returns whether it did.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` if the creation of the collection was taken back.
    public func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        try check(collection)
        if condition != .always {
            let isPresent = tables[collection].value(for: key) != nil
            guard isPresent == (condition == .present) else { return false }
        }
        let record = record.array
        if let name = beginChange(of: collection) { changes.put(key, record, in: name) }
        tables[collection].updateValue(record, for: key)
        return true
    }

    /// Deletes the record kept under `key`, and returns whether there was one.
    ///
    /// - Throws: As ``put(_:_:in:if:)``.
    public func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        try check(collection)
        guard tables[collection].removeValue(for: key) else { return false }
        if let name = beginChange(of: collection) { changes.delete(key, in: name) }
        return true
    }

    /// Deletes the entries in `range`, and returns how many there were.
    ///
    /// - Throws: As ``put(_:_:in:if:)``.
    public func delete(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        try check(collection)
        let removed = tables[collection].removeAll(in: range)
        guard removed > 0 else { return 0 }
        if let name = beginChange(of: collection) { changes.delete(range, in: name) }
        return removed
    }

    /// Marks the present state, in O(collections).
    public func savepoint() {
        savepoints.append((tables, changes.mark))
    }

    /// Forgets the innermost savepoint.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` if there is none.
    public func releaseSavepoint() throws(StorageError) {
        _ = try takeSavepoint()
    }

    /// Takes back everything changed since the innermost savepoint.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` if there is none.
    public func rollBackToSavepoint() throws(StorageError) {
        let savepoint = try takeSavepoint()
        tables = savepoint.tables
        changes.takeBack(to: savepoint.changes)
        version += 1
    }

    /// Hands the tables over, and ends the transaction.
    public func commit() throws(StorageError) {
        defer { end() }
        try publish(tables, changes)
    }

    /// Ends the transaction. What was not committed is gone.
    public func end() {
        finish?()
        finish = nil
    }

    private func takeSavepoint() throws(StorageError) -> (
        tables: Tables, changes: TablesChanges.Mark
    ) {
        guard let savepoint = savepoints.popLast() else {
            throw StorageError(
                .invalidArgument, "cannot end a savepoint: the transaction has none that is open")
        }
        return savepoint
    }

    /// Makes sure that a collection can be written to.
    private func check(_ collection: CollectionHandle) throws(StorageError) {
        guard tables.contains(collection) else {
            throw StorageError(
                .invalidArgument,
                "cannot write to a collection whose creation was taken back: prepare it again")
        }
    }

    /// Takes note that something is changed, and returns the name of its collection if the change is to
    /// be recorded.
    private func beginChange(of collection: CollectionHandle) -> String? {
        version += 1
        return recordsChanges && !tables.isDerived(collection) ? tables.name(of: collection) : nil
    }
}
