import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct LMDBStorageTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a/b/store")
    }

    @Test func `A storage keeps its records when it is opened again`() throws {
        let storage = try open(path, durability: .full)
        try storage.fill(0..<1000)
        try storage.close()
        let again = try open(path, .readWrite)
        let entries = try again.read { driver in
            try driver.entries(in: #require(try driver.collection(named: "items")))
        }
        #expect(entries == (0..<1000).map { Entry(key: key($0), record: record($0)) })
        #expect(try again.count() == 1000)
        #expect(try again.check() == [])
    }

    @Test func `A new storage leaves no other files than data.mdb and lock.mdb`() throws {
        let storage = try open(path)
        try storage.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.sorted() == ["data.mdb", "lock.mdb"])
    }

    @Test func `Every call after closing says that the storage is closed`() throws {
        let storage = try open(path)
        try storage.fill(0..<10)
        try storage.close()
        try storage.close()
        #expect(code { _ = try storage.beginRead() } == .closed)
        #expect(code { _ = try storage.beginWrite() } == .closed)
        #expect(code { _ = try storage.check() } == .closed)
    }

    @Test func `A hundred thousand records are counted, found and scanned both ways`() throws {
        let storage = try open(path)
        try storage.fill(0..<100_000)
        try storage.read { driver in
            let items = try #require(try driver.collection(named: "items"))
            #expect(try driver.count(.all, in: items) == 100_000)
            let middle = KeyRange(
                from: Key(trusted: key(40_000)), until: Key(trusted: key(60_000)))
            #expect(try driver.count(middle, in: items) == 20_000)
            for number in stride(from: 0, to: 100_000, by: 997) {
                #expect(try driver.value(key(number), in: items) == record(number))
            }
            var number = 0
            try driver.scan(.all, in: items, reversed: false) { found, _ in
                guard found.isEqual(to: key(number)) else { return false }
                number += 1
                return true
            }
            #expect(number == 100_000)
            try driver.scan(.all, in: items, reversed: true) { found, _ in
                number -= 1
                return found.isEqual(to: key(number))
            }
            #expect(number == 0)
        }
        try storage.write { driver in
            let items = try #require(try driver.collection(named: "items"))
            let middle = KeyRange(
                from: Key(trusted: key(40_000)), until: Key(trusted: key(60_000)))
            #expect(try driver.delete(middle, in: items) == 20_000)
            #expect(try driver.count(middle, in: items) == 0)
            #expect(try driver.count(.all, in: items) == 80_000)
        }
        #expect(try storage.check() == [])
    }
}
