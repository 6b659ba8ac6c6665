import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct QueryEdgeTests {
    /// A database in SQLite and one in memory with the same records of a collection `c`.
    private static func twins(
        _ folder: TemporaryFolder, _ schema: CollectionSchema, _ records: [(Key, Record)]
    ) throws -> [Database] {
        let twins = [Database(MemoryStorage()), Database(try open(folder.file("a.db")))]
        for database in twins {
            try database.write { tx in
                try tx.prepare(schema)
                for (key, record) in records { try tx.put(record, key: key, in: schema.name) }
            }
        }
        return twins
    }

    private static func keys(_ query: Query, _ database: Database) throws -> [Key] {
        try database.read { tx in try tx.records(query, in: "c").map(\.key) }
    }

    private static func plan(_ query: Query, _ database: Database) throws -> QueryPlan {
        try database.read { tx in try tx.explain(query, in: "c") }
    }

    /// Values that some records have, among many that none has.
    private static var lists: [(FieldPath, [Value])] {
        func list(_ count: Int, _ value: (Int) -> Value) -> [Value] { (0..<count).map(value) }
        return [
            ("i", list(300_000) { .int(Int64($0)) } + [.int(.min), .int(.max)]),
            ("s", list(100_000) { .string("\0\($0)") }),
            ("d", list(5000) { .double(Double($0 * 30)) }),
            ("d", list(1000) { .double(Double($0)) }),
            ("u", list(1000) { .uuid(UUID(1, UInt64($0) * 3)) }),
            ("x", list(100) { .bytes([UInt8($0), 0]) } + [nil, .bytes([])]),
            (.key, list(1000) { .string("k\($0 * 2)") }),
        ]
    }

    @Test func `Lists of 300,000 values are answered exactly, and so are their negations`() throws {
        let folder = try TemporaryFolder()
        let records = try (0..<500).map { number -> (Key, Record) in
            let bytes: Value = number % 2 == 0 ? nil : .bytes([UInt8(number & 0xFF), 0])
            let record: Record = [
                "i": .int(Int64(number * 1000)), "s": .string("\0\(number * 1000)"),
                "d": .double(Double(number * 500)), "u": .uuid(UUID(1, UInt64(number))),
                "x": bytes,
            ]
            return (try Key("k\(number)"), record)
        }
        let twins = try Self.twins(
            folder,
            CollectionSchema(
                "c", key: [.string],
                fields: [
                    FieldSchema("i", .int), FieldSchema("s", .string), FieldSchema("d", .double),
                    FieldSchema("u", .uuid), FieldSchema("x", .bytes),
                ], indexes: [IndexSchema("i", [IndexPart("i")])]), records)
        let lists = Self.lists
        for (path, list) in lists {
            let expected = try Self.keys(Query(where: .isIn(path, list)), twins[0])
            #expect(!expected.isEmpty && expected.count < 500, "\(path)")
            #expect(try Self.keys(Query(where: .isIn(path, list)), twins[1]) == expected)
            let others = try Self.keys(Query(where: !.isIn(path, list)), twins[1])
            #expect(Set(others) == Set(records.map(\.0)).subtracting(expected), "\(path)")
            if path == .key || list.count == 5000 { continue }
            let plan = try Self.plan(Query(where: .isIn(path, list)), twins[1])
            #expect(plan.engine != nil && plan.filter == .all, "\(path)")
        }
        for database in twins { try database.close() }
    }

    @Test func `Long chains and deep nesting are answered, by SQLite as far as it can`() throws {
        let folder = try TemporaryFolder()
        let records = try (0..<200).map { number in
            (
                try Key(number),
                try Record([("i", .int(Int64(number))), ("s", .string("\(number % 7)"))])
            )
        }
        let twins = try Self.twins(
            folder,
            CollectionSchema(
                "c", key: [.int], fields: [FieldSchema("i", .int), FieldSchema("s", .string)]),
            records)
        let chain = (0..<1500).map { number in
            number % 2 == 0
                ? Filter.compare("i", .equal, .int(Int64(number)))
                : .text("s", .endsWith, "\(number)", caseInsensitive: false)
        }
        func nested(_ depth: Int) -> Filter {
            (0..<depth).reduce(.compare("i", .less, 100)) { inner, level in
                level % 2 == 0
                    ? .or([.compare("i", .equal, .int(Int64(level))), inner])
                    : .and([.compare("s", .notEqual, .string("\(level)")), inner])
            }
        }
        let filters: [(Filter, isNative: Bool)] = [
            (.or(chain), true), (.and(chain.map { !$0 }), true), (!.or(chain), true),
            (nested(8), true), (nested(15), true), (nested(60), false), (nested(250), false),
        ]
        for (filter, isNative) in filters {
            let answers = try twins.map { try Self.keys(Query(where: filter), $0) }
            #expect(answers[0] == answers[1])
            let plan = try Self.plan(Query(where: filter), twins[1])
            #expect((plan.filter == .all && plan.engine != nil) == isNative)
        }
        for depth in 15..<40 {
            let answers = try twins.map { try Self.keys(Query(where: nested(depth)), $0) }
            #expect(answers[0] == answers[1])
        }
        for database in twins { try database.close() }
    }

    @Test func `Names and constants are never taken for SQL`() throws {
        let folder = try TemporaryFolder()
        let names = NameTests.names + ["key", "rest", "odd", "t", "t.key", "? OR 1", "value"]
        let constants =
            names + ["' OR 1 = 1 --", "\"; DROP TABLE \"c\"; --", "\0'", "%", "_", "?1", ":a"]
        let records = try constants.enumerated().map { number, text in
            (try Key(number), try Record(names.map { ($0, .string(text)) }))
        }
        let twins = try Self.twins(
            folder,
            CollectionSchema(
                "c", key: [.int], fields: names.map { FieldSchema($0, .string) },
                indexes: names.filter { !$0.isEmpty && $0.utf8.count < 200 }.prefix(20).map {
                    try IndexSchema($0, [IndexPart(FieldPath([$0]))])
                }), records)
        for name in names {
            let path = FieldPath([name])
            for text in constants.suffix(8) {
                for filter in [
                    Filter.compare(path, .equal, .string(text)),
                    .text(path, .startsWith, text, caseInsensitive: false),
                    .contains(path, .string(text)),
                ] {
                    let query = Query(where: filter, orderedBy: [.descending(path)])
                    let answers = try twins.map { try Self.keys(query, $0) }
                    #expect(answers[0] == answers[1])
                    #expect(try Self.plan(query, twins[1]).engine != nil)
                }
            }
        }
        #expect(try twins[1].storage.check() == [])
        for database in twins { try database.close() }
    }

    @Test(arguments: [false, true], [true, false])
    func `Pages go through ties and nulls in both directions, from where an index finds them`(
        isDescending: Bool, isIndexed: Bool
    ) throws {
        let folder = try TemporaryFolder()
        let records = try (0..<119).map { number in
            let group = number % 8
            return (
                try Key("\(number)"),
                try Record(
                    group == 7
                        ? number % 3 == 0 ? [("t", nil)] : []
                        : [("t", .date(Date(timeIntervalSinceReferenceDate: Double(group))))])
            )
        }
        let twins = try Self.twins(
            folder,
            CollectionSchema(
                "c", key: [.string], fields: [FieldSchema("t", .date)],
                indexes: isIndexed
                    ? [IndexSchema("t", [IndexPart("t", descending: isDescending)])] : []), records)
        var query = Query(orderedBy: [Order("t", descending: isDescending)], limit: 13)
        let all = try Self.keys(Query(orderedBy: query.orders), twins[0])
        var keys: [Key] = []
        while true {
            let page = try twins[1].read { tx in try tx.page(query, in: "c") }
            keys += page.elements.map(\.key)
            if isIndexed {
                let plan = try Self.plan(query, twins[1]).engine ?? ""
                #expect(plan.hasPrefix("index t") && !plan.contains("sort"))
            }
            // What is deleted behind the page does not matter to the next one.
            if let last = page.elements.last {
                try twins[1].write { tx in _ = try tx.delete(last.key, in: "c") }
            }
            guard let next = page.next else { break }
            query.position = .after(next)
        }
        #expect(keys == all)
        for database in twins { try database.close() }
    }
}
