import Synchronization

/// The committed tables of a storage that is held in memory, and the turns of its writers.
///
/// Readers take the tables as they are, in O(1), and neither wait for the writer nor hold it up.
/// Writers take turns, in the order in which they asked. It may be used from any thread.
public final class CommittedTables: Sendable {
    /// Makes a commit permanent, before anybody else sees it.
    public typealias Keep = (
        _ tables: Tables, _ changes: TablesChanges
    ) throws(StorageError) -> Void

    /// A snapshot for the readers of a few threads, which take it without waiting for the others.
    private final class Lane: Sendable {
        /// Nil until somebody asks, and after each commit.
        let snapshot = Mutex<TablesSnapshot?>(nil)
        /// Keeps other lanes out of the processor's lines of memory that this one is in.
        private let distance = InlineArray<16, UInt64>(repeating: 0)
    }

    private let storage: String
    /// Nil once the storage is closed.
    private let committed: Mutex<Tables?>
    private let lanes = Lanes { Lane() }
    private let turn = WriterLock()

    /// Begins with the tables that are on disk.
    ///
    /// `storage` is what errors call it, such as its path in quotes.
    public init(_ tables: Tables, of storage: String) {
        self.storage = storage
        committed = Mutex(tables)
    }

    /// The tables as they are.
    ///
    /// - Throws: ``StorageError/Code/closed`` after ``close()``, with a message that names
    ///   `operation`, such as "check".
    public func current(for operation: String) throws(StorageError) -> Tables {
        if let tables = committed.withLock(\.self) { return tables }
        throw .closed("\(operation) \(storage)")
    }

    /// Starts a reading transaction on the tables as they are.
    ///
    /// - Throws: ``StorageError/Code/closed`` after ``close()``.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        let lane = lanes.current
        // Under the lane's lock, so that a commit that comes in between empties the lane after this.
        let snapshot = try lane.snapshot.withLock { (snapshot) throws(StorageError) in
            if let snapshot { return snapshot }
            let current = TablesSnapshot(try current(for: "read"))
            snapshot = current
            return current
        }
        return TablesReader(snapshot)
    }

    /// Starts the writing transaction, waiting until those that asked before have ended.
    ///
    /// A commit goes to `keep`. If that throws, the tables stay as they were and the commit throws
    /// the same. With `recordsChanges` it receives what was changed, but for what follows from that.
    ///
    /// - Throws: ``StorageError/Code/closed`` after ``close()``.
    public func beginWrite(
        recordsChanges: Bool = true, _ keep: @escaping Keep
    ) throws(StorageError) -> any WriteDriver {
        turn.lock()
        do throws(StorageError) {
            // Taken now that the turn has come: before, it would lose what others commit meanwhile.
            let before = try current(for: "write to")
            return TablesWriter(
                before, recordsChanges: recordsChanges,
                commit: { tables, changes throws(StorageError) in
                    try keep(tables, changes)
                    self.publish(tables)
                },
                finish: turn.unlock)
        } catch {
            turn.unlock()
            throw error
        }
    }

    /// Lets later readers see `tables`, or with nil that the storage is closed.
    private func publish(_ tables: Tables?) {
        // What nobody refers to any more is released behind the locks, for which readers wait: it can
        // be a million records.
        _ = committed.withLock { committed in
            let previous = committed
            committed = tables
            return previous
        }
        for lane in lanes.all { _ = lane.snapshot.withLock { $0.take() } }
    }

    /// Runs `body` with the tables as they are, while nobody writes.
    ///
    /// - Throws: As ``current(for:)``, or what `body` throws.
    public func whileNobodyWrites<Result>(
        for operation: String, _ body: (Tables) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        turn.lock()
        defer { turn.unlock() }
        return try body(try current(for: operation))
    }

    /// Forgets the tables, when the writer has ended, and hands the last ones to `body`.
    ///
    /// Every later call throws ``StorageError/Code/closed``, and a second closing does nothing.
    public func close<Failure: Error>(
        _ body: (Tables) throws(Failure) -> Void
    ) throws(Failure) {
        turn.lock()
        defer { turn.unlock() }
        guard let last = committed.withLock(\.self) else { return }
        publish(nil)
        try body(last)
    }
}
