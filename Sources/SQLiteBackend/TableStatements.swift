import StorageCore

/// The statements of one table on one connection, prepared when first used and found by index.
///
/// A statement is taken out while it is used: what needs the same one meanwhile, as a read inside
/// a scan does, gets another.
final class TableStatements {
    let table: Table
    private unowned let connection: Connection
    private var idle: [Statement?]

    init(_ table: Table, on connection: Connection) {
        self.table = table
        self.connection = connection
        idle = Array(repeating: nil, count: StatementShape.count)
    }

    /// Takes a statement out of the cache, or prepares it.
    func take(_ shape: StatementShape) throws(StorageError) -> Statement {
        if let statement = idle[shape.index] {
            idle[shape.index] = nil
            return statement
        }
        return try Statement(shape.sql(for: table), on: connection)
    }

    /// Puts a statement back.
    func put(_ statement: Statement, _ shape: StatementShape) {
        statement.reset()
        idle[shape.index] = statement
    }
}

/// What a statement of a table does.
enum StatementShape {
    case get
    case put(PutCondition)
    case delete
    case scan(RangeShape, reversed: Bool)
    case count(RangeShape)
    case deleteRange(RangeShape)

    static let count = 5 + 4 * RangeShape.count

    /// The place of the statement in a table's cache.
    var index: Int {
        switch self {
        case .get: 0
        case .put(.always): 1
        case .put(.absent): 2
        case .put(.present): 3
        case .delete: 4
        case .scan(let range, false): 5 + range.index
        case .scan(let range, true): 5 + RangeShape.count + range.index
        case .count(let range): 5 + 2 * RangeShape.count + range.index
        case .deleteRange(let range): 5 + 3 * RangeShape.count + range.index
        }
    }

    func sql(for table: Table) -> String {
        let name = "main." + table.name.quoted
        // A column that is gone must be an error: without the table before it, SQLite would take
        // a quoted name for a string.
        let fields = (table.columns.map(\.name) + [Table.restName]).map { "t." + $0.quoted }
            .joined(separator: ", ")
        switch self {
        case .get: return "SELECT \(fields) FROM \(name) AS t WHERE t.key = ?1"
        case .put(let condition): return Self.put(condition, table, name)
        case .delete: return "DELETE FROM \(name) AS t WHERE t.key = ?1"
        case .scan(let range, let reversed):
            return "SELECT t.key, \(fields) FROM \(name) AS t\(range.sql) ORDER BY t.key"
                + (reversed ? " DESC" : "")
        case .count(let range): return "SELECT count(*) FROM \(name) AS t\(range.sql)"
        case .deleteRange(let range): return "DELETE FROM \(name) AS t\(range.sql)"
        }
    }

    private static func put(
        _ condition: PutCondition, _ table: Table, _ name: String
    ) -> String {
        let names = (table.columns.map(\.name) + [Table.restName]).map(\.quoted)
        let places = names.indices.map { "?\($0 + 2)" }
        let insertion =
            "INSERT INTO \(name) (key, \(names.joined(separator: ", "))) VALUES (?1, "
            + places.joined(separator: ", ") + ")"
        func assignments(_ values: [String]) -> String {
            zip(names, values).map { "\($0) = \($1)" }.joined(separator: ", ")
        }
        switch condition {
        case .absent: return insertion + " ON CONFLICT (key) DO NOTHING"
        case .always:
            return insertion + " ON CONFLICT (key) DO UPDATE SET "
                + assignments(names.map { "excluded.\($0)" })
        case .present: return "UPDATE \(name) AS t SET \(assignments(places)) WHERE t.key = ?1"
        }
    }
}

/// Which bounds a range has.
struct RangeShape {
    /// For each side: 0 without a bound, 1 with one that is inside, 2 with one that is outside.
    private let lower: Int
    private let upper: Int

    static let count = 9

    init(_ bounds: KeyBounds) {
        lower = bounds.lower.map { $0.isStrict ? 2 : 1 } ?? 0
        upper = bounds.upper.map { $0.isStrict ? 2 : 1 } ?? 0
    }

    var index: Int { lower * 3 + upper }

    /// The condition, with the lower bound as the first parameter and the upper as the second.
    var sql: String {
        var terms: [String] = []
        if lower > 0 { terms.append("t.key \(lower == 1 ? ">=" : ">") ?1") }
        if upper > 0 { terms.append("t.key \(upper == 1 ? "<=" : "<") ?2") }
        return terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ")
    }
}
