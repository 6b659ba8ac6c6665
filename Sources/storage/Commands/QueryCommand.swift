import CommandLineTool
import StorageCore

/// `storage query`: prints the records that a filter is true of.
struct QueryCommand: Command {
    static let name = "query"
    static let summary = "print the records that a filter is true of, as JSON Lines"
    static let usage =
        "URL COLLECTION [--where EXPR] [--order FIELD[:desc],…] [--limit N] [--offset N] "
        + "[--after CURSOR | --before CURSOR] [--count | --explain] [--json]"
    static let options = [
        OptionName(
            "where", "EXPR",
            "a filter, such as 'age >= 18 and (name startsWith \"A\" or tags contains \"x\")'"),
        OptionName("order", "FIELD[:desc],…", "what to sort by; what is equal is sorted by key"),
        OptionName(
            "limit", "N", "how many at most; standard error has the cursors of the other pages"),
        OptionName("offset", "N", "how many to leave out first"),
        OptionName(
            "after", "CURSOR", "begin behind a page, with the cursor that it had as 'next:'"),
        OptionName(
            "before", "CURSOR", "end before a page, with the cursor that it had as 'previous:'"),
        OptionName("count", nil, "print how many records there are instead"),
        OptionName("explain", nil, "print how they would be found instead"),
        OptionName("json", nil, "print the plan as JSON; all else is JSON with or without it"),
    ]

    private let url: StorageURL
    private let collection: String
    private let query: Query
    private let isCounting: Bool
    private let isExplaining: Bool
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        query = try arguments.query()
        isCounting = arguments.has("count")
        isExplaining = arguments.has("explain")
        isJSON = arguments.has("json")
        guard !isCounting || !isExplaining else {
            throw UsageError("give '--count' or '--explain', not both")
        }
    }

    func run(_ output: Output) throws -> ExitStatus {
        try withDatabase(url.openedForReading()) { database in
            try database.read { tx in
                if isCounting {
                    output.line("\(try count(tx))")
                } else if isExplaining {
                    try output.plan(tx.explain(query, in: collection), isJSON: isJSON)
                } else {
                    try print(tx, output)
                }
            }
        }
        return .done
    }

    private func count(_ tx: borrowing ReadTransaction) throws -> Int {
        if query == Query(where: query.filter) {
            return try tx.count(where: query.filter, in: collection)
        }
        var count = 0
        try tx.scan(query, in: collection) { _, _ in
            count += 1
            return true
        }
        return count
    }

    private func print(_ tx: borrowing ReadTransaction, _ output: Output) throws {
        guard let limit = query.limit, limit > 0 else {
            return try tx.scan(query, in: collection) { key, record in
                output.entry(key, record)
                return true
            }
        }
        let page = try tx.page(query, in: collection)
        for (key, record) in page.elements { output.entry(key, record) }
        if let cursor = page.previous { output.note("previous: \(cursor)") }
        if let cursor = page.next { output.note("next: \(cursor)") }
    }
}

extension Arguments {
    fileprivate func query() throws(UsageError) -> Query {
        var query = Query(
            limit: try number("limit"), offset: try number("offset") ?? 0, position: try position())
        if let text = value("where") {
            query.filter = try read { () throws(StorageError) in try Filter(text: text) }
        }
        if let text = value("order") {
            query.orders = try read { () throws(StorageError) in try [Order](text: text) }
        }
        return query
    }

    private func position() throws(UsageError) -> Cursor.Position? {
        let (after, before) = (try cursor("after"), try cursor("before"))
        guard after == nil || before == nil else {
            throw UsageError("give '--after' or '--before', not both")
        }
        return after.map { .after($0) } ?? before.map { .before($0) }
    }

    private func cursor(_ option: String) throws(UsageError) -> Cursor? {
        guard let text = value(option) else { return nil }
        return try read { () throws(StorageError) in try Cursor(text: text) }
    }
}

extension Output {
    /// Prints a plan, in lines or as a JSON object.
    fileprivate func plan(_ plan: QueryPlan, isJSON: Bool) throws {
        if isJSON {
            return line(
                try Record([
                    ("access", .string(plan.access.description)),
                    ("engine", plan.engine.map { .string($0) } ?? .null),
                    ("filter", plan.filter == .all ? .null : .string(plan.filter.description)),
                    ("native", .bool(plan.engine != nil)), ("sorted", .bool(plan.isSorted)),
                ]).json)
        }
        line("access: \(plan.engine ?? plan.access.description)")
        line("by:     \(plan.engine == nil ? "Core" : "native")")
        if plan.filter != .all { line("filter: \(plan.filter)") }
        if plan.isSorted { line("sort:   all that is found") }
    }
}
