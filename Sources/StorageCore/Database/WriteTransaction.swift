/// The transaction that writes, lent to a closure.
///
/// It reads its own writes. When the closure returns they are committed together; when it throws
/// none of them is kept. It cannot be copied and does not outlive the closure; it is used by one
/// thread at a time.
///
/// Once the engine itself has failed in the middle of a transaction, every later write and the
/// commit throw that failure: nothing of such a transaction is kept.
public struct WriteTransaction: ~Copyable, TransactionReader {
    /// The way to the driver; of no use outside of `StorageCore`.
    public let access: TransactionAccess
    let state: WriteState

    init(_ state: WriteState, catalog: Catalog, limits: Limits) {
        self.state = state
        access = TransactionAccess(
            driver: state.driver, catalog: catalog, limits: limits, changes: state)
    }

    /// Creates a collection, or adds the fields that are declared anew to it.
    ///
    /// - Throws: ``StorageError/Code/schemaMismatch`` if it was created with other keys, kinds of
    ///   fields or indexes; ``StorageError/Code/uniqueViolation`` if a unique index is declared anew
    ///   and records have the same values. Nothing is changed then.
    public borrowing func prepare(_ schema: CollectionSchema) throws(StorageError) {
        _ = try preparedEntry(schema)
    }

    /// Keeps `record` under `key`, in place of the one that may be there. A collection that does
    /// not exist is created; it takes keys of any kind.
    ///
    /// - Throws: ``StorageError/Code/wrongKeyKind`` if the collection has keys of another kind;
    ///   ``StorageError/Code/valueTooLarge`` if the record is longer than the storage's limit;
    ///   ``StorageError/Code/invalidName`` for a new collection with an impossible name.
    /// - Complexity: O(log n).
    public borrowing func put(
        _ record: Record, key: Key, in collection: String
    ) throws(StorageError) {
        let existing = try access.entry(collection)
        let entry =
            if let existing {
                existing
            } else {
                try preparedEntry(CollectionSchema(collection))
            }
        try entry.schema.check(key)
        _ = try put(record.bytes.span, key.bytes.span, in: entry, if: .always)
    }

    /// Deletes the record kept under `key`.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``StorageError/Code/wrongKeyKind`` if the collection has keys of another kind.
    /// - Complexity: O(log n).
    @discardableResult
    public borrowing func delete(
        _ key: Key, in collection: String
    ) throws(StorageError) -> Bool {
        guard let entry = try access.entry(collection) else { return false }
        try entry.schema.check(key)
        return try delete(key.bytes.span, in: entry)
    }

    /// Deletes every entry in `range`.
    ///
    /// - Returns: How many there were.
    /// - Complexity: O(log n + deleted entries).
    @discardableResult
    public borrowing func delete(
        _ range: KeyRange, in collection: String
    ) throws(StorageError) -> Int {
        guard let entry = try access.entry(collection) else { return 0 }
        return try delete(range, in: entry)
    }

    /// Runs `body` so that its changes can be taken back alone.
    ///
    /// When `body` returns its changes are kept, as part of the transaction; when it throws they
    /// are taken back and the same error is thrown, which the caller may catch and go on.
    /// Savepoints nest.
    ///
    /// - Complexity: O(1) beyond `body`; taking back takes O(changes).
    public mutating func savepoint<Result>(
        _ body: (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        let mark = try state.mark()
        let result: Result
        do {
            result = try body(&self)
        } catch {
            try state.rollBack(to: mark)
            throw error
        }
        try state.release(mark)
        return result
    }
}

extension WriteTransaction {
    /// The entry of a collection that exists after this call with all that `schema` declares.
    borrowing func preparedEntry(
        _ schema: CollectionSchema, progress: () -> Void = {}
    ) throws(StorageError) -> Catalog.Entry {
        if let failure = state.failure { throw failure }
        let entry: Catalog.Entry
        do throws(StorageError) {
            entry = try Catalog.prepare(schema, with: state.driver, progress: progress)
        } catch  where [.schemaMismatch, .uniqueViolation].contains(error.code) {
            // A refusal, not a failure of the engine: nothing was changed.
            throw error
        } catch {
            throw state.fail(error, "prepare", collection: schema.name, key: nil)
        }
        state.prepared[ExactString(schema.name)] = entry
        return entry
    }

    /// Keeps an encoded record if `condition` holds, and returns whether it did.
    borrowing func put(
        _ record: Span<UInt8>, _ key: Span<UInt8>, in entry: Catalog.Entry,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        let size = record.count
        guard size <= access.limits.maximumRecordSize else {
            throw StorageError(
                .valueTooLarge,
                "the record has \(size) bytes, and this storage keeps "
                    + "\(access.limits.maximumRecordSize) at most; split it",
                collection: entry.schema.name, key: Key(trusted: key.array))
        }
        if let failure = state.failure { throw failure }
        do {
            guard entry.indexes.isEmpty else {
                return try state.putIndexed(record, key, in: entry, if: condition)
            }
            return try state.driver.put(key, record, in: entry.handle, if: condition)
        } catch {
            throw state.fail(error, "put", entry, key)
        }
    }

    /// Deletes a record, and returns whether there was one.
    borrowing func delete(
        _ key: Span<UInt8>, in entry: Catalog.Entry
    ) throws(StorageError) -> Bool {
        if let failure = state.failure { throw failure }
        do {
            guard entry.indexes.isEmpty else { return try state.deleteIndexed(key, in: entry) }
            return try state.driver.delete(key, in: entry.handle)
        } catch {
            throw state.fail(error, "delete", entry, key)
        }
    }

    /// Deletes the entries of a range, and returns how many there were.
    borrowing func delete(
        _ range: KeyRange, in entry: Catalog.Entry
    ) throws(StorageError) -> Int {
        if range.isEmpty { return 0 }
        if let failure = state.failure { throw failure }
        do {
            guard entry.indexes.isEmpty else { return try state.deleteIndexed(range, in: entry) }
            return try state.driver.delete(range, in: entry.handle)
        } catch {
            throw state.fail(error, "delete a range", entry, nil)
        }
    }

    /// Runs `body` and takes back its changes if it throws.
    borrowing func takingBack<Output>(_ body: () throws -> Output) throws -> Output {
        let mark = try state.mark()
        let output: Output
        do {
            output = try body()
        } catch {
            try state.rollBack(to: mark)
            throw error
        }
        try state.release(mark)
        return output
    }

    /// Runs `body`, which changes records of one collection, and takes back its changes if it throws.
    /// Indexes are changed at its end, in the order of their entries.
    ///
    /// - Precondition: `body` reads no index, and lends the transaction to nobody.
    borrowing func changeEach<Output>(
        in collection: String, _ body: () throws -> Output
    ) throws -> Output {
        try takingBack { try state.collectingChanges(in: collection, body) }
    }
}
