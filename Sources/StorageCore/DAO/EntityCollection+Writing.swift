extension EntityCollection {
    /// Refuses a key that nobody meant.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` for one empty string or byte string.
    @usableFromInline
    func check(_ key: Span<UInt8>) throws(StorageError) {
        let isEmptyText =
            key.count == 2 && key[1] == KeyTag.end
            && (key[0] == KeyTag.string || key[0] == KeyTag.bytes)
        guard isEmptyText else { return }
        throw StorageError(
            .invalidKey,
            "the key of a \(model) is empty, which is a key that was never set more often than not; "
                + "give it one",
            collection: schema.name, key: Key(trusted: key.array))
    }

    /// Keeps the record of a model.
    ///
    /// - Throws: ``StorageError/Code/alreadyExists`` or ``StorageError/Code/notFound`` if
    ///   `condition` does not hold, or why the record cannot be kept.
    @usableFromInline
    func put(
        _ record: Span<UInt8>, _ key: Span<UInt8>, if condition: PutCondition,
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        let entry = try writableEntry(in: transaction)
        guard try transaction.put(record, key, in: entry, if: condition) else {
            throw refusal(of: condition, Key(trusted: key.array))
        }
    }

    /// Deletes the record of a model, and returns whether there was one.
    @usableFromInline
    func delete(
        _ key: Span<UInt8>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Bool {
        guard let entry = try existingEntry(in: transaction) else { return false }
        return try transaction.delete(key, in: entry)
    }

    /// Runs `body`, which changes records of this collection and reads no index, and takes back its changes
    /// if it throws.
    @usableFromInline
    func changeEach(
        in transaction: borrowing WriteTransaction, _ body: () throws -> Void
    ) throws(StorageError) {
        do {
            try transaction.changeEach(in: schema.name, body)
        } catch {
            throw wrapping(error, "change records")
        }
    }

    private func writableEntry(
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Catalog.Entry {
        if let entry = try existingEntry(in: transaction) { return entry }
        return try transaction.preparedEntry(schema)
    }

    private func existingEntry(
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Catalog.Entry? {
        let state = transaction.state
        // Only of a transaction of this database's can this collection be the last one.
        if let entry = state.last(of: self) { return entry }
        guard let entry = try entry(in: transaction.access) else { return nil }
        state.note(entry, of: self)
        return entry
    }

    private func refusal(of condition: PutCondition, _ key: Key) -> StorageError {
        condition == .absent
            ? StorageError(
                .alreadyExists,
                "cannot insert the \(model) with key \(key) into '\(schema.name)': there is one "
                    + "already; use update or upsert to replace it",
                collection: schema.name, key: key)
            : StorageError(
                .notFound,
                "cannot update the \(model) with key \(key) in '\(schema.name)': there is none; use "
                    + "insert or upsert to add it",
                collection: schema.name, key: key)
    }
}
