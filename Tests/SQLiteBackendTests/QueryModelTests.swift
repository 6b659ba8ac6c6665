import Foundation
import SeededNumbers
import TestSupport
import Testing

@testable import SQLiteBackend
@testable import StorageCore

@Suite struct QueryModelTests {
    static let keys: [[KeyKind]?] = [[.int], [.string], [.uuid], [.bytes], nil, [.int, .string]]

    /// What SQLite says it answers, it has to answer as `StorageCore` defines it: constants of all
    /// classes, negations of anything, positions that no record is at.
    @Test(arguments: keys)
    func `SQLite answers exactly the part of a query that it accepts`(key: [KeyKind]?) throws {
        let folder = try TemporaryFolder()
        let storage = try open(folder.file("a.db"))
        var generator = QueryGenerator(
            random: try seededGenerator("\(key.map { "\($0)" } ?? "any")"), isTyped: false)
        let accepted = try storage.write { driver in
            let schema = try CollectionSchema("c", key: key, fields: QueryGenerator.fields)
            let handle = try driver.prepare(schema)
            var entries: [Key: Record] = [:]
            while entries.count < 150 {
                let (key, record) = (try generator.key(key), try generator.record(odd: 3))
                try driver.put(key, record, in: handle)
                entries[key] = record
            }
            for part in ["i", "s", "t", "b"] {
                let index = try IndexSchema(part, [IndexPart(FieldPath([part]))])
                #expect(try (driver as? any IndexingDriver)?.createIndex(index, in: handle) == true)
            }
            let model = try QueryModel(
                try #require(driver as? any QueryDriver), handle, entries)
            try model.checkExceptions()
            var accepted = 0
            for _ in 0..<120 {
                accepted += try model.check(generator.engineQuery(key), &generator) ? 1 : 0
            }
            return accepted
        }
        #expect(accepted > 50)
        #expect(try storage.check() == [])
        try storage.close()
    }

    /// Everything together: what SQLite leaves out, its exceptions, pages and changes between them.
    @Test(arguments: keys)
    func `A database answers from SQLite as from memory`(key: [KeyKind]?) throws {
        let folder = try TemporaryFolder()
        let databases = [
            Database(MemoryStorage()), Database(try open(folder.file("a.db"))),
        ]
        var generator = QueryGenerator(
            random: try seededGenerator("\(key.map { "\($0)" } ?? "any")"), isTyped: true)
        for database in databases {
            try database.write { tx in
                try tx.prepare(
                    CollectionSchema(
                        "c", key: key,
                        fields: QueryGenerator.fields + [
                            FieldSchema("o", .object), FieldSchema("tags", .array),
                        ],
                        indexes: [
                            IndexSchema("i", [IndexPart("i")]),
                            IndexSchema(
                                "td", [IndexPart("t", descending: true), IndexPart("d")]),
                            IndexSchema("m", [IndexPart("m")]),
                        ]))
            }
        }
        for round in 0..<3 {
            for _ in 0..<60 {
                let (key, record) = (
                    try generator.key(key), try generator.record(odd: round == 0 ? 0 : 4)
                )
                for database in databases {
                    try database.write { tx in try tx.put(record, key: key, in: "c") }
                }
            }
            for _ in 0..<25 {
                let query = generator.query(key)
                let answers = try databases.map { try Answer(query, $0) }
                try #require(answers[0] == answers[1], "\(query)")
            }
        }
        for database in databases { try database.close() }
    }
}
