extension TransactionReader where Self: ~Copyable {
    /// The entries that `query` asks for, in its order.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` or ``StorageError/Code/typeMismatch`` if the
    ///   collection declares fields, and the query means others;
    ///   ``StorageError/Code/invalidArgument`` for a negative limit or offset;
    ///   ``StorageError/Code/invalidCursor`` for a cursor of another query.
    /// - Complexity: As ``explain(_:in:)`` says. With an index that fits, O(log n + entries).
    public borrowing func records(
        _ query: Query, in collection: String
    ) throws(StorageError) -> [(key: Key, record: Record)] {
        var entries: [(key: Key, record: Record)] = []
        do {
            try runner(query, in: collection)?.run(query) { key, record in
                let key = Key(trusted: key.array)
                entries.append((key, try record.record(of: key, "query", collection)))
                return true
            }
        } catch {
            throw .wrapping(error, "query", collection: collection)
        }
        return entries
    }

    /// Lends the entries that `query` asks for to `body`, in its order, until it returns false.
    ///
    /// In a transaction that writes, which entries they are is settled before `body` is called
    /// first: those that `body` deletes ahead are not visited, those that it adds are not either,
    /// and none is visited twice, wherever a change moves it.
    ///
    /// - Throws: The error thrown by `body`, unchanged, and as ``records(_:in:)``.
    /// - Complexity: As ``records(_:in:)``. In a transaction that reads, memory does not grow with
    ///   the entries, unless they have to be sorted.
    public borrowing func scan(
        _ query: Query, in collection: String,
        _ body: (_ key: Key, _ record: Record) throws -> Bool
    ) throws {
        guard let runner = try runner(query, in: collection) else { return }
        try runner.run(query, settled: access.changes != nil) { key, record in
            let key = Key(trusted: key.array)
            return try body(key, record.record(of: key, "query", collection))
        }
    }

    /// A page of the entries that `query` asks for: as many as its limit says, from its position
    /// on.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` without a limit of at least one, and as
    ///   ``records(_:in:)``.
    /// - Complexity: As ``records(_:in:)``.
    public borrowing func page(
        _ query: Query, in collection: String
    ) throws(StorageError) -> Page<(key: Key, record: Record)> {
        guard let size = query.limit, size > 0 else {
            throw StorageError(
                .invalidArgument,
                "a page has at least one entry: give the query a limit of 1 or more",
                collection: collection)
        }
        var wider = query
        // One more tells whether there is another page.
        wider.limit = size == .max ? size : size + 1
        var entries = try records(wider, in: collection)
        let hasMore = entries.count > size
        if hasMore, query.isBackward { entries.removeFirst() }
        if hasMore, !query.isBackward { entries.removeLast() }
        func cursor(
            _ entry: (key: Key, record: Record)?
        ) throws(StorageError) -> Cursor? {
            guard let entry else { return nil }
            return try query.cursor(entry.key, entry.record, in: collection)
        }
        let isFirst =
            query.isBackward ? !hasMore : query.position == nil && query.offset == 0
        let isLast = query.isBackward ? false : !hasMore
        return Page(
            elements: entries, previous: isFirst ? nil : try cursor(entries.first),
            next: isLast ? nil : try cursor(entries.last))
    }

    /// The number of entries that `filter` is true of.
    ///
    /// - Throws: As ``records(_:in:)``.
    /// - Complexity: As ``records(_:in:)``; no record is decoded.
    public borrowing func count(
        where filter: Filter, in collection: String
    ) throws(StorageError) -> Int {
        let query = Query(where: filter)
        do {
            return try runner(query, in: collection)?.count(filter) ?? 0
        } catch {
            throw .wrapping(error, "count", collection: collection)
        }
    }

    /// How `query` would be answered.
    ///
    /// - Throws: As ``records(_:in:)``.
    public borrowing func explain(
        _ query: Query, in collection: String
    ) throws(StorageError) -> QueryPlan {
        try runner(query, in: collection)?.plan(query)
            ?? QueryPlan(access: .primaryKey, engine: nil, filter: .none, isSorted: false)
    }

    /// The indexes of a collection, sorted by the UTF-8 bytes of their names.
    public borrowing func indexes(in collection: String) throws(StorageError) -> [IndexSchema] {
        try access.currentEntry(collection)?.schema.indexes ?? []
    }

    /// What answers queries on a collection, or nil if it does not exist.
    borrowing func runner(
        _ query: Query, in collection: String
    ) throws(StorageError) -> QueryRunner? {
        guard let entry = try access.currentEntry(collection) else {
            try query.validate(in: collection)
            return nil
        }
        return QueryRunner(access.driver, entry)
    }
}

extension QueryRunner {
    /// The keys of the entries that `query` asks for, in its order.
    func keys(_ query: Query) throws -> [Key] {
        var keys: [Key] = []
        try run(query) { key, _ in
            keys.append(Key(trusted: key.array))
            return true
        }
        return keys
    }

    /// Does what ``run(_:_:)`` does. If it is to be `settled` which entries these are before `body`
    /// receives the first, that may write.
    func run(_ query: Query, settled isSettled: Bool, _ body: Body) throws {
        guard isSettled else { return try run(query, body) }
        for key in try keys(query) {
            var goesOn = true
            _ = try driver.get(key.bytes.span, in: entry.handle) {
                goesOn = try body(key.bytes.span, $0)
            }
            guard goesOn else { return }
        }
    }
}

extension Span<UInt8> {
    /// The record whose bytes these are, checked.
    func record(
        of key: Key, _ operation: String, _ collection: String
    ) throws(StorageError) -> Record {
        do throws(StorageError) {
            return try Record(encoded: array)
        } catch {
            throw .wrapping(error, operation, collection: collection, key: key)
        }
    }
}
