import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct LayoutTests {
    private static let fields = [FieldSchema("s", .string), FieldSchema("d", .double)]
    private static let records: [Record] = [
        ["s": "a", "d": 1.5, "more": [1, "x"]], [:], ["s": nil, "d": .double(.nan)], ["s": 7],
    ]

    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.db")
    }

    private func open(_ layout: SQLiteLayout?) throws -> SQLiteStorage {
        try SQLiteStorage(SQLiteConfiguration(path: path, layout: layout))
    }

    private func makeStorage(_ layout: SQLiteLayout?) throws {
        let storage = try open(layout)
        try storage.write { driver in
            let handle = try driver.prepare(
                CollectionSchema("c", key: [.int], fields: Self.fields))
            for (number, record) in Self.records.enumerated() {
                try driver.put(try Key(number), record, in: handle)
            }
        }
        try storage.close()
    }

    @Test func `With layout=record a row is the key and the record's bytes`() throws {
        try makeStorage(.record)
        #expect(try sql(path, "PRAGMA user_version") == [["2"]])
        let names = try sql(path, "SELECT name, type FROM pragma_table_info('c')")
        #expect(names == [["key", "INTEGER"], ["record", "BLOB"]])
        let rows = try sql(path, "SELECT key, hex(record) FROM c ORDER BY key")
        #expect(
            rows
                == Self.records.enumerated().map {
                    ["\($0)", $1.bytes.hexadecimal.uppercased()]
                })
    }

    @Test(arguments: SQLiteLayout.allCases)
    func `Without the option a file keeps the layout it has`(_ layout: SQLiteLayout) throws {
        try makeStorage(layout)
        let storage = try open(nil)
        try storage.write { driver in
            let handle = try driver.prepare(
                CollectionSchema("later", fields: [FieldSchema("s", .string)]))
            try driver.put(try Key("k"), ["s": "b"], in: handle)
        }
        #expect(try storage.contents("c").count == Self.records.count)
        #expect(try storage.contents("later") == [Key("k"): ["s": "b"]])
        #expect(try storage.check() == [])
        try storage.close()
        let names = try sql(path, "SELECT name FROM pragma_table_info('later')").map { $0[0] }
        #expect(names == (layout == .record ? ["key", "record"] : ["key", "s", "rest", "odd"]))
    }

    @Test(arguments: SQLiteLayout.allCases)
    func `A file of the other layout is refused with the way out, and left as it is`(
        _ layout: SQLiteLayout
    ) throws {
        try makeStorage(layout)
        let content = try bytes(path)
        let other: SQLiteLayout = layout == .record ? .columns : .record
        let error = failure { _ = try open(other) }
        #expect(error?.code == .invalidConfiguration)
        #expect(
            error?.message
                == "cannot open '\(path)' with layout=\(other.rawValue): the file was created with "
                + "layout=\(layout.rawValue); leave the option out, or copy the storage into a "
                + "new file that has layout=\(other.rawValue)")
        #expect(try bytes(path) == content)
        try open(layout).close()
    }

    @Test func `The layout is an option of the URL`() throws {
        let url = try StorageURL(scheme: "sqlite", path: path, options: ["layout": "record"])
        try Backend.sqlite.open(url).close()
        #expect(try sql(path, "PRAGMA user_version") == [["2"]])
        let wrong = try StorageURL(scheme: "sqlite", path: path, options: ["layout": "rows"])
        let error = failure { _ = try Backend.sqlite.open(wrong) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("columns, record") == true)
        #expect(Backend.sqlite.options.map(\.name).contains("layout"))
    }

    @Test func `A record that another program replaced by a text is reported, not guessed`() throws
    {
        try makeStorage(.record)
        try sql(path, "UPDATE c SET record = 'text' WHERE key = 1")
        let storage = try open(nil)
        for read in [
            { _ = try storage.contents("c") },
            {
                try storage.read { driver in
                    let handle = try #require(try driver.collection(named: "c"))
                    _ = try driver.record(try Key(1), in: handle)
                }
            },
        ] {
            let error = failure(read)
            #expect(error?.code == .damaged)
            #expect(error?.collection == "c")
            #expect(error?.message.contains("the column 'record'") == true)
        }
        try storage.close()
    }

    @Test func `A record that another program cut short is found by a check`() throws {
        try makeStorage(.record)
        try sql(path, "UPDATE c SET record = substr(record, 1, length(record) - 1) WHERE key = 0")
        let storage = try open(nil)
        let findings = try storage.check()
        #expect(findings.count == 1)
        #expect(findings.first?.contains("collection 'c': key 0") == true)
        try storage.close()
    }

    @Test func `Queries find the same in both layouts, by an index too`() throws {
        let filter = Filter.compare("d", .greater, 1) || .isNull("s")
        var answers: [[Key]] = []
        for (number, layout) in SQLiteLayout.allCases.enumerated() {
            let file = folder.file("\(number).db")
            let database = Database(
                try SQLiteStorage(SQLiteConfiguration(path: file, layout: layout)))
            try database.write { tx in
                try tx.prepare(
                    CollectionSchema(
                        "c", key: [.int], fields: Self.fields,
                        indexes: [IndexSchema("byD", [IndexPart("d")])]))
                for (number, record) in Self.records.enumerated() {
                    try tx.put(record, key: try Key(number), in: "c")
                }
            }
            answers += try database.read { tx in
                [
                    try tx.records(Query(where: filter), in: "c").map(\.key),
                    try tx.records(
                        Query(orderedBy: [.descending("d")]), in: "c"
                    ).map(\.key),
                ]
            }
            try database.close()
        }
        #expect(Array(answers[..<2]) == Array(answers[2...]))
        #expect(try answers[0] == [Key(0), Key(1), Key(2)])
    }
}
