/// A condition on a row, in SQL.
///
/// Its SQL is true of the rows that the condition is true of; of others it is false or NULL.
enum SQLCondition: Equatable, Sendable {
    case always
    case never
    case expression(Expression)

    /// An expression, and the constants that its question marks stand for, in their order.
    struct Expression: Equatable, Sendable {
        let sql: String
        let constants: [Scalar]
        /// How many symbols SQLite's parser keeps while it reads the expression, at most.
        let height: Int
    }

    /// SQLite's parser keeps 100 symbols. Some are for the statement around the condition.
    static let maximumHeight = 80

    /// A condition that does not consist of others.
    init(_ sql: String, _ constants: [Scalar] = [], height: Int = 16) {
        self = .expression(Expression(sql: sql, constants: constants, height: height))
    }

    /// True of the rows that SQL can be asked about.
    static let isOrdinary = SQLCondition("t.\(Table.oddName) IS NULL")

    /// The constants of the condition's SQL.
    var constants: [Scalar] {
        if case .expression(let expression) = self { expression.constants } else { [] }
    }

    /// The condition that is true of all other rows.
    var negated: SQLCondition {
        switch self {
        case .always: .never
        case .never: .always
        case .expression(let inner):
            // What is not known to be true is false: NULL too.
            SQLCondition("(\(inner.sql)) IS NOT TRUE", inner.constants, height: inner.height + 2)
        }
    }

    /// True where all are.
    static func conjunction(_ parts: [SQLCondition]) -> SQLCondition {
        var expressions: [Expression] = []
        for part in parts {
            switch part {
            case .always: continue
            case .never: return .never
            case .expression(let expression): expressions.append(expression)
            }
        }
        return expressions.isEmpty ? .always : .expression(joined(expressions[...], "AND"))
    }

    /// True where one at least is.
    static func disjunction(_ parts: [SQLCondition]) -> SQLCondition {
        var expressions: [Expression] = []
        for part in parts {
            switch part {
            case .always: return .always
            case .never: continue
            case .expression(let expression): expressions.append(expression)
            }
        }
        return expressions.isEmpty ? .never : .expression(joined(expressions[...], "OR"))
    }

    /// Joins expressions as a balanced tree: a chain would nest as deep as it is long.
    private static func joined(
        _ parts: ArraySlice<Expression>, _ operation: String
    ) -> Expression {
        if parts.count == 1 { return parts[parts.startIndex] }
        let middle = parts.startIndex + parts.count / 2
        let left = joined(parts[..<middle], operation)
        let right = joined(parts[middle...], operation)
        return Expression(
            sql: "(\(left.sql) \(operation) \(right.sql))",
            constants: left.constants + right.constants,
            // Behind a parenthesis, and behind the left side and the operation too.
            height: max(left.height + 1, right.height + 3))
    }
}
