import StorageCore

/// The writing transaction. It lends copies: what it writes may move the pages that records lie in.
///
/// A savepoint is an LMDB transaction inside the one before. Once an operation has failed, all
/// further ones fail alike, the commit included: LMDB would keep the rest.
final class LMDBWriteTransaction: WriteDriver {
    let session: Session
    /// The transaction, and one inside the other for each savepoint. Empty once it has ended.
    private(set) var levels: [Transaction]
    /// For each level, how many records more each collection had at its beginning.
    private var earlierGrowth: [[UInt32: Int]] = []
    /// How many records more each collection has than its stored count says, but for what its
    /// cursor knows.
    private var growth: [UInt32: Int] = [:]
    private var failure: StorageError?
    /// Rises with every change, so that a scan notices that its cursor stands elsewhere now.
    private(set) var version = 0
    /// The cursors of scans that are running, all of the innermost level.
    private var cursors: [Cursor] = []
    /// A cursor for each of the collections that were used last, all of the innermost level.
    private var collectionCursors: [CollectionCursor] = []
    /// Memory for copies of records that are lent.
    private var idleCopies: [EntryCopy] = []

    /// More cursors than this would make each change slower, since LMDB looks after all of them.
    private static let maximumCursors = 8

    init(_ transaction: Transaction, of session: Session) {
        self.session = session
        levels = [transaction]
    }

    deinit { end() }

    /// Runs an operation on the innermost level, and remembers it if it fails.
    func perform<Result>(
        _ operation: (Transaction) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        if let failure { throw failure }
        guard let transaction = levels.last else { throw .ended("write to", session.path) }
        try session.checkProcess("write to")
        do {
            return try operation(transaction)
        } catch {
            failure = error
            if error.isMapFull { session.demandRoom() }
            throw error
        }
    }

    /// Takes note that something has changed.
    func noteChange() { version += 1 }

    func growth(of collection: CollectionHandle) -> Int {
        let number = collection.number
        let cursor = collectionCursors.first { $0.collection == number }
        return (growth[number] ?? 0) + (cursor?.growth ?? 0)
    }

    func prepare(_ schema: CollectionSchema) throws(StorageError) -> CollectionHandle {
        try perform { (transaction) throws(StorageError) in
            if let handle = try transaction.collection(named: schema.name) { return handle }
            version += 1
            return try transaction.create(schema.name)
        }
    }

    func savepoint() throws(StorageError) {
        try perform { (transaction) throws(StorageError) in
            closeCursors()
            levels.append(try Transaction(inside: transaction))
            earlierGrowth.append(growth)
        }
    }

    func releaseSavepoint() throws(StorageError) {
        try perform { (transaction) throws(StorageError) in
            try checkSavepoint()
            closeCursors()
            levels.removeLast()
            earlierGrowth.removeLast()
            try transaction.commit("release a savepoint in")
        }
    }

    func rollBackToSavepoint() throws(StorageError) {
        try checkSavepoint()
        closeCursors()
        levels.removeLast().abort()
        growth = earlierGrowth.removeLast()
    }

    private func checkSavepoint() throws(StorageError) {
        guard levels.count > 1 else { throw .ended("find a savepoint in", session.path) }
    }

    func commit() throws(StorageError) {
        defer { end() }
        while levels.count > 1 { try releaseSavepoint() }
        try perform { (transaction) throws(StorageError) in
            closeCursors()
            for (collection, difference) in growth where difference != 0 {
                try transaction.setStoredCount(
                    try transaction.storedCount(of: collection) + difference, of: collection)
            }
            try session.place.check("commit to")
            try transaction.commit("commit to")
        }
    }

    func end() {
        guard let environment = levels.first?.environment else { return }
        closeCursors()
        while let level = levels.popLast() { level.abort() }
        session.endWrite(environment)
    }
}

extension LMDBWriteTransaction {
    /// A cursor of the innermost level, which is to be given back. It may have been closed until
    /// then: no cursor outlives its level, or the beginning of one inside it.
    func takeCursor() throws(StorageError) -> Cursor {
        try perform { (transaction) throws(StorageError) in
            let cursor = try transaction.takeCursor()
            cursors.append(cursor)
            return cursor
        }
    }

    func giveBack(_ cursor: Cursor) {
        cursor.close()
        cursors.removeAll { $0 === cursor }
    }

    /// The cursor of the innermost level, `transaction`, for the entries of a collection.
    func cursor(
        of collection: CollectionHandle, _ transaction: Transaction
    ) throws(StorageError) -> CollectionCursor {
        let number = collection.number
        for index in collectionCursors.indices
        where collectionCursors[index].collection == number {
            return collectionCursors[index]
        }
        if collectionCursors.count == Self.maximumCursors { close(collectionCursors.removeFirst()) }
        let cursor = try transaction.cursor(of: number)
        collectionCursors.append(cursor)
        return cursor
    }

    private func close(_ cursor: consuming CollectionCursor) {
        guard cursor.growth != 0 else { return }
        growth[cursor.collection, default: 0] += cursor.growth
    }

    private func closeCursors() {
        for cursor in cursors { cursor.close() }
        cursors = []
        for cursor in collectionCursors { close(cursor) }
        collectionCursors = []
        version += 1
    }

    /// Memory for a copy, which is to be given back.
    func takeCopy() -> EntryCopy { idleCopies.popLast() ?? EntryCopy() }

    func giveBack(_ copy: EntryCopy) { idleCopies.append(copy) }
}
