/// The writing half of a transaction, as a backend implements it.
///
/// A writing driver reads its own writes. All its changes become visible to others at once, by
/// ``commit()``, or never, by ``ReadDriver/end()``. When any method throws, `StorageCore` ends
/// the transaction without committing it.
public protocol WriteDriver: ReadDriver {
    /// A number for the state that the transaction began with, and after ``commit()`` for the one that
    /// it left. `StorageCore` does not read again what it knows of a state with the same number.
    ///
    /// - Conformers must give the same number only to states that are the same, whatever this process,
    ///   another database of the storage or another process has committed meanwhile: after a commit it is
    ///   that of the state as it was left, whoever has begun to write since. They return nil, as is the
    ///   default, if they cannot tell, or can tell no faster than a record is read.
    ///
    /// - Complexity: O(1).
    var stateNumber: Int? { get }

    /// Creates the collection if it is missing, takes over newly declared fields if it is not, and
    /// returns its handle.
    ///
    /// The fields are a hint: an engine may keep them natively, but every record goes in and comes
    /// out whole, whatever its fields. `StorageCore` keeps the schema itself and has checked that
    /// it agrees with the earlier one.
    ///
    /// - Complexity: O(1), or O(n) where an engine has to rearrange existing records.
    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle

    /// Keeps `record` under `key` if `condition` holds.
    ///
    /// - Returns: Whether the condition held, and so whether anything changed.
    /// - Throws: The engine's failure.
    /// - Complexity: O(log n).
    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool

    /// Deletes the record kept under `key`.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: The engine's failure.
    /// - Complexity: O(log n).
    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool

    /// Deletes every entry in `range`.
    ///
    /// - Returns: How many there were.
    /// - Throws: The engine's failure.
    /// - Complexity: O(log n + deleted entries).
    func delete(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int

    /// Marks the present state. Savepoints nest.
    ///
    /// - Throws: The engine's failure.
    /// - Complexity: O(1).
    func savepoint() throws(StorageError)

    /// Forgets the innermost savepoint and keeps what was changed since.
    ///
    /// - Throws: The engine's failure.
    func releaseSavepoint() throws(StorageError)

    /// Takes back everything changed since the innermost savepoint, collections included, and
    /// forgets it.
    ///
    /// - Throws: The engine's failure.
    /// - Complexity: O(changes since the savepoint).
    func rollBackToSavepoint() throws(StorageError)

    /// Makes all changes visible and, as far as the storage's ``Durability`` says, permanent, and
    /// ends the transaction.
    ///
    /// - Conformers must roll back and end the transaction before they throw.
    ///
    /// - Throws: The engine's failure: nothing of the transaction is kept then.
    /// - Complexity: O(changes).
    func commit() throws(StorageError)
}

extension WriteDriver {
    /// States have no numbers.
    public var stateNumber: Int? { nil }
}

/// When ``WriteDriver/put(_:_:in:if:)`` may store a record.
public enum PutCondition: Sendable {
    /// Whether or not the key has a record.
    case always
    /// Only if the key has no record.
    case absent
    /// Only if the key has a record.
    case present
}
