import StorageCore

/// A reading transaction: a snapshot, lent straight from the map.
final class LMDBReadTransaction: ReadDriver {
    private let session: Session
    /// Nil once the transaction has ended: another one may use it then.
    private var current: Transaction?

    init(_ transaction: Transaction, of session: Session) {
        self.current = transaction
        self.session = session
    }

    deinit { end() }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        try transaction().collection(named: name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        try transaction().lend(key, in: collection.number, body)
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        let transaction = try transaction()
        let range = EntryRange(range, in: collection.number)
        let cursor = try transaction.takeCursor()
        defer { transaction.giveBack(cursor) }
        try cursor.scan(range, reversed: reversed, body)
    }

    func count(_ range: KeyRange, in collection: CollectionHandle) throws(StorageError) -> Int {
        let transaction = try transaction()
        if range == .all { return try transaction.storedCount(of: collection.number) }
        return try transaction.count(EntryRange(range, in: collection.number))
    }

    func end() {
        guard let transaction = current.take() else { return }
        session.endRead(transaction)
    }

    private func transaction() throws(StorageError) -> Transaction {
        guard let current else { throw .ended("read from", session.path) }
        try session.checkProcess("read from")
        return current
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
