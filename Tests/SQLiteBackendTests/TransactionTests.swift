import CSQLite
import Foundation
import StorageCore
import Synchronization
import TestSupport
import Testing

@testable import SQLiteBackend

@Suite struct TransactionTests {
    let folder: TemporaryFolder
    let path: String
    let storage: SQLiteStorage
    let handle: CollectionHandle

    static let schema = CollectionSchema(
        trusted: "c", key: [.int], fields: [FieldSchema("n", .int), FieldSchema("s", .string)])

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.db")
        storage = try open(path, timeout: .milliseconds(50))
        handle = try storage.write { driver in
            let handle = try driver.prepare(Self.schema)
            for number in 0..<10 { try driver.put(try Key(number), ["n": 0], in: handle) }
            return handle
        }
    }

    private func numbers(_ driver: any ReadDriver) throws -> [Int] {
        try driver.entries(in: handle).map { try $0.0.decode() }
    }

    @Test func `A snapshot is taken at the beginning and shows nothing later`() throws {
        let driver = try storage.beginRead()
        try storage.write { writer in
            try writer.clear(handle)
            let other = try writer.prepare(CollectionSchema("later"))
            try writer.put(try Key(1), [:], in: other)
        }
        #expect(try numbers(driver) == Array(0..<10))
        #expect(try driver.collection(named: "later") == nil)
        let later = try storage.read { try $0.collection(named: "later") }
        #expect(try driver.count(.all, in: try #require(later)) == 0)
        #expect(try driver.entries(in: try #require(later)).isEmpty)
        driver.end()
        #expect(try storage.read { try numbers($0) } == [])
        #expect(try storage.read { try $0.count(.all, in: try #require(later)) } == 1)
        try storage.close()
    }

    @Test func `Many snapshots are open at once, each with its own view`() throws {
        var drivers: [any ReadDriver] = []
        for number in 0..<40 {
            drivers.append(try storage.beginRead())
            try storage.write { try $0.put(try Key(0), ["n": .integer(number + 1)], in: handle) }
        }
        for (number, driver) in drivers.enumerated() {
            let record = try driver.record(try Key(0), in: handle)
            #expect(record == ["n": .integer(number)])
            driver.end()
        }
        try storage.close()
    }

    @Test func `A put stores as its condition says`() throws {
        try storage.write { driver in
            let (old, new) = (try Key(1), try Key(100))
            #expect(try driver.put(old, ["n": 1], in: handle, if: .absent) == false)
            #expect(try driver.record(old, in: handle) == ["n": 0])
            #expect(try driver.put(new, ["n": 1], in: handle, if: .present) == false)
            #expect(try driver.record(new, in: handle) == nil)
            #expect(try driver.put(old, ["s": "x"], in: handle, if: .present))
            #expect(try driver.record(old, in: handle) == ["s": "x"])
            #expect(try driver.put(new, ["n": 2], in: handle, if: .absent))
            #expect(try driver.put(new, ["z": 3], in: handle))
            #expect(try driver.record(new, in: handle) == ["z": 3])
            #expect(try driver.delete(new, in: handle))
            #expect(try driver.delete(new, in: handle) == false)
            let range = KeyRange(from: try Key(3), through: try Key(5))
            #expect(try driver.count(range, in: handle) == 3)
            #expect(try driver.delete(range, in: handle) == 3)
            #expect(try driver.delete(.all, in: handle) == 7)
        }
        try storage.close()
    }

    @Test(arguments: [false, true])
    func `A scan goes to the nearest key beyond the last, as the transaction sees it then`(
        reversed: Bool
    ) throws {
        try storage.write { driver in
            var visited: [Int] = []
            let step = reversed ? -1 : 1
            try driver.scan(.all, in: handle, reversed: reversed) { key, record in
                let bytes = (key.copy, record.copy)
                let number: Int = try Key(trusted: bytes.0).decode()
                visited.append(number)
                if number == 4 {
                    try driver.delete(try Key(4), in: handle)
                    try driver.delete(try Key(4 + step), in: handle)
                    try driver.put(try Key(4 - step), ["n": 9], in: handle)
                }
                if number == 4 + 2 * step {
                    // A new column, a read and a scan in between, and records ahead.
                    _ = try driver.prepare(
                        CollectionSchema("c", key: [.int], fields: [FieldSchema("z", .bool)]))
                    #expect(try driver.record(try Key(4), in: handle) == nil)
                    #expect(try driver.entries(in: handle).count == 8)
                    try driver.put(try Key(4 + 20 * step), ["z": true], in: handle)
                }
                #expect(key.copy == bytes.0)
                #expect(record.copy == bytes.1)
                return true
            }
            let expected =
                reversed ? [9, 8, 7, 6, 5, 4, 2, 1, 0, -16] : [0, 1, 2, 3, 4, 6, 7, 8, 9, 24]
            #expect(visited == expected)
        }
        try storage.close()
    }

    @Test func `A scan that deletes what it visits visits all of ten thousand`() throws {
        try storage.write { driver in
            for number in 0..<10_000 {
                try driver.put(try Key(number), ["n": .integer(number), "x": "y"], in: handle)
            }
            var visited = 0
            try driver.scan(.all, in: handle, reversed: false) { key, record in
                let isDeleted = try driver.delete(key, in: handle)
                #expect(isDeleted)
                visited += 1
                return true
            }
            #expect(visited == 10_000)
            #expect(try driver.count(.all, in: handle) == 0)
        }
        try storage.close()
    }

    @Test func `Lent bytes stay while the body changes everything`() throws {
        try storage.write { driver in
            let key = try Key(1)
            try driver.put(key, ["s": "before", "x": "rest"], in: handle)
            let found = try driver.get(key.bytes.span, in: handle) { record in
                let copy = record.copy
                try driver.put(key, ["s": "after, and longer"], in: handle)
                #expect(try driver.record(key, in: handle) == ["s": "after, and longer"])
                let foundAgain = try driver.get(key.bytes.span, in: handle) { inner in
                    try driver.clear(handle)
                    #expect(Record(trusted: inner.copy) == ["s": "after, and longer"])
                }
                #expect(foundAgain)
                #expect(record.copy == copy)
                #expect(Record(trusted: copy) == ["s": "before", "x": "rest"])
            }
            #expect(found)
        }
        try storage.close()
    }

    @Test func `A savepoint takes back records and collections, to any depth`() throws {
        try storage.write { driver in
            try driver.put(try Key(100), ["n": 1], in: handle)
            try driver.savepoint()
            let gone = try driver.prepare(CollectionSchema("gone", key: [.string]))
            try driver.put(try Key("x"), [:], in: gone)
            try driver.savepoint()
            try driver.put(try Key(101), ["n": 2], in: handle)
            try driver.releaseSavepoint()
            try driver.rollBackToSavepoint()
            #expect(try driver.collection(named: "gone") == nil)
            #expect(try driver.record(try Key(101), in: handle) == nil)
            #expect(failure { try driver.put(try Key("x"), [:], in: gone) }?.code == .notFound)
            // The name is free again, for keys of another kind even.
            let again = try driver.prepare(CollectionSchema("gone", key: [.int]))
            try driver.put(try Key(7), [:], in: again)
        }
        #expect(try storage.contents("gone") == [try Key(7): [:]])
        #expect(try storage.contents("c").count == 11)
        try storage.close()
    }

    @Test func `A rollback takes back everything`() throws {
        let driver = try storage.beginWrite()
        try driver.clear(handle)
        _ = try driver.prepare(CollectionSchema("gone"))
        driver.end()
        try storage.write { driver in
            #expect(try numbers(driver) == Array(0..<10))
            #expect(try driver.collection(named: "gone") == nil)
            _ = try driver.prepare(CollectionSchema("gone", key: [.int]))
        }
        try storage.close()
    }

    @Test func `A full storage keeps nothing of the transaction, not even what came after`() throws
    {
        try storage.close()
        var configuration = SQLiteConfiguration(path: path)
        configuration.maximumPages = 40
        let small = try SQLiteStorage(configuration)
        let large: Record = ["s": .string(String(repeating: "x", count: 10_000))]
        let driver = try small.beginWrite()
        let error = failure {
            for number in 1000..<2000 { try driver.put(try Key(number), large, in: handle) }
        }
        #expect(error?.code == .full)
        #expect(error?.engineCode == Int(SQLITE_FULL))
        #expect(error?.message.contains(path) == true)
        #expect(failure { try driver.put(try Key(1), ["n": 5], in: handle) }?.code == .full)
        #expect(failure { try driver.commit() }?.code == .full)
        #expect(try small.contents("c").count == 10)
        #expect(try small.contents("c")[try Key(1)] == ["n": 0])
        try small.write { try $0.put(try Key(1), ["n": 6], in: handle) }
        #expect(try small.check() == [])
        try small.close()
    }

    @Test func `A writer elsewhere makes a write busy after the timeout, and never a read`() throws
    {
        var other: OpaquePointer?
        defer { unsafe sqlite3_close(other) }
        #expect(unsafe sqlite3_open(path, &other) == SQLITE_OK)
        #expect(unsafe sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        let error = failure { _ = try storage.beginWrite() }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("\(Duration.milliseconds(50))") == true)
        #expect(try storage.contents("c").count == 10)
        #expect(unsafe sqlite3_exec(other, "COMMIT", nil, nil, nil) == SQLITE_OK)
        try storage.write { try $0.put(try Key(50), [:], in: handle) }
        try storage.close()
    }

    @Test func `Collections and columns that others add are seen by the next transaction`() throws {
        try storage.close()
        let first = try open(path)
        #expect(try first.contents("c").count == 10)
        // Another process with the same file, as far as SQLite can tell.
        try sql(path, "ALTER TABLE c ADD COLUMN z TEXT")
        try sql(path, "INSERT INTO \"$columns\" VALUES (\(handle.rawValue), 'z', 'z', 'string')")
        try sql(path, "UPDATE c SET z = 'new' WHERE key = 3")
        #expect(try first.contents("c")[try Key(3)] == ["n": 0, "z": "new"])
        try first.write { try $0.put(try Key(4), ["z": "own"], in: handle) }
        try first.close()
        #expect(try sql(path, "SELECT z FROM c WHERE key = 4") == [["own"]])
    }

    @Test func `Writers of one process wait for each other, and none is lost`() async throws {
        let (storage, handle) = (storage, handle)
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        try storage.write { driver in
                            let key = try Key(0)
                            let old = try driver.record(key, in: handle)
                            guard case .int(let number) = try old?.value(of: "n") else { return }
                            try driver.put(key, ["n": .int(number + 1)], in: handle)
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<100 {
                        let counts = try storage.read { driver in
                            (try driver.count(.all, in: handle), try numbers(driver).count)
                        }
                        #expect(counts == (10, 10))
                    }
                }
            }
        }
        #expect(try storage.contents("c")[try Key(0)] == ["n": 400])
        try storage.close()
    }
}
