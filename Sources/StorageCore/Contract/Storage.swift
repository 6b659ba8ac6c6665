/// A transactional store of records, kept in named collections and ordered by key.
///
/// This is the whole of what a backend implements, together with ``ReadDriver`` and
/// ``WriteDriver``. Programs do not use it directly: they open a ``Database`` over it, which
/// owns everything that is written once (catalog, transactions, models).
///
/// A storage may be used from any thread. Any number of readers run beside each other and, where
/// ``Capabilities/concurrentReads`` is declared, beside the writer. Writers run one at a time.
///
/// Keys and records cross this boundary as bytes. `StorageCore` has validated them: a key has
/// between 1 and ``Limits/maximumKeySize`` bytes, a record at most ``Limits/maximumRecordSize``,
/// and its bytes are a well-formed ``Record``. A conformer never checks them again.
public protocol Storage: Sendable {
    /// The optional guarantees that this storage gives.
    ///
    /// - Conformers must return the same value for as long as the storage is open.
    var capabilities: Capabilities { get }

    /// The largest keys and records that this storage keeps.
    ///
    /// - Conformers must accept everything up to these limits, and must return the same value for
    ///   as long as the storage is open.
    var limits: Limits { get }

    /// What a person is told about the storage: its engine, place and settings.
    var description: StorageDescription { get }

    /// Starts a reading transaction.
    ///
    /// - Conformers must take the snapshot before this returns: the driver shows every transaction
    ///   that committed before the call, and nothing that commits after it returns.
    /// - Callers must call ``ReadDriver/end()`` exactly once, and must use the driver from one
    ///   thread at a time.
    ///
    /// - Throws: ``StorageError/Code/closed`` after ``close()``, or the engine's failure.
    /// - Complexity: O(1).
    func beginRead() throws(StorageError) -> any ReadDriver

    /// Starts the writing transaction, waiting until no other one runs.
    ///
    /// - Conformers must not let two writing transactions run at once, whether they come from one
    ///   process or, with ``Capabilities/multiProcess``, from several.
    /// - Callers must call ``ReadDriver/end()`` or ``WriteDriver/commit()``, must use the driver
    ///   from one thread at a time, and on the thread that began it.
    ///
    /// - Throws: ``StorageError/Code/closed`` after ``close()``; ``StorageError/Code/busy`` when
    ///   another process held the storage for longer than the configured timeout;
    ///   ``StorageError/Code/readOnly`` if the storage was opened for reading.
    /// - Complexity: O(1) beyond the wait.
    func beginWrite() throws(StorageError) -> any WriteDriver

    /// Looks for damage with the engine's own means and returns what it found, a line each.
    ///
    /// - Conformers must return an empty array for a sound storage, and must not change anything.
    ///
    /// - Throws: The engine's failure, if the check could not be made.
    /// - Complexity: O(size of the storage).
    func check() throws(StorageError) -> [String]

    /// Releases files, locks and memory.
    ///
    /// - Conformers must make every later call throw ``StorageError/Code/closed``, and must accept
    ///   being closed twice.
    /// - Callers must have ended every transaction before.
    ///
    /// - Throws: The engine's failure. The storage is closed all the same.
    func close() throws(StorageError)
}
