extension WriteTransaction {
    /// Lends each record that `query` asks for to `body`, and keeps what `body` made of it.
    ///
    /// Which records they are is settled before the first of them is changed: each is changed once,
    /// wherever its change moves it. If `body` throws, all of them are as before.
    ///
    /// - Returns: How many records were lent.
    /// - Throws: The error thrown by `body`, unchanged, and what is said at ``put(_:key:in:)`` and
    ///   ``TransactionReader/records(_:in:)``.
    /// - Complexity: O(records · log n) beyond the query, with their keys in memory.
    @discardableResult
    public borrowing func update(
        _ query: Query, in collection: String,
        _ body: (_ key: Key, _ record: inout Record) throws -> Void
    ) throws -> Int {
        guard let runner = try runner(query, in: collection) else { return 0 }
        return try takingBack {
            let keys = try runner.keys(query)
            for key in keys {
                guard var record = try get(key, in: collection) else { continue }
                try body(key, &record)
                try put(record, key: key, in: collection)
            }
            return keys.count
        }
    }

    /// Deletes the records that `query` asks for.
    ///
    /// - Returns: How many there were.
    /// - Throws: As ``TransactionReader/records(_:in:)``; nothing is deleted then.
    /// - Complexity: O(records · log n) beyond the query, with their keys in memory.
    @discardableResult
    public borrowing func delete(
        _ query: Query, in collection: String
    ) throws(StorageError) -> Int {
        guard let runner = try runner(query, in: collection) else { return 0 }
        if query == Query() { return try delete(.all, in: runner.entry) }
        do {
            let keys = try runner.keys(query)
            return try changeEach(in: collection) {
                for key in keys { _ = try delete(key.bytes.span, in: runner.entry) }
                return keys.count
            }
        } catch {
            throw .wrapping(error, "delete by a query", collection: collection)
        }
    }
}
