import StorageCore

/// A column as conditions see it: what it holds for ordinary rows, and how that compares.
struct QueryColumn {
    /// What a column holds.
    enum Content: Equatable {
        /// The values of a field of this kind, and NULL.
        case field(FieldKind)
        /// Keys as values of this kind.
        case key(FieldKind)
        case encodedKey
    }

    /// The column in SQL.
    let sql: String
    let content: Content
    /// Whether an index of the collection finds its values.
    let isIndexed: Bool

    private static let keySQL = "t." + Table.keyName

    /// The column for what stands at a path, or nil if there is none.
    init?(_ path: FieldPath, in table: Table) {
        if path.isKey {
            sql = Self.keySQL
            content =
                switch table.key {
                case .int: .key(.int)
                case .string: .key(.string)
                case .bytes: .key(.bytes)
                case .uuid: .key(.uuid)
                case .encoded: .encodedKey
                }
            isIndexed = false
            return
        }
        guard path.names.count == 1, let column = table.column(of: path.names[0]) else {
            return nil
        }
        sql = column.sql
        content = .field(column.kind)
        isIndexed = table.isIndexed(column)
    }

    /// The kind of what the column holds, or nil if that is of several.
    var kind: FieldKind? {
        switch content {
        case .field(let kind), .key(let kind): kind
        case .encodedKey: nil
        }
    }

    /// Whether SQLite sorts the column as values sort. Decimals are text in the file.
    var isOrdered: Bool { kind != nil && kind != .decimal }

    /// Where a constant stands among what the column holds, or nil if SQL cannot say so.
    func standing(of value: Value) -> Standing? {
        kind.map { Standing(value, in: $0) } ?? .amongKeys(value)
    }

    var isNull: SQLCondition {
        if case .field = content { SQLCondition("\(sql) IS NULL") } else { .never }
    }

    var isNotNull: SQLCondition {
        if case .field = content { SQLCondition("\(sql) IS NOT NULL") } else { .always }
    }

    /// The values in a relation to one that the column may hold.
    func compare(_ relation: Relation, _ value: Scalar) -> SQLCondition {
        let comparison = "\(sql) \(relation.rawValue) ?"
        // Without statistics SQLite takes a range for a fourth of the table, and would rather read
        // all of it in the order of keys than sort that.
        return isIndexed && relation.isRange
            ? SQLCondition("likelihood(\(comparison), 0.02)", [value])
            : SQLCondition(comparison, [value])
    }

    /// How SQL compares values.
    enum Relation: String {
        case equal = "="
        case isNot = "IS NOT"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        var isRange: Bool { self != .equal && self != .isNot }
    }
}
