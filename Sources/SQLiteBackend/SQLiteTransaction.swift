import StorageCore

/// The reading half of a transaction, on a connection that it has to itself.
class SQLiteTransaction: ReadDriver {
    let connection: Connection
    let storage: SQLiteStorage
    /// Changes with everything that the transaction writes.
    private(set) var changeCount = 0
    /// Whether tables have odd rows, as far as that is known since the last change.
    private var oddities: [Int: Bool] = [:]
    /// The query that was last put into SQL, which nearly always is the one to be asked next.
    var asked: (collection: CollectionHandle, sql: SQLQuery)?
    private var hasEnded = false

    init(_ connection: Connection, of storage: SQLiteStorage) {
        self.connection = connection
        self.storage = storage
    }

    func noteChange() {
        changeCount &+= 1
        if asked != nil { asked = nil }
        if !oddities.isEmpty { oddities = [:] }
    }

    /// Whether a table has rows that conditions in SQL are not to be asked of.
    func hasOddRows(_ statements: TableStatements) throws(StorageError) -> Bool {
        let table = statements.table
        guard table.hasOddIndex else { return false }
        if let known = oddities[table.id] { return known }
        let statement = try statements.take(.hasOddRows)
        defer { statements.giveBack(statement) }
        let hasOddRows = try statement.step("query")
        try validate()
        oddities[table.id] = hasOddRows
        return hasOddRows
    }

    /// Marks the transaction as ended. False if it was already.
    func finish() -> Bool {
        defer { hasEnded = true }
        return !hasEnded
    }

    func end() {
        guard finish() else { return }
        connection.endSnapshot()
        storage.giveBack(connection)
    }

    /// Throws if the transaction has lost what it shows.
    func validate() throws(StorageError) {
        guard let stamp = connection.unguarded else { return }
        guard try FileStamp(connection.path) == stamp else {
            throw StorageError(
                .changedOutside,
                "cannot go on reading '\(connection.path)': another process has begun to write "
                    + "it; read again")
        }
    }

    func collection(named name: String) throws(StorageError) -> CollectionHandle? {
        connection.layout.handle(named: name)
    }

    func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let statements = connection.statements(of: collection) else { return false }
        let statement = try statements.take(.get)
        defer { statements.giveBack(statement) }
        let table = statements.table
        let isFound = try unsafe key.withUnsafeBufferPointer { key throws(StorageError) in
            guard unsafe statement.bind(key: key, table.key, at: 1),
                try statement.step("read")
            else { return false }
            _ = try statement.assemble(table, hasKey: false)
            return true
        }
        try validate()
        guard isFound else { return false }
        statement.rewind()
        try statement.lend(body)
        return true
    }

    func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        guard let key = connection.layout.table(collection)?.key,
            var bounds = KeyBounds(range, key)
        else { return }
        while let last = try scan(bounds, in: collection, reversed, body) {
            bounds.advance(past: last, key, reversed: reversed)
        }
    }

    /// Scans until the end, or until `body` has written something.
    ///
    /// What a running statement sees of later changes is undefined in SQLite, and a new column
    /// changes the statement itself. So the scan begins again behind the last key.
    ///
    /// - Returns: The last key, if the scan has to go on behind it.
    private func scan(
        _ bounds: KeyBounds, in collection: CollectionHandle, _ reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws -> [UInt8]? {
        guard let statements = connection.statements(of: collection) else { return nil }
        let shape = StatementShape.scan(RangeShape(bounds), reversed: reversed)
        let statement = try statements.take(shape)
        defer { statements.giveBack(statement) }
        statement.bind(bounds.lower, at: 1)
        statement.bind(bounds.upper, at: 2)
        let before = changeCount
        while try statement.step("read") {
            let keySize = try statement.assemble(statements.table, hasKey: true)
            try validate()
            guard try statement.lend(keySize: keySize, body) else { return nil }
            if changeCount != before { return statement.key(keySize) }
        }
        return nil
    }

    func count(
        _ range: KeyRange, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        guard let statements = connection.statements(of: collection),
            let bounds = KeyBounds(range, statements.table.key)
        else { return 0 }
        let shape = StatementShape.count(RangeShape(bounds))
        let statement = try statements.take(shape)
        defer { statements.giveBack(statement) }
        statement.bind(bounds.lower, at: 1)
        statement.bind(bounds.upper, at: 2)
        guard try statement.step("read") else { return 0 }
        try validate()
        return Int(statement.integer(0))
    }
}
