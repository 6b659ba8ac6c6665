import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct OddRowTests {
    private static let schema = [FieldSchema("i", .int), FieldSchema("d", .double)]

    @Test func `Rows whose fields SQL cannot compare are marked, and found by an index`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let database = Database(try open(path))
        let records: [Record] = [
            ["i": 1, "d": 1.5], ["i": "1"], ["d": .double(.nan)], ["d": .double(-0.0)],
            ["i": nil, "d": nil], ["other": "x"], ["i": .uint(.max)], [:],
        ]
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", key: [.int], fields: Self.schema))
            for (number, record) in records.enumerated() {
                try tx.put(record, key: try Key(number), in: "c")
            }
        }
        let odd = "SELECT key FROM c WHERE odd = 1 ORDER BY key"
        #expect(try sql(path, odd) == [["1"], ["2"], ["3"], ["6"]])
        #expect(try sql(path, "SELECT count(*) FROM c WHERE odd IS NULL") == [["4"]])
        let plan = try sql(path, "EXPLAIN QUERY PLAN " + odd).map { $0[3] }
        let id = try sql(path, "SELECT id FROM \"$collections\" WHERE name = 'c'")[0][0]
        #expect(plan == ["SEARCH c USING COVERING INDEX $odd-\(id) (odd=?)"])
        // An odd row becomes an ordinary one, and the other way round.
        try database.write { tx in
            try tx.put(["i": 2], key: try Key(1), in: "c")
            try tx.put(["i": "2"], key: try Key(0), in: "c")
        }
        #expect(try sql(path, odd) == [["0"], ["2"], ["3"], ["6"]])
        let found = try database.read { tx in
            try tx.records(
                Query(where: .compare("i", .greater, 0), orderedBy: [.descending("i")]), in: "c")
        }
        #expect(try found.map(\.key) == [Key(6), Key(1)])
        try database.close()
    }

    @Test func `A field that is declared later makes the rows odd that it cannot hold`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let database = Database(try open(path))
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", key: [.string]))
            try tx.put(["i": 1, "s": "a"], key: try Key("a"), in: "c")
            try tx.put(["i": "1", "s": "b"], key: try Key("b"), in: "c")
            try tx.put(["i": nil, "s": 3], key: try Key("c"), in: "c")
        }
        for (field, odd) in [
            (FieldSchema("i", .int), [["b"]]), (FieldSchema("s", .string), [["b"], ["c"]]),
        ] {
            try database.write { tx in
                try tx.prepare(CollectionSchema("c", key: [.string], fields: [field]))
            }
            #expect(try sql(path, "SELECT key FROM c WHERE odd = 1") == odd)
        }
        let count = try database.read { tx in
            try tx.count(where: .compare("s", .notEqual, "a"), in: "c")
        }
        #expect(count == 2)
        try database.close()
    }

    @Test func `Odd rows are indexed from the first one on, unless that is taken back`() throws {
        struct TakenBack: Error {}
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let database = Database(try open(path))
        let filter = Filter.compare("d", .greaterOrEqual, 1)
        func indexes() throws -> [[String]] {
            try sql(path, "SELECT count(*) FROM sqlite_master WHERE name GLOB '$odd-*'")
        }
        func count() throws -> Int {
            try database.read { try $0.count(where: filter, in: "c") }
        }
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", key: [.int], fields: Self.schema))
            try tx.put(["i": nil, "d": 1.5], key: try Key(1), in: "c")
        }
        #expect(try indexes() == [["0"]])
        let error = #expect(throws: TakenBack.self) {
            try database.write { tx in
                try tx.put(["d": .uint(.max)], key: try Key(2), in: "c")
                throw TakenBack()
            }
        }
        #expect(error != nil)
        try database.write { tx in
            do {
                try tx.savepoint { tx in
                    try tx.put(["d": .double(-0.0)], key: try Key(2), in: "c")
                    throw TakenBack()
                }
            } catch is TakenBack {
                // Which was to be expected.
            }
            try tx.put(["d": 2.5], key: try Key(3), in: "c")
        }
        #expect(try indexes() == [["0"]])
        #expect(try count() == 2)
        for number in 4...5 {
            try database.write { tx in
                try tx.put(["d": 7], key: try Key(number), in: "c")
            }
            #expect(try indexes() == [["1"]])
            #expect(try count() == number - 1)
        }
        try database.close()
        let again = Database(try open(path))
        #expect(try again.read { try $0.count(where: filter, in: "c") } == 4)
        try again.close()
    }

    @Test func `A transaction notices the first odd row that it writes itself`() throws {
        let folder = try TemporaryFolder()
        let database = Database(try open(folder.file("a.db")))
        let filter = Filter.compare("i", .greaterOrEqual, 1)
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", key: [.int], fields: Self.schema))
            try tx.put(["i": 1], key: try Key(1), in: "c")
            var counts = [try tx.count(where: filter, in: "c")]
            try tx.put(["i": .uint(.max)], key: try Key(2), in: "c")
            counts.append(try tx.count(where: filter, in: "c"))
            try tx.delete(try Key(2), in: "c")
            counts.append(try tx.count(where: filter, in: "c"))
            #expect(counts == [1, 2, 1])
        }
        try database.close()
    }
}
