import StorageCore

/// What a query reads of each row.
struct RowSelection {
    /// The key, the columns, and the rest, in SQL.
    let sql: String
    let shape: RowShape

    /// The columns of some fields, or those of all of them: for nil, and if one has no column.
    init(_ fields: [String]?, of table: Table) {
        let columns = fields.map { $0.compactMap(table.column) } ?? []
        guard let fields, columns.count == fields.count else {
            sql = "t.key, " + table.rowSQL
            shape = table.shape
            return
        }
        let selected = Set(columns).sorted { $0.field.precedesInUTF8($1.field) }
        let names = selected.map(\.sql)
        // What is NULL may be a null, which is in the rest.
        let rest =
            names.isEmpty
            ? "NULL"
            : "CASE WHEN \(names.map { $0 + " IS NULL" }.joined(separator: " OR ")) "
                + "THEN t.rest END"
        sql = (["t.key"] + names + [rest]).joined(separator: ", ")
        shape = RowShape(selected)
    }
}
