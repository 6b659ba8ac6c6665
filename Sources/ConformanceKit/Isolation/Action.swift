import StorageCore

/// What a session of a script does in one step. The records are numbers under numbers.
enum Action: Hashable, Sendable {
    case beginRead
    case beginWrite
    case commit
    case rollBack
    /// Reads one record.
    case get(Int)
    /// Reads all records.
    case all
    /// Reads the records whose numbers are in a range, by a query.
    case find(ClosedRange<Int>)
    /// Reads the record with the greatest number, by a query.
    case greatest
    case put(Int, Int)
    /// Puts what the session last read under a key, and so much more.
    case add(Int, to: Int)
    /// Adds to every number.
    case addToAll(Int)
    case delete(Int)
    /// Reads the records that have a number, and deletes them.
    case deleteWhere(Int)
    /// Creates the index over the numbers.
    case createIndex
    case dropIndex

    /// Whether the action's answer says something about the records.
    var isReading: Bool {
        switch self {
        case .get, .all, .find, .greatest, .deleteWhere: true
        default: false
        }
    }

    /// Whether it begins a transaction.
    var isBeginning: Bool { self == .beginRead || self == .beginWrite }

    /// Whether it ends a transaction.
    var isEnding: Bool { self == .commit || self == .rollBack }
}

extension Action: CustomStringConvertible {
    var description: String {
        switch self {
        case .beginRead: "begins to read"
        case .beginWrite: "begins to write"
        case .commit: "commits"
        case .rollBack: "rolls back"
        case .get(let key): "gets \(key)"
        case .all: "reads all"
        case .find(let range): "finds \(range.lowerBound) to \(range.upperBound)"
        case .greatest: "finds the greatest"
        case .put(let key, let number): "puts \(key) = \(number)"
        case .add(let amount, let key): "adds \(amount) to \(key)"
        case .addToAll(let amount): "adds \(amount) to all"
        case .delete(let key): "deletes \(key)"
        case .deleteWhere(let number): "deletes what is \(number)"
        case .createIndex: "creates the index"
        case .dropIndex: "drops the index"
        }
    }
}

/// The records that a step read: numbers by key.
typealias Answer = [Int: Int]

extension TransactionReader where Self: ~Copyable {
    /// Does what reads, and answers with what it read.
    borrowing func answer(_ action: Action) throws -> Answer {
        switch action {
        case .get(let key):
            let number = try record(try Key(key))?.number
            return number.map { [key: $0] } ?? [:]
        case .all:
            return try numbers(entries().map { ($0.key, $0.record) })
        case .find(let range):
            let (lower, upper) = (Value.integer(range.lowerBound), Value.integer(range.upperBound))
            return try numbers(records(Query(where: .between("n", lower, upper)), in: items))
        case .greatest:
            let query = Query(orderedBy: [.descending("n")], limit: 1)
            return try numbers(records(query, in: items))
        default:
            preconditionFailure("a step that \(action) does not read")  // allowed: a slip here
        }
    }
}

extension WriteTransaction {
    /// Does what is not about the transaction itself, and answers with what it read.
    borrowing func perform(_ action: Action) throws -> Answer {
        switch action {
        case .put(let key, let number):
            try put(.number(number), key: try Key(key), in: items)
        case .addToAll(let amount):
            for (key, number) in try answer(.all) {
                try put(.number(number + amount), key: try Key(key), in: items)
            }
        case .delete(let key):
            try delete(try Key(key), in: items)
        case .deleteWhere(let number):
            let found = try answer(.find(number...number))
            for key in found.keys { try delete(try Key(key), in: items) }
            return found
        case .createIndex: try createIndex(try .byNumber, in: items)
        case .dropIndex: try dropIndex(try IndexSchema.byNumber.name, in: items)
        default:
            return try answer(action)
        }
        return [:]
    }
}

private func numbers(_ entries: [(key: Key, record: Record)]) throws -> Answer {
    var answer: Answer = [:]
    for (key, record) in entries {
        answer[try key.decode(as: Int.self)] = try record.number
    }
    return answer
}

extension Record {
    /// The number that tells the record apart, or nil if it has none.
    fileprivate var number: Int? {
        get throws {
            guard case .int(let number) = try value(of: "n") else { return nil }
            return Int(number)
        }
    }
}
