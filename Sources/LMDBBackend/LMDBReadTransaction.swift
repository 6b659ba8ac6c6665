import StorageCore

/// A reading transaction: a snapshot, lent straight from the map.
///
/// Once it has ended, the session begins it again for the next reader.
///
/// `@unchecked Sendable`: it is used by one thread at a time, and changes hands only through a
/// lane's lock.
final class LMDBReadTransaction: ReadDriver, @unchecked Sendable {
    let transaction: Transaction
    /// The lane that it came in by. Nil while the transaction is not running: the lane keeps those that
    /// do not.
    private var lane: Lane?
    private var isRunning = false
    private let fork: Fork

    init(_ transaction: Transaction, _ fork: Fork) {
        self.transaction = transaction
        self.fork = fork
    }

    deinit {
        guard let lane else { return }
        transaction.abort()
        if fork.isSameProcess { lane.leave(nil) }
    }

    /// Takes note that the transaction runs.
    func begin(in lane: Lane) {
        self.lane = lane
        isRunning = true
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try running().collection(named: name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        try running().lend(key, in: collection.number, body)
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        let transaction = try running()
        let range = EntryRange(range, in: collection.number)
        let cursor = try transaction.takeCursor()
        defer { transaction.giveBack(cursor) }
        try cursor.scan(range, reversed: reversed, body)
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        let transaction = try running()
        if range == .all { return try transaction.storedCount(of: collection.number) }
        return try transaction.count(EntryRange(range, in: collection.number))
    }

    func end() {
        guard let lane = lane.take() else { return }
        isRunning = false
        // In a forked copy of the process, slots and locks are the parent's.
        guard fork.isSameProcess else { return }
        transaction.reset()
        lane.leave(self)
    }

    @inline(__always)
    private func running() throws(StorageError) -> Transaction {
        guard isRunning else { throw .ended("read from", transaction.environment.path) }
        if !fork.isSameProcess { try fork.check("read from", transaction.environment.path) }
        return transaction
    }
}

extension CollectionHandle {
    /// The collection's number in the table.
    var number: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

    init(number: UInt32) {
        self.init(Int(number))
    }
}

extension StorageError {
    static func ended(_ operation: String, _ path: String) -> StorageError {
        StorageError(
            .internalFault,
            "cannot \(operation) '\(path)': the transaction has ended; please report this")
    }
}
