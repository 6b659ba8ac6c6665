import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct TransactionTests {
    let folder: TemporaryFolder
    let storage: LMDBStorage

    init() throws {
        folder = try TemporaryFolder()
        storage = try open(folder.file("store"))
    }

    @Test func `A put says whether its condition held`() throws {
        try storage.write { driver in
            let items = try driver.prepare(CollectionSchema("items"))
            #expect(try !driver.put(key(1), record(1), in: items, if: .present))
            #expect(try driver.value(key(1), in: items) == nil)
            #expect(try driver.put(key(1), record(1), in: items, if: .absent))
            #expect(try !driver.put(key(1), record(2), in: items, if: .absent))
            #expect(try driver.value(key(1), in: items) == record(1))
            #expect(try driver.put(key(1), record(3), in: items, if: .present))
            #expect(try driver.put(key(1), record(4, size: 9000), in: items))
            #expect(try driver.value(key(1), in: items) == record(4, size: 9000))
            #expect(try driver.put(key(2), [], in: items))
            #expect(try driver.value(key(2), in: items) == [])
            #expect(try driver.count(.all, in: items) == 2)
            #expect(try driver.delete(key(1).span, in: items))
            #expect(try !driver.delete(key(1).span, in: items))
            #expect(try driver.count(.all, in: items) == 1)
        }
        #expect(try storage.count() == 1)
    }

    @Test func `The longest key and the longest name are kept`() throws {
        let name = String(repeating: "n", count: CollectionSchema.maximumNameSize)
        let key = [UInt8](repeating: 0xFF, count: Key.maximumSize)
        try storage.write { driver in
            let items = try driver.prepare(CollectionSchema(name))
            #expect(try driver.put(key, record(1), in: items))
            let next = try driver.prepare(CollectionSchema("next"))
            #expect(try driver.put([0], record(2), in: next))
        }
        try storage.read { driver in
            let items = try #require(try driver.collection(named: name))
            #expect(try driver.entries(in: items) == [Entry(key: key, record: record(1))])
            let reversed = try driver.entries(in: items, reversed: true)
            #expect(reversed == [Entry(key: key, record: record(1))])
        }
    }

    @Test func `Hundreds of collections are kept apart`() throws {
        try storage.write { driver in
            for number in 0..<500 {
                let items = try driver.prepare(CollectionSchema("c\(number)"))
                _ = try driver.put(key(number), record(number), in: items)
            }
        }
        try storage.read { driver in
            for number in 0..<500 {
                let items = try #require(try driver.collection(named: "c\(number)"))
                let entries = try driver.entries(in: items)
                #expect(entries == [Entry(key: key(number), record: record(number))])
            }
        }
    }

    @Test func `A snapshot shows what was committed before it, and nothing after`() throws {
        try storage.fill(0..<100)
        let snapshot = try storage.beginRead()
        try storage.fill(0..<200, size: 500)
        try storage.write { driver in
            let late = try driver.prepare(CollectionSchema("late"))
            _ = try driver.put(key(1), record(1), in: late)
        }
        let items = try #require(try snapshot.collection(named: "items"))
        #expect(try snapshot.count(.all, in: items) == 100)
        #expect(
            try snapshot.entries(in: items)
                == (0..<100).map { Entry(key: key($0), record: record($0)) })
        let late = try #require(try storage.read { try $0.collection(named: "late") })
        #expect(try snapshot.collection(named: "late") == nil)
        #expect(try snapshot.count(.all, in: late) == 0)
        #expect(try snapshot.entries(in: late) == [])
        snapshot.end()
        #expect(try storage.count() == 200)
    }

    @Test func `What a write throws away is gone, its collections included`() throws {
        struct Cancelled: Error {}
        try storage.fill(0..<10)
        #expect(throws: Cancelled.self) {
            try storage.write { driver in
                let items = try driver.prepare(CollectionSchema("items"))
                #expect(try driver.delete(.all, in: items) == 10)
                _ = try driver.prepare(CollectionSchema("new"))
                throw Cancelled()
            }
        }
        #expect(try storage.count() == 10)
        #expect(try storage.read { try $0.collection(named: "new") } == nil)
    }

    @Test(arguments: [false, true])
    func `A scan visits what was written ahead, and not what was deleted there`(reversed: Bool)
        throws
    {
        try storage.fill(0..<100)
        try storage.write { driver in
            let items = try #require(try driver.collection(named: "items"))
            var visited: [Int] = []
            try driver.scan(.all, in: items, reversed: reversed) { found, bytes in
                let number = try #require(Layout.number(found.array, as: UInt64.self))
                let before = bytes.array
                visited.append(Int(number))
                let ahead = { Int(number) + (reversed ? -$0 : $0) }
                switch visited.count {
                case 1: #expect(try driver.delete(key(ahead(1)).span, in: items))
                case 2:
                    // Behind and ahead, near and beyond the end; and the entry itself.
                    _ = try driver.put(key(ahead(-1)), record(1), in: items)
                    _ = try driver.put(key(ahead(2)), record(2, size: 8000), in: items)
                    #expect(try driver.delete(key(Int(number)).span, in: items))
                case 3:
                    try driver.savepoint()
                    #expect(try driver.delete(key(ahead(1)).span, in: items))
                    try driver.rollBackToSavepoint()
                case 4:
                    try driver.savepoint()
                    #expect(try driver.delete(key(ahead(1)).span, in: items))
                    #expect(try driver.entries(in: items).count == 98)
                    try driver.releaseSavepoint()
                default: break
                }
                #expect(bytes.array == before)
                return visited.count < 8
            }
            let expected = [0, 2, 3, 4, 6, 7, 8, 9]
            #expect(visited == (reversed ? expected.map { 99 - $0 } : expected))
        }
    }

    @Test func `Lent bytes do not change, whatever is written meanwhile`() throws {
        try storage.fill(0..<2000)
        try storage.write { driver in
            let items = try #require(try driver.collection(named: "items"))
            _ = try driver.put(key(1), record(7), in: items)
            let found = try driver.get(key(1).span, in: items) { lent in
                for number in 0..<2000 {
                    _ = try driver.put(key(number), record(number + 1), in: items)
                }
                #expect(try driver.delete(.all, in: items) == 2000)
                #expect(lent.array == record(7))
            }
            #expect(found)
        }
    }

    @Test func `Scans inside scans and reads inside reads see the same snapshot`() throws {
        try storage.fill(0..<30)
        for isWriting in [false, true] {
            let driver: any ReadDriver =
                isWriting ? try storage.beginWrite() : try storage.beginRead()
            defer { driver.end() }
            let items = try #require(try driver.collection(named: "items"))
            var pairs = 0
            try driver.scan(.all, in: items, reversed: false) { outer, _ in
                let outer = outer.array
                try driver.scan(.all, in: items, reversed: true) { inner, record in
                    pairs += 1
                    let value = record.array
                    let again = try driver.value(inner.array, in: items)
                    #expect(again == value)
                    return true
                }
                #expect(try driver.value(outer, in: items) != nil)
                return true
            }
            #expect(pairs == 900)
        }
    }

    @Test func `Savepoints nest, and taking one back restores counts and collections`() throws {
        try storage.fill(0..<10)
        try storage.write { driver in
            let items = try driver.prepare(CollectionSchema("items"))
            try driver.savepoint()
            _ = try driver.put(key(10), record(10), in: items)
            try driver.savepoint()
            let other = try driver.prepare(CollectionSchema("other"))
            _ = try driver.put(key(1), record(1), in: other)
            #expect(try driver.delete(.all, in: items) == 11)
            #expect(try driver.count(.all, in: items) == 0)
            try driver.rollBackToSavepoint()
            #expect(try driver.collection(named: "other") == nil)
            #expect(try driver.count(.all, in: items) == 11)
            try driver.releaseSavepoint()
            let another = try driver.prepare(CollectionSchema("another"))
            #expect(another == other)
        }
        #expect(try storage.count() == 11)
        #expect(try storage.read { try $0.collection(named: "another") } != nil)
        #expect(try storage.check() == [])
    }

    @Test func `Savepoints before the first change go back to the beginning, again and again`()
        throws
    {
        try storage.fill(0..<10)
        try storage.write { driver in
            let items = try driver.prepare(CollectionSchema("items"))
            try driver.savepoint()
            try driver.savepoint()
            for round in 0..<3 {
                _ = try driver.put(key(20 + round), record(1), in: items)
                #expect(try driver.delete(key(0).span, in: items))
                try driver.rollBackToSavepoint()
                #expect(try driver.count(.all, in: items) == 10)
                try driver.savepoint()
            }
            try driver.releaseSavepoint()
            _ = try driver.put(key(30), record(1), in: items)
            try driver.rollBackToSavepoint()
            #expect(try driver.value(key(30), in: items) == nil)
            #expect(throws: StorageError.self) { try driver.rollBackToSavepoint() }
            _ = try driver.put(key(40), record(1), in: items)
        }
        #expect(try storage.count() == 11)
        #expect(try storage.check() == [])
    }

    @Test func `A scan goes on when the transaction that it began in goes back to its beginning`()
        throws
    {
        try storage.fill(0..<10)
        try storage.write { driver in
            let items = try driver.prepare(CollectionSchema("items"))
            var visited: [Int] = []
            try driver.scan(.all, in: items, reversed: false) { found, _ in
                visited.append(Int(try #require(Layout.number(found.array, as: UInt64.self))))
                if visited.count == 3 {
                    try driver.savepoint()
                    #expect(try driver.delete(.all, in: items) == 10)
                    try driver.rollBackToSavepoint()
                }
                return true
            }
            #expect(visited == Array(0..<10))
        }
    }
}
