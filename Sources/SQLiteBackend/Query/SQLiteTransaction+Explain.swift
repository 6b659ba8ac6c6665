import StorageCore

extension SQLiteTransaction {
    func explain(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> String {
        guard let statements = connection.statements(of: collection) else { return "" }
        let table = statements.table
        let sql = try whole(query, in: collection, statements)
        guard let condition = sql.rows.first, condition != .never else { return "nothing" }
        let text =
            SQLQuery.select("t.key, " + table.rowSQL, of: table, where: condition) + sql.order
        let statement = try Statement("EXPLAIN QUERY PLAN " + text, on: connection)
        var steps: [String] = []
        while try statement.step("explain") {
            if let step = table.step(statement.text(3)[...]), !steps.contains(step) {
                steps.append(step)
            }
        }
        return steps.joined(separator: ", ")
    }
}

extension Table {
    /// A line of SQLite's plan in our words, or nil if it says nothing about the table.
    fileprivate func step(_ line: Substring) -> String? {
        if line.dropping("USE TEMP B-TREE") != nil { return "sort" }
        guard let access = line.dropping("SEARCH t") ?? line.dropping("SCAN t") else { return nil }
        guard !access.isEmpty else { return "scan" }
        for keyword in [" USING INTEGER PRIMARY KEY", " USING PRIMARY KEY"] {
            if let bounds = access.dropping(keyword) { return "primary key" + bounds }
        }
        // The longest name first: another one may be its beginning.
        for index in indexes.sorted(by: { $0.sqlName.utf8.count > $1.sqlName.utf8.count }) {
            for keyword in [" USING INDEX ", " USING COVERING INDEX "] {
                if let bounds = access.dropping(keyword + index.sqlName) {
                    return "index \(index.name)" + bounds
                }
            }
        }
        return String(access.dropFirst())
    }
}

extension Substring {
    /// What follows a beginning, or nil if the text begins otherwise.
    fileprivate func dropping(_ beginning: String) -> Substring? {
        guard utf8.starts(with: beginning.utf8) else { return nil }
        return Substring(utf8.dropFirst(beginning.utf8.count))
    }
}
