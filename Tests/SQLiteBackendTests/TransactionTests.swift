import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct TransactionTests {
    static let schema = CollectionSchema(
        trusted: "c", key: [.int], fields: [FieldSchema("n", .int)])

    /// A storage with the keys 0 ..< `count`.
    private func filled(_ path: String, _ count: Int) throws -> SQLiteStorage {
        let storage = try open(path)
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            for number in 0..<count {
                try driver.put(try Key(number), ["n": .integer(number)], in: collection)
            }
        }
        return storage
    }

    @Test func `A reader sees what was committed when it began, and nothing later`() throws {
        let folder = try TemporaryFolder()
        let storage = try filled(folder.file("a.db"), 1)
        let reader = try storage.beginRead()
        let late = try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            try driver.put(try Key(0), ["n": 9], in: collection)
            try driver.put(try Key(1), ["n": 9], in: collection)
            let late = try driver.prepare(CollectionSchema("late"))
            try driver.put(try Key(0), [:], in: late)
            return late
        }
        let collection = try #require(try reader.collection(named: "c"))
        #expect(try reader.entries(in: collection).map(\.1) == [["n": 0]])
        #expect(try reader.collection(named: "late") == nil)
        #expect(try reader.entries(in: late).isEmpty)
        #expect(try reader.count(.all, in: late) == 0)
        #expect(try reader.record(try Key(0), in: late) == nil)
        reader.end()
        #expect(try storage.contents("c").count == 2)
        #expect(try storage.contents("late").count == 1)
        try storage.close()
    }

    @Test func `A scan meets what its body writes ahead, and not what it deletes ahead`() throws {
        let folder = try TemporaryFolder()
        let storage = try filled(folder.file("a.db"), 10)
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            var visited: [Key] = []
            try driver.scan(.all, in: collection, reversed: false) { key, _ in
                let key = Key(trusted: key.copy)
                visited.append(key)
                if try key == Key(2) {
                    try driver.delete(try Key(3), in: collection)
                    try driver.put(try Key(100), [:], in: collection)
                    try driver.put(try Key(-1), [:], in: collection)
                }
                return true
            }
            #expect(try visited == ([0, 1, 2] + Array(4...9) + [100]).map { try Key($0) })
        }
        try storage.close()
    }

    @Test func `What is lent stays as it is, whatever the body does`() throws {
        let folder = try TemporaryFolder()
        let storage = try filled(folder.file("a.db"), 10)
        let wider = try CollectionSchema(
            "c", key: [.int], fields: [FieldSchema("n", .int), FieldSchema("m", .string)])
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            var visits = 0
            try driver.scan(.all, in: collection, reversed: true) { key, record in
                let before = (key.copy, record.copy)
                _ = try driver.get(key, in: collection) { inner in
                    _ = try driver.prepare(wider)
                    #expect(try driver.delete(KeyRange(after: try Key(5)), in: collection) >= 0)
                    try driver.savepoint()
                    _ = try driver.delete(.all, in: collection)
                    #expect(try driver.count(.all, in: collection) == 0)
                    _ = try driver.prepare(CollectionSchema("other"))
                    try driver.rollBackToSavepoint()
                    #expect(inner.copy == before.1)
                }
                #expect(key.copy == before.0)
                #expect(record.copy == before.1)
                visits += 1
                return true
            }
            #expect(visits == 7)
            #expect(try driver.collection(named: "other") == nil)
            #expect(try driver.count(.all, in: collection) == 6)
        }
        #expect(try storage.contents("c").count == 6)
        #expect(try storage.check() == [])
        try storage.close()
    }

    @Test func `Ten thousand records are scanned, counted and deleted by range`() throws {
        let folder = try TemporaryFolder()
        let storage = try filled(folder.file("a.db"), 10_000)
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            let range = KeyRange(from: try Key(2_500), until: try Key(7_500))
            let found = try driver.entries(range, in: collection, reversed: true)
            #expect(found.count == 5_000)
            #expect(found.first?.1 == ["n": 7_499])
            #expect(found.last?.1 == ["n": 2_500])
            #expect(try driver.count(range, in: collection) == 5_000)
            #expect(try driver.delete(range, in: collection) == 5_000)
            #expect(try driver.delete(range, in: collection) == 0)
            #expect(try driver.count(.all, in: collection) == 5_000)
        }
        try storage.close()
    }

    @Test func `A condition decides whether a record is stored`() throws {
        let folder = try TemporaryFolder()
        let storage = try filled(folder.file("a.db"), 1)
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            let (there, missing) = (try Key(0), try Key(1))
            #expect(try !driver.put(there, ["n": 5], in: collection, if: .absent))
            #expect(try driver.record(there, in: collection) == ["n": 0])
            #expect(try !driver.put(missing, ["n": 5], in: collection, if: .present))
            #expect(try driver.record(missing, in: collection) == nil)
            #expect(try driver.put(there, ["n": 0], in: collection, if: .present))
            #expect(try driver.put(missing, ["n": 5], in: collection, if: .absent))
            #expect(try driver.record(missing, in: collection) == ["n": 5])
        }
        try storage.close()
    }

    @Test func `A file that may not grow refuses the transaction whole, and takes the next one`()
        throws
    {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration(path: folder.file("a.db"))
        configuration.maximumPages = 40
        let storage = try SQLiteStorage(configuration)
        let handle = try storage.write { driver in
            let handle = try driver.prepare(Self.schema)
            try driver.put(try Key(0), ["n": 0], in: handle)
            return handle
        }
        let large = try Record([("x", .bytes(Array(repeating: 7, count: 9_000)))])
        let driver = try storage.beginWrite()
        let error = failure {
            for number in 1...100 { try driver.put(try Key(number), large, in: handle) }
        }
        #expect(error?.code == .full)
        #expect(failure { try driver.put(try Key(0), ["n": 1], in: handle) } != nil)
        #expect(failure { try driver.commit() } != nil)
        #expect(try storage.contents("c") == [Key(0): ["n": 0]])
        _ = try storage.write { driver in try driver.put(try Key(2), ["n": 2], in: handle) }
        #expect(try storage.contents("c").count == 2)
        #expect(try storage.check() == [])
        try storage.close()
    }
}
