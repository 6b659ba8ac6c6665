/// The reading half of a transaction, as a backend implements it.
///
/// A driver shows one snapshot. It is used by one thread at a time and only until ``end()``.
public protocol ReadDriver: AnyObject {
    /// The handle of a collection, or nil if this snapshot has no collection of that name.
    ///
    /// Handles stay valid in every transaction until the storage is closed. A collection created
    /// after this snapshot was taken reads as empty through its handle.
    ///
    /// - Complexity: O(log number of collections).
    func collection(named name: String) throws(StorageError) -> CollectionHandle?

    /// Lends the record kept under `key` to `body`.
    ///
    /// - Conformers must call `body` at most once, must let it call any other method of the
    ///   driver, this one included, and must not let the lent bytes change while it runs, whatever
    ///   it writes.
    ///
    /// - Returns: Whether there was a record, and so whether `body` was called.
    /// - Throws: The error thrown by `body`, unchanged, or the engine's failure.
    /// - Complexity: O(log n).
    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool

    /// Lends the key and the record of each entry in `range` to `body`, in key order.
    ///
    /// A scan goes from entry to entry: after `body` returns, the next entry is the nearest one
    /// beyond the last, as the transaction sees it then. What `body` deletes ahead is therefore
    /// not visited, what it writes ahead is, and nothing is visited twice.
    ///
    /// - Conformers must stop when `body` returns false, must let `body` call any other method of
    ///   the driver, this one included, and must not let the lent bytes change while `body` runs,
    ///   whatever it writes.
    ///
    /// - Throws: The error thrown by `body`, unchanged, or the engine's failure.
    /// - Complexity: O(log n + visited entries), in memory that does not grow with either.
    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws

    /// The number of entries in `range`.
    ///
    /// - Throws: The engine's failure.
    /// - Complexity: O(log n + entries in the range), or better; no record is read.
    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int

    /// Ends the transaction. A write that has not been committed is rolled back.
    ///
    /// - Complexity: O(1); rolling back takes O(changes).
    func end()
}
