import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct ColumnTests {
    static let fields: [FieldSchema] = [
        FieldSchema("b", .bool), FieldSchema("i", .int), FieldSchema("d", .double),
        FieldSchema("m", .decimal), FieldSchema("s", .string), FieldSchema("x", .bytes),
        FieldSchema("t", .date), FieldSchema("u", .uuid),
    ]

    static let values: [Value] = [
        nil, true, false, .int(.min), 0, .int(.max), .uint(.max), 1.5, 3.0, 1e15, 9.1e18,
        .double(-0.0), .double(.nan), .double(Double(nan: 5, signaling: false)),
        .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude),
        .decimal(Decimal(string: "0.1") ?? 0), .decimal(Decimal(string: "-1E-100") ?? 0),
        .decimal(Decimal(string: "12E100") ?? 0), .decimal(.nan), .decimal(0), .decimal(100),
        .decimal(Decimal(string: "99999999999999999999999999999999999999") ?? 0),
        "", "a\0b", "007", "1e3", "é", "e\u{301}", .bytes([]), .bytes([0, 255]),
        .date(Date(timeIntervalSinceReferenceDate: -0.0)), .date(.distantPast),
        .date(Date(timeIntervalSinceReferenceDate: 0.1)),
        .date(Date(timeIntervalSinceReferenceDate: .nan)),
        .uuid(UUID(1, 2)), .array([1, "x"]), .object(["a": 1]), .object([:]),
    ]

    @Test func `Every value comes back bit for bit in a column of every kind`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        var records: [Key: Record] = [:]
        var number = 0
        for value in Self.values {
            for field in Self.fields {
                records[try Key(number)] = try Record([
                    (field.name, value), ("a", 1), ("k", nil), ("zz", "rest"),
                ])
                number += 1
            }
        }
        let storage = try open(path)
        try storage.write { driver in
            let collection = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: Self.fields))
            for (key, record) in records { try driver.put(key, record, in: collection) }
        }
        #expect(try storage.contents("c") == records)
        #expect(try storage.check() == [])
        try storage.close()
        let again = try open(path)
        #expect(try again.contents("c") == records)
        try again.close()
    }

    @Test func `Declared fields are columns that any SQLite tool reads`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        try storage.write { driver in
            let collection = try driver.prepare(
                CollectionSchema("c", key: [.string], fields: Self.fields))
            try driver.put(
                try Key("first"),
                [
                    "b": true, "i": -7, "d": 3.0, "m": .decimal(Decimal(string: "-129.90") ?? 0),
                    "s": "it", "x": .bytes([1, 2]),
                    "t": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "u": .uuid(UUID(1, 2)),
                ], in: collection)
            try driver.put(
                try Key("second"),
                ["b": nil, "i": "7", "d": .double(.nan), "s": 7, "other": 1], in: collection)
        }
        try storage.close()
        let rows = try sql(
            path,
            "SELECT key, quote(b), quote(i), quote(d), quote(m), quote(s), quote(x), quote(t), "
                + "quote(u), rest IS NULL FROM c ORDER BY key")
        #expect(
            rows == [
                [
                    "first", "1", "-7", "3.0", "'-129.9'", "'it'", "X'0102'", "0.5",
                    "X'00000000000000010000000000000002'", "1",
                ],
                ["second"] + Array(repeating: "NULL", count: 8) + ["0"],
            ])
    }

    @Test func `A native key is the value itself`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        try storage.write { driver in
            for (name, kinds, key) in [
                ("int", [.int], try Key(-5)), ("string", [.string], try Key("é")),
                ("uuid", [.uuid], try Key(UUID(1, 2))),
                ("bytes", [.bytes], try Key([.bytes([0, 9])])),
                ("any", nil, try Key(-5)),
            ] as [(String, [KeyKind]?, Key)] {
                try driver.put(
                    key, [:], in: try driver.prepare(CollectionSchema(name, key: kinds)))
            }
        }
        try storage.close()
        let cells = try ["int", "string", "uuid", "bytes", "any"].map {
            try sql(path, "SELECT quote(key) FROM \"\($0)\"")[0][0]
        }
        #expect(
            cells == [
                "-5", "'é'", "X'00000000000000010000000000000002'", "X'0009'",
                "X'207FFFFFFFFFFFFFFB'",
            ])
    }

    @Test func `Fields declared later get columns, and records already there are filed anew`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        var records: [Key: Record] = [:]
        for number in 0..<2000 {
            records[try Key(number)] = try Record(
                ["a", "b", "i", "s"].map { name in
                    (name, Self.values[(number &* 7 + name.utf8.count) % Self.values.count])
                })
        }
        try storage.write { driver in
            let collection = try driver.prepare(CollectionSchema("c", key: [.int]))
            for (key, record) in records { try driver.put(key, record, in: collection) }
        }
        let handle = try storage.write { driver in
            let first = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: [FieldSchema("s", .string)]))
            let second = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: Self.fields))
            #expect(first == second)
            return second
        }
        #expect(try storage.contents("c") == records)
        // Leaving a declaration out keeps the column.
        try storage.write { driver in
            #expect(try driver.prepare(CollectionSchema("c", key: [.int])) == handle)
            try driver.put(try Key(5), ["i": 5, "s": "five"], in: handle)
        }
        try storage.close()
        #expect(try sql(path, "SELECT i, s, rest FROM c WHERE key = 5") == [["5", "five", "NULL"]])
        let strings = records.values.filter {
            if case .string = try? $0.value(of: "s") { true } else { false }
        }
        let counted = try sql(path, "SELECT count(s) FROM c WHERE key <> 5")[0][0]
        let there = if case .string = try records[Key(5)]?.value(of: "s") { 1 } else { 0 }
        #expect(counted == "\(strings.count - there)")
    }

    @Test func `A widening that is rolled back leaves the old columns`() throws {
        let folder = try TemporaryFolder()
        let storage = try open(folder.file("a.db"))
        let key = try Key(1)
        let handle = try storage.write { driver in
            let handle = try driver.prepare(CollectionSchema("c", key: [.int]))
            try driver.put(key, ["i": 1], in: handle)
            try driver.savepoint()
            _ = try driver.prepare(CollectionSchema("c", key: [.int], fields: Self.fields))
            try driver.put(key, ["i": 2], in: handle)
            try driver.rollBackToSavepoint()
            #expect(try driver.record(key, in: handle) == ["i": 1])
            try driver.put(key, ["i": 3], in: handle)
            return handle
        }
        let driver = try storage.beginWrite()
        _ = try driver.prepare(CollectionSchema("c", key: [.int], fields: Self.fields))
        driver.end()
        try storage.write { driver in
            #expect(try driver.record(key, in: handle) == ["i": 3])
            try driver.put(key, ["i": 4], in: handle)
        }
        #expect(try storage.contents("c") == [key: ["i": 4]])
        try storage.close()
    }

    @Test func `A column that another program filled with something else is reported, not guessed`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        try storage.write { driver in
            let handle = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: Self.fields))
            try driver.put(try Key(1), ["i": 1], in: handle)
        }
        try storage.close()
        try sql(path, "UPDATE c SET i = 'one'")
        let again = try open(path)
        let error = failure { _ = try again.contents("c") }
        #expect(error?.code == .damaged)
        #expect(error?.collection == "c")
        #expect(error?.field == "i")
        #expect(try again.check().count == 1)
        try again.close()
        try sql(path, "ALTER TABLE c DROP COLUMN i")
        let third = try open(path)
        #expect(failure { _ = try third.contents("c") }?.code == .damaged)
        #expect(try third.check().count == 1)
        try third.close()
    }

    @Test func `A field in a column and in the rest at once is reported, not guessed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        try storage.write { driver in
            let handle = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: Self.fields))
            try driver.put(try Key(1), ["i": "text", "z": 1], in: handle)
        }
        try storage.close()
        try sql(path, "UPDATE c SET i = 1")
        let again = try open(path)
        #expect(failure { _ = try again.contents("c") }?.code == .damaged)
        #expect(try again.check().count == 1)
        try again.close()
    }
}

@Suite struct NameTests {
    static let names = [
        "order", "ORDER", "Order", "select", "table", "index", "sqlite_master", "SQLite_x", "rowid",
        "a\"b", "a\"\u{301}b", "\"", "a'b", "a]b", "a;b", "a b", "a\0b", "a_b", "é", "e\u{301}",
        "日本", "👩‍👩‍👧", "100%",
        "_", "a:b", "a", "A", String(repeating: "n", count: 255), "main", "sqlite_",
    ]

    @Test func `Collections of any name are kept apart`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        let own = ["$indexes", "$collections", "$columns", "$catalog"]
        try storage.write { driver in
            for name in Self.names {
                let handle = try driver.prepare(CollectionSchema(name))
                try driver.put(try Key("name"), ["name": .string(name)], in: handle)
            }
            for name in own {
                let handle = try driver.prepare(
                    CollectionSchema(trusted: name, key: [.string], fields: []))
                try driver.put(try Key("name"), ["name": .string(name)], in: handle)
            }
        }
        try storage.close()
        let again = try open(path)
        for name in Self.names + own {
            #expect(try again.contents(name) == [Key("name"): ["name": .string(name)]])
        }
        #expect(try again.check() == [])
        try again.close()
        #expect(
            try sql(path, "SELECT table_name FROM \"$collections\" WHERE name = 'order'") == [
                ["order"]
            ])
    }

    @Test func `Fields of any name are kept apart`() throws {
        let folder = try TemporaryFolder()
        let storage = try open(folder.file("a.db"))
        let names =
            Self.names + ["", "key", "KEY", "rest", "oid", "_rowid_", "t", "excluded", "key_2"]
        let half = names.count / 2
        let record = try Record(names.map { ($0, .string($0)) })
        func schema(_ names: some Sequence<String>) throws -> CollectionSchema {
            try CollectionSchema("c", key: [.int], fields: names.map { FieldSchema($0, .string) })
        }
        try storage.write { driver in
            let handle = try driver.prepare(schema(names[..<half]))
            try driver.put(try Key(1), record, in: handle)
            _ = try driver.prepare(schema(names))
            try driver.put(try Key(2), record, in: handle)
        }
        #expect(try storage.contents("c") == [Key(1): record, Key(2): record])
        try storage.close()
    }

    @Test func `Fields beyond the limit of columns are kept all the same`() throws {
        let folder = try TemporaryFolder()
        let storage = try open(folder.file("a.db"))
        let names = (0..<2500).map { "field \($0)" }
        let record = try Record(names.map { ($0, 1) })
        try storage.write { driver in
            let handle = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: names.map { FieldSchema($0, .int) }))
            try driver.put(try Key(1), record, in: handle)
        }
        #expect(try storage.contents("c") == [Key(1): record])
        try storage.close()
    }
}
