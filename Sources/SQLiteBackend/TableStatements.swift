import CSQLite
import StorageCore

/// The statements of one table on one connection, prepared when first used and found by index.
///
/// A statement is taken while it is used: what needs the same one meanwhile, as a read inside a scan
/// does, gets another, which is not kept.
final class TableStatements {
    let table: Table
    private unowned let connection: Connection
    private var kept: [Statement?]
    private var queries = QueryStatements()

    init(_ table: Table, on connection: Connection) {
        self.table = table
        self.connection = connection
        kept = Array(repeating: nil, count: StatementShape.count)
    }

    /// Takes a statement, which is prepared if none is kept.
    func take(_ shape: StatementShape) throws(StorageError) -> Statement {
        if let statement = kept[shape.index], !statement.isTaken {
            statement.isTaken = true
            return statement
        }
        let statement = try Statement(shape.sql(for: table), on: connection)
        statement.isTaken = true
        if kept[shape.index] == nil {
            var kept = kept
            kept[shape.index] = statement
            self.kept = kept
        }
        return statement
    }

    /// Gives a statement back.
    func giveBack(_ statement: Statement) {
        statement.reset()
        statement.isTaken = false
    }

    /// Takes the statement of a query out of the cache, or prepares it, and binds its constants.
    func take(query sql: String, _ constants: [Scalar]) throws(StorageError) -> Statement {
        let statement: Statement
        if let idle = queries.take(sql) {
            statement = idle
        } else {
            statement = try Statement(sql, on: connection)
        }
        for (index, constant) in constants.enumerated() {
            let result = statement.bind(constant, at: CInt(index + 1))
            // A binding that failed is NULL, and would give another answer.
            guard result == SQLITE_OK else { throw connection.failure(result, "query") }
        }
        return statement
    }

    /// Puts the statement of a query back.
    func put(_ statement: Statement, query sql: String) {
        statement.reset()
        statement.unbind()
        queries.put(statement, sql)
    }
}

/// What a statement of a table does.
enum StatementShape {
    case get
    case put(PutCondition)
    case delete
    case hasOddRows
    case oddRows
    case scan(RangeShape, reversed: Bool)
    case count(RangeShape)
    case deleteRange(RangeShape)

    static let count = ranges + 4 * RangeShape.count
    private static let ranges = 7

    /// The place of the statement in a table's cache.
    var index: Int {
        switch self {
        case .get: 0
        case .put(.always): 1
        case .put(.absent): 2
        case .put(.present): 3
        case .delete: 4
        case .hasOddRows: 5
        case .oddRows: 6
        case .scan(let range, false): Self.ranges + range.index
        case .scan(let range, true): Self.ranges + RangeShape.count + range.index
        case .count(let range): Self.ranges + 2 * RangeShape.count + range.index
        case .deleteRange(let range): Self.ranges + 3 * RangeShape.count + range.index
        }
    }

    func sql(for table: Table) -> String {
        let row = table.rowSQL
        switch self {
        case .get: return "SELECT \(row) FROM \(table.sql) WHERE t.key = ?1"
        case .put(let condition): return Self.put(condition, table)
        case .delete: return "DELETE FROM \(table.sql) WHERE t.key = ?1"
        case .hasOddRows: return "SELECT 1 FROM \(table.sql) WHERE t.odd = 1 LIMIT 1"
        case .oddRows:
            return "SELECT t.key, \(row) FROM \(table.sql) WHERE t.odd = 1 ORDER BY t.key"
        case .scan(let range, let reversed):
            return "SELECT t.key, \(row) FROM \(table.sql)\(range.sql) ORDER BY t.key"
                + (reversed ? " DESC" : "")
        case .count(let range): return "SELECT count(*) FROM \(table.sql)\(range.sql)"
        case .deleteRange(let range): return "DELETE FROM \(table.sql)\(range.sql)"
        }
    }

    private static func put(_ condition: PutCondition, _ table: Table) -> String {
        let names = table.writtenNames.map(\.quoted)
        let places = names.indices.map { "?\($0 + 2)" }
        let insertion =
            "INSERT INTO \(table.sql) (key, \(names.joined(separator: ", "))) VALUES (?1, "
            + places.joined(separator: ", ") + ")"
        func assignments(_ values: [String]) -> String {
            zip(names, values).map { "\($0) = \($1)" }.joined(separator: ", ")
        }
        switch condition {
        case .absent: return insertion + " ON CONFLICT (key) DO NOTHING"
        case .always:
            return insertion + " ON CONFLICT (key) DO UPDATE SET "
                + assignments(names.map { "excluded.\($0)" })
        case .present:
            return "UPDATE \(table.sql) SET \(assignments(places)) WHERE t.key = ?1"
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
