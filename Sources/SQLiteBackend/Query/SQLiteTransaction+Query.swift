import StorageCore

extension SQLiteTransaction: QueryDriver {
    func part(
        of query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> EngineQuery? {
        guard let table = connection.layout.table(collection), table.form == .columns else {
            return nil
        }
        let sql = SQLQuery(query, in: table, maximumParameters: connection.maximumParameters)
        asked = (collection, sql)
        return sql.part
    }

    func select(
        _ query: EngineQuery, fields: [String]?, in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        guard let statements = connection.statements(of: collection) else { return }
        let sql = try whole(query, in: collection, statements)
        let row = RowSelection(fields, of: statements.table)
        var rest = query.limit
        for condition in sql.rows where condition != .never && rest != 0 {
            var constants = condition.constants
            var text = SQLQuery.select(row.sql, of: statements.table, where: condition) + sql.order
            if let rest {
                text += " LIMIT ?"
                constants.append(.integer(Int64(rest)))
            }
            let statement = try statements.take(query: text, constants)
            defer { statements.put(statement, query: text) }
            while try statement.step("query") {
                let keySize = try statement.assemble(statements.table, row.shape, hasKey: true)
                try validate()
                guard try statement.lend(keySize: keySize, body) else { return }
                rest = rest.map { $0 - 1 }
            }
        }
    }

    func count(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> Int {
        guard let statements = connection.statements(of: collection) else { return 0 }
        let sql = try whole(query, in: collection, statements)
        var count = 0
        for condition in sql.rows where condition != .never {
            let text = SQLQuery.select("count(*)", of: statements.table, where: condition)
            let statement = try statements.take(query: text, condition.constants)
            defer { statements.put(statement, query: text) }
            guard try statement.step("query") else { continue }
            try validate()
            count += Int(statement.integer(0))
        }
        return count
    }

    func exceptions(
        in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        guard let statements = connection.statements(of: collection),
            try hasOddRows(statements)
        else { return }
        let statement = try statements.take(.oddRows)
        defer { statements.giveBack(statement) }
        while try statement.step("query") {
            let keySize = try statement.assemble(statements.table, hasKey: true)
            try validate()
            guard try statement.lend(keySize: keySize, body) else { return }
        }
    }
}

extension SQLiteTransaction {
    /// The SQL of a query that ``part(of:in:)`` returned, for ordinary rows.
    func whole(
        _ query: EngineQuery, in collection: CollectionHandle, _ statements: TableStatements
    ) throws(StorageError) -> SQLQuery {
        let table = statements.table
        var sql: SQLQuery
        if let asked, asked.collection == collection, asked.sql.part == query {
            sql = asked.sql
        } else {
            sql = SQLQuery(query, in: table, maximumParameters: connection.maximumParameters)
        }
        guard sql.part.conditions.count == query.conditions.count,
            sql.part.order == query.order, query.order != nil || query.position == nil
        else {
            throw StorageError(
                .internalFault,
                "cannot query the collection '\(table.collection)': SQLite was asked for more than "
                    + "it said it can answer; this is a defect: please report it",
                collection: table.collection)
        }
        if try hasOddRows(statements) { sql.excludeOddRows() }
        return sql
    }
}
