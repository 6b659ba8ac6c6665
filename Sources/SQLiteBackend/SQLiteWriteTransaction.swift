import CSQLite
import StorageCore

/// The writing transaction, on the storage's one writing connection.
final class SQLiteWriteTransaction: SQLiteTransaction, WriteDriver {
    /// The layouts to return to, one for each savepoint.
    private var layouts: [Layout] = []
    private let layoutAtBegin: Layout
    /// The failure after which nothing may be kept, or what came before it by accident.
    private var failure: StorageError?
    /// The storage has one connection that writes, so that its numbers are of one series. It is asked during
    /// the transaction's turn, since another one has it afterwards.
    private(set) var stateNumber: Int?

    override init(_ connection: Connection, of storage: SQLiteStorage) {
        layoutAtBegin = connection.layout
        stateNumber = connection.dataVersion
        super.init(connection, of: storage)
    }

    override func end() {
        guard finish() else { return }
        rollBack()
        storage.endTurn()
    }

    func commit() throws(StorageError) {
        guard finish() else { throw .ended }
        defer { storage.endTurn() }
        do throws(StorageError) {
            try checkAlive()
            try storage.file.checkIdentity("commit to")
            try connection.control(.commit, "commit to")
            stateNumber = connection.dataVersion
        } catch {
            rollBack()
            throw error
        }
    }

    private func rollBack() {
        if !connection.isAutocommit {
            do throws(StorageError) {
                try connection.control(.rollback, "roll back")
            } catch {
                // SQLite rolls back all the same, or has done so before; if not, the connection is
                // of no further use and the next transaction fails to begin.
            }
        }
        if connection.layout !== layoutAtBegin { connection.adopt(layoutAtBegin) }
    }

    /// Runs a step of the transaction, after which nothing more is possible if it fails.
    func attempt<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try checkAlive()
        noteChange()
        do throws(StorageError) {
            return try body()
        } catch {
            failure = error
            throw error
        }
    }

    private func checkAlive() throws(StorageError) {
        if let failure { throw failure }
        // After some failures SQLite rolls back on its own, and would keep the next change alone.
        guard !connection.isAutocommit else { throw .ended }
    }

    /// Lets the transaction go on after a failure that the innermost savepoint takes back.
    ///
    /// Nothing can be done after a failure but this, so that it came after the savepoint.
    fileprivate func forgetFailure() throws(StorageError) {
        if connection.isAutocommit, let failure { throw failure }
        failure = nil
    }

    fileprivate func pushLayout() {
        layouts.append(connection.layout)
    }

    fileprivate func popLayout() -> Layout {
        layouts.popLast() ?? layoutAtBegin
    }

    func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, in collection: CollectionHandle,
        if condition: PutCondition
    ) throws(StorageError) -> Bool {
        guard let statements = connection.statements(of: collection) else { throw .gone }
        return try attempt { () throws(StorageError) in
            if let result = try put(key, record, condition, by: statements) { return result }
            try indexOddRows(of: statements.table)
            guard let statements = connection.statements(of: collection),
                let result = try put(key, record, condition, by: statements)
            else { throw .gone }
            return result
        }
    }

    /// Writes a record, and returns whether it was written, or nil for the first odd row of a table.
    private func put(
        _ key: Span<UInt8>, _ record: Span<UInt8>, _ condition: PutCondition,
        by statements: TableStatements
    ) throws(StorageError) -> Bool? {
        let table = statements.table
        let statement = try statements.take(.put(condition))
        defer { statements.giveBack(statement) }
        return try unsafe key.withUnsafeBufferPointer { key throws(StorageError) in
            guard unsafe statement.bind(key: key, table.key, at: 1) else {
                throw .wrongKeyKind(table)
            }
            return try unsafe record.withUnsafeBufferPointer { record throws(StorageError) in
                let (result, isOdd) = unsafe statement.bind(record: record, table)
                guard result == SQLITE_OK else {
                    throw connection.failure(result, "write to")
                }
                if isOdd, !table.hasOddIndex { return nil }
                _ = try statement.step("write to")
                return connection.changes > 0
            }
        }
    }

    func delete(
        _ key: Span<UInt8>, in collection: CollectionHandle
    ) throws(StorageError) -> Bool {
        guard let statements = connection.statements(of: collection) else { return false }
        return try attempt { () throws(StorageError) in
            let statement = try statements.take(.delete)
            defer { statements.giveBack(statement) }
            return try unsafe key.withUnsafeBufferPointer { key throws(StorageError) in
                guard unsafe statement.bind(key: key, statements.table.key, at: 1) else {
                    return false
                }
                _ = try statement.step("write to")
                return connection.changes > 0
            }
        }
    }

    func delete(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        guard let statements = connection.statements(of: collection),
            let bounds = KeyBounds(range, statements.table.key)
        else { return 0 }
        return try attempt { () throws(StorageError) in
            let shape = StatementShape.deleteRange(RangeShape(bounds))
            let statement = try statements.take(shape)
            defer { statements.giveBack(statement) }
            statement.bind(bounds.lower, at: 1)
            statement.bind(bounds.upper, at: 2)
            _ = try statement.step("write to")
            return connection.changes
        }
    }
}

extension SQLiteWriteTransaction {
    func savepoint() throws(StorageError) {
        try attempt { () throws(StorageError) in
            try connection.control(.savepoint, "write to")
        }
        pushLayout()
    }

    func releaseSavepoint() throws(StorageError) {
        try attempt { () throws(StorageError) in
            try connection.control(.release, "write to")
        }
        _ = popLayout()
    }

    func rollBackToSavepoint() throws(StorageError) {
        try forgetFailure()
        try attempt { () throws(StorageError) in
            try connection.control(.rollbackToSavepoint, "write to")
            try connection.control(.release, "write to")
        }
        let layout = popLayout()
        if connection.layout !== layout { connection.adopt(layout) }
    }
}

extension StorageError {
    fileprivate static var ended: StorageError {
        StorageError(
            .internalFault,
            "cannot go on writing: the transaction has ended; begin another one")
    }

    fileprivate static var gone: StorageError {
        StorageError(
            .notFound, "cannot write to a collection that was rolled back; prepare it again")
    }

    fileprivate static func wrongKeyKind(_ table: Table) -> StorageError {
        StorageError(
            .wrongKeyKind,
            "cannot write to the collection '\(table.collection)': the key is of another kind "
                + "than its keys, which are kept as \(table.key.rawValue)",
            collection: table.collection)
    }
}
