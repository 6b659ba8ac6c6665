import StorageCore

/// The writing transaction. It lends copies: what it writes may move the pages that records lie in.
///
/// A savepoint is an LMDB transaction inside the one before, where LMDB looks for each page in two
/// places. While nothing has changed the transaction itself is the savepoint, and begins anew to go
/// back to it; other writers go on waiting meanwhile.
///
/// Once an operation has failed, all further ones fail alike, the commit included: LMDB would keep
/// the rest.
final class LMDBWriteTransaction: WriteDriver {
    let session: Session
    /// Nil once the transaction has ended.
    private var environment: Environment?
    /// The transaction, and one inside the other for each savepoint that was set after a change.
    /// Empty once it has ended.
    private(set) var levels: [Transaction]
    /// How many savepoints were set before the first change.
    private var earlySavepoints = 0
    /// For each level, how many records more each collection had at its beginning.
    private var earlierGrowth: [[UInt32: Int]] = []
    /// How many records more each collection has than its stored count says, but for what its
    /// cursor knows.
    private var growth: [UInt32: Int] = [:]
    private var failure: StorageError?
    /// Rises with every change, so that a scan notices that its cursor stands elsewhere now; zero
    /// while there is none.
    private(set) var version = 0
    /// The cursors of scans that are running, all of the innermost level.
    private var cursors: [Cursor] = []
    private let collectionCursors = CollectionCursors()
    /// Memory for a copy of a record that is lent, unless one is lent just now.
    private var idleCopy: EntryCopy?

    init(_ transaction: Transaction, of session: Session) {
        self.session = session
        environment = transaction.environment
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
            throw fail(error)
        }
    }

    /// Takes note that an operation has failed.
    func fail(_ error: StorageError) -> StorageError {
        failure = error
        if error.isMapFull { session.demandRoom() }
        return error
    }

    func growth(of collection: CollectionHandle) -> Int {
        let number = collection.number
        let place = collectionCursors.place(of: number)
        return (growth[number] ?? 0) + (place.map { collectionCursors[$0].growth } ?? 0)
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
            if version == 0 {
                earlySavepoints += 1
                return
            }
            closeCursors()
            levels.append(try Transaction(inside: transaction))
            earlierGrowth.append(growth)
        }
    }

    func releaseSavepoint() throws(StorageError) {
        try perform { (transaction) throws(StorageError) in
            try checkSavepoint()
            if levels.count == 1 {
                earlySavepoints -= 1
                return
            }
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
        if levels.isEmpty {
            earlySavepoints -= 1
            try beginAnew()
        } else {
            growth = earlierGrowth.removeLast()
        }
    }

    private func beginAnew() throws(StorageError) {
        guard let environment else { return }
        growth = [:]
        version = 0
        do throws(StorageError) {
            levels = [try Transaction(writing: environment)]
        } catch {
            throw fail(error)
        }
    }

    private func checkSavepoint() throws(StorageError) {
        guard levels.count > 1 || !levels.isEmpty && earlySavepoints > 0 else {
            throw .ended("find a savepoint in", session.path)
        }
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
        guard let environment = environment.take() else { return }
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

    /// The cursor of the innermost level for the entries of a collection, and its place.
    ///
    /// - Throws: As any operation once one has failed.
    @inline(__always)
    func cursor(
        of collection: CollectionHandle
    ) throws(StorageError) -> (cursor: CollectionCursor, place: Int) {
        if let failure { throw failure }
        try session.checkProcess("write to")
        // What has ended has no cursors.
        let place =
            if let known = collectionCursors.place(of: collection.number) {
                known
            } else {
                try openCursor(of: collection)
            }
        return (collectionCursors[place], place)
    }

    /// Takes note that a collection has so many records more or, if negative, fewer.
    ///
    /// - Returns: How many more it has by what was changed through its cursor.
    @discardableResult
    @inline(__always)
    func noteGrowth(_ difference: Int, at place: Int) -> Int {
        version += 1
        return collectionCursors.grow(place, by: difference)
    }

    private func openCursor(of collection: CollectionHandle) throws(StorageError) -> Int {
        try perform { (transaction) throws(StorageError) in
            let (place, surplus) = collectionCursors.append(
                try transaction.cursor(of: collection.number))
            if let surplus { close(surplus) }
            return place
        }
    }

    private func close(_ cursor: CollectionCursor) {
        cursor.close()
        if cursor.growth != 0 { growth[cursor.collection, default: 0] += cursor.growth }
    }

    private func closeCursors() {
        for cursor in cursors { cursor.close() }
        cursors = []
        while let cursor = collectionCursors.popLast() { close(cursor) }
    }

    /// Memory for a copy, which is to be given back.
    func takeCopy() -> EntryCopy {
        guard let copy = idleCopy else { return EntryCopy() }
        idleCopy = nil
        return copy
    }

    func giveBack(_ copy: EntryCopy) { idleCopy = copy }
}
