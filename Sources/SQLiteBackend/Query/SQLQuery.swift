import StorageCore

/// A query in SQL, as far as SQL says exactly what is asked.
struct SQLQuery {
    /// What of the query is in SQL.
    private(set) var part = EngineQuery([])
    /// Which rows: those that meet the first condition, and behind them those that meet the next.
    private(set) var rows: [SQLCondition] = []
    /// The rows' order, if it matters, as what ends a statement.
    private(set) var order = ""

    /// More bytes of constants than this are no statement's business.
    private static let maximumSize = 1 << 28

    init(_ query: EngineQuery, in table: Table, maximumParameters: Int) {
        var allowance = Allowance(
            height: SQLCondition.maximumHeight - 3 * Self.levels(query.conditions.count + 2),
            parameters: maximumParameters - 1, size: Self.maximumSize)
        var rows = [SQLCondition.always]
        if let order = query.order, let columns = table.columns(of: order) {
            let behind = query.position.map { table.rows(behind: $0, in: order) } ?? rows
            if let behind, allowance.grants(behind) {
                rows = behind
                part.order = order
                part.position = query.position
                self.order = Self.sql(order, columns)
            }
        }
        var common: [SQLCondition] = []
        for filter in query.conditions {
            guard let condition = table.condition(filter), allowance.grants([condition]) else {
                continue
            }
            part.conditions.append(filter)
            common.append(condition)
        }
        let isWhole =
            part.conditions.count == query.conditions.count
            && (query.order == nil || part.order != nil)
        if isWhole { part.limit = query.limit }
        self.rows = rows.map { .conjunction(common + [$0]) }
    }

    /// How deep a balanced tree of so many leaves is.
    private static func levels(_ count: Int) -> Int {
        Int.bitWidth - (count - 1).leadingZeroBitCount
    }

    private static func sql(_ order: EngineOrder, _ columns: [QueryColumn]) -> String {
        // SQLite sorts NULL first, and last if it sorts downwards, as is wanted.
        let parts = zip(columns, order.parts).map { $0.sql + ($1.isDescending ? " DESC" : "") }
        let key = "t." + Table.keyName + (order.isKeyDescending ? " DESC" : "")
        return " ORDER BY " + (parts + [key]).joined(separator: ", ")
    }

    /// What is left of what SQLite takes in one statement.
    private struct Allowance {
        let height: Int
        var parameters: Int
        var size: Int

        mutating func grants(_ conditions: [SQLCondition]) -> Bool {
            var (parameters, size) = (parameters, size)
            for case .expression(let expression) in conditions {
                parameters -= expression.constants.count
                for constant in expression.constants { size -= constant.bytes.count }
                guard expression.height <= height, parameters >= 0, size >= 0 else { return false }
            }
            (self.parameters, self.size) = (parameters, size)
            return true
        }
    }
}

extension SQLQuery {
    /// Leaves out the rows that SQL cannot be asked about.
    mutating func excludeOddRows() {
        rows = rows.map { .conjunction([$0, .isOrdinary]) }
    }

    /// The SQL for what stands in `columns` of the rows that meet a condition, whose constants are
    /// its parameters.
    static func select(_ columns: String, of table: Table, where condition: SQLCondition) -> String
    {
        let all = "SELECT \(columns) FROM \(table.sql)"
        guard case .expression(let expression) = condition else { return all }
        return all + " WHERE " + expression.sql
    }
}
