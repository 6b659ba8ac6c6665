import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct QueryTests {
    static let people = [
        FieldSchema("age", .int), FieldSchema("name", .string), FieldSchema("score", .double),
    ]

    /// A database with people of ages from 0 to 99, and the path of its file.
    private static func database(
        _ folder: TemporaryFolder, count: Int = 1000, indexes: [IndexSchema] = [],
        key: [KeyKind]? = [.int]
    ) throws -> (Database, String) {
        let path = folder.file("a.db")
        let database = Database(try open(path))
        try database.write { tx in
            try tx.prepare(CollectionSchema("people", key: key, fields: people, indexes: indexes))
            for number in 0..<count {
                let key = key == [.int] ? try Key(number) : try Key("p\(number)")
                let record = try Record([
                    ("age", .int(Int64(number % 100))), ("name", .string("name \(number)")),
                    ("score", .double(Double(number) / 2)),
                ])
                try tx.put(record, key: key, in: "people")
            }
        }
        return (database, path)
    }

    private static func plan(_ query: Query, _ database: Database) throws -> String {
        try database.read { tx in try tx.explain(query, in: "people").engine ?? "none" }
    }

    @Test(arguments: [[.int], [.string]] as [[KeyKind]])
    func `A plan says which index SQLite uses, and that it need not sort`(key: [KeyKind]) throws {
        let folder = try TemporaryFolder()
        let (database, _) = try Self.database(
            folder,
            indexes: [
                IndexSchema("byAge", [IndexPart("age")]),
                IndexSchema(
                    "by age and name",
                    [
                        IndexPart("score", descending: true), IndexPart("name"),
                    ]),
            ], key: key)
        let plans: [(Query, String)] = [
            (Query(where: .compare("age", .equal, 7)), "index byAge (age=?)"),
            (Query(where: .compare("age", .less, 7)), "index byAge (age<?), sort"),
            (Query(where: .between("age", 7, 9)), "index byAge (age>? AND age<?), sort"),
            (
                Query(where: .compare("age", .greater, 7), orderedBy: [.ascending("age")]),
                "index byAge (age>?)"
            ),
            (Query(orderedBy: [.ascending("age")]), "index byAge"),
            (
                Query(orderedBy: [.descending("score"), .ascending("name")], limit: 3),
                "index by age and name"
            ),
            (Query(where: .isNull("age")), "index byAge (age=?)"),
            (
                Query(where: .isIn("age", (0..<300).map { .int($0) }), limit: 3),
                "index byAge (age=?), sort"
            ),
            (Query(where: .compare("name", .equal, "x")), "scan"),
            (Query(where: .compare("name", .equal, "x"), orderedBy: [.ascending("name")]), "scan"),
            (
                Query(where: .compare(.key, .greater, key == [.int] ? 5 : "p5")),
                "primary key (\(key == [.int] ? "rowid" : "key")>?)"
            ),
        ]
        for (query, plan) in plans {
            let found = try Self.plan(query, database)
            #expect(found == plan, "\(query)")
        }
        try database.close()
    }

    @Test func `An index is one that any SQLite tool sees, from its creation until it is dropped`()
        throws
    {
        let folder = try TemporaryFolder()
        let (database, path) = try Self.database(folder)
        let query = Query(where: .compare("age", .less, 2))
        #expect(try Self.plan(query, database) == "scan")
        let index = try IndexSchema("by age", [IndexPart("age", descending: true)])
        try database.write { tx in
            try tx.createIndex(index, in: "people")
            let count = try tx.count(where: query.filter, in: "people")
            #expect(count == 20)
        }
        #expect(try Self.plan(query, database) == "index by age (age<?), sort")
        try database.close()
        #expect(
            try sql(path, "SELECT sql FROM sqlite_master WHERE name = '$people.by age'") == [
                [#"CREATE INDEX "$people.by age" ON "people" ("age" DESC)"#]
            ])
        let again = Database(try open(path))
        #expect(try Self.plan(query, again) == "index by age (age<?), sort")
        try again.write { tx in try tx.dropIndex("by age", in: "people") }
        #expect(try Self.plan(query, again) == "scan")
        #expect(try again.storage.check() == [])
        try again.close()
        #expect(try sql(path, "SELECT 1 FROM sqlite_master WHERE name LIKE '%by age%'") == [])
        #expect(try sql(path, "SELECT 1 FROM \"$indexes\"") == [])
    }

    @Test func `An index can be created and dropped while a scan or a savepoint is open`() throws {
        let folder = try TemporaryFolder()
        let (database, _) = try Self.database(folder, count: 10)
        let index = try IndexSchema("byAge", [IndexPart("age")])
        try database.write { tx in
            var visited = 0
            try tx.scan(in: "people") { _, _ in
                visited += 1
                if visited % 2 == 1 {
                    try tx.createIndex(index, in: "people")
                } else {
                    try tx.dropIndex("byAge", in: "people")
                }
                return true
            }
            #expect(visited == 10)
        }
        #expect(
            throws: Fault.self,
            performing: {
                try database.write { tx in
                    try tx.savepoint { tx in
                        try tx.createIndex(index, in: "people")
                        throw Fault("back")
                    }
                }
            })
        try database.write { tx in
            try? tx.savepoint { tx in
                try tx.createIndex(index, in: "people")
                throw Fault("back")
            }
            let indexes = try tx.indexes(in: "people")
            #expect(indexes == [])
            try tx.createIndex(index, in: "people")
        }
        let query = Query(where: .compare("age", .equal, 3))
        #expect(try Self.plan(query, database) == "index byAge (age=?)")
        try database.close()
    }

    @Test func `Fields may be declared together with the index over them, or have no column`()
        throws
    {
        let folder = try TemporaryFolder()
        let (database, path) = try Self.database(folder, count: 10)
        let fields = (0..<600).map { FieldSchema("f\($0)", .int) }
        try database.write { tx in
            try tx.prepare(
                CollectionSchema(
                    "people", key: [.int], fields: fields,
                    indexes: [
                        IndexSchema("new", [IndexPart("f1"), IndexPart("age")]),
                        IndexSchema("beyond", [IndexPart("f99")]),
                    ]))
            try tx.put(["f1": 1, "f99": 2, "age": 3], key: try Key(99), in: "people")
        }
        try database.read { tx in
            for field in ["f1", "f99", "age"] {
                let found = try tx.records(
                    Query(where: .compare(FieldPath([field]), .equal, field == "f1" ? 1 : 2)),
                    in: "people")
                #expect(found.map(\.key).contains(try Key(99)) == (field != "age"))
            }
        }
        try database.close()
        #expect(try sql(path, "SELECT name FROM \"$indexes\"") == [["new"]])
    }

    private static let numbers = [FieldSchema("i", .int), FieldSchema("d", .double)]

    @Test func `A query may be asked while the answer of the same query is read`() throws {
        let folder = try TemporaryFolder()
        let database = Database(try open(folder.file("a.db")))
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", key: [.int], fields: Self.numbers))
            for number in 0..<20 {
                let value: Value = number % 5 == 0 ? .uint(.max) : .int(Int64(number))
                try tx.put(Record([("i", value)]), key: try Key(number), in: "c")
            }
        }
        let query = Query(where: .compare("i", .greater, 7), orderedBy: [.ascending("i")])
        let expected = try database.read { tx in try tx.records(query, in: "c").map(\.key) }
        #expect(expected.count == 14)
        try database.read { tx in
            var visited: [Key] = []
            try tx.scan(query, in: "c") { key, _ in
                visited.append(key)
                let inner = try tx.records(query, in: "c").map(\.key)
                let count = try tx.count(where: query.filter, in: "c")
                return inner == expected && count == expected.count
            }
            #expect(visited == expected)
        }
        try database.close()
    }

    @Test func `A file that may only be read is queried as any other, and left alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let database = Database(try open(path))
        try database.write { tx in
            try tx.prepare(
                CollectionSchema(
                    "c", key: [.int], fields: Self.numbers,
                    indexes: [IndexSchema("i", [IndexPart("i")], unique: true)]))
            for number in 0..<100 {
                try tx.put(["i": .int(Int64(number))], key: try Key(number), in: "c")
            }
        }
        try database.close()
        let before = try bytes(path)
        let reader = Database(try open(path, .readOnly))
        let (keys, plan) = try reader.read { tx in
            let query = Query(where: .isIn("i", (40..<400).map { .int($0) }))
            return (
                try tx.records(query, in: "c").map(\.key), try tx.explain(query, in: "c").engine
            )
        }
        #expect(try keys == (40..<100).map { try Key($0) })
        #expect(plan == "index i (i=?), sort")
        try reader.close()
        #expect(try bytes(path) == before)
        #expect(try names(in: folder.path) == ["a.db"])
        #expect(try sql(path, "SELECT \"unique\" FROM pragma_index_list('c')").contains(["0"]))
    }

    @Test func `What a statement of few parameters cannot say is left to StorageCore`() throws {
        let table = Table(
            id: 1, collection: "c", name: "c", key: .int, form: .columns,
            columns: [Column(field: "i", name: "i", kind: .int)], indexes: [])
        let conditions = [
            Filter.or((0..<998).map { .compare("i", .less, .int($0)) }),
            .compare("i", .less, 5), .isIn("i", (0..<5000).map { .int($0) }),
        ]
        let query = EngineQuery(conditions, order: EngineOrder([.ascending("i")]), limit: 3)
        let part = SQLQuery(query, in: table, maximumParameters: 999).part
        #expect(part.conditions == [conditions[0]])
        #expect(part.order == query.order)
        #expect(part.limit == nil)
        #expect(SQLQuery(query, in: table, maximumParameters: 1002).part == query)
    }
}
