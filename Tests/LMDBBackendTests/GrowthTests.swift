import Foundation
import StorageCore
import Synchronization
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct GrowthTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("store")
    }

    /// The bytes that the storage has mapped.
    private func mapped(_ storage: LMDBStorage) throws -> Int {
        try storage.session.gate.environment(for: "test").extent().mapped
    }

    @Test func `A storage outgrows its first map many times, between and beside readers`() throws {
        let first = 256 << 10
        let storage = try open(path, mapSize: first)
        #expect(try mapped(storage) == first)
        for step in 0..<200 {
            let reader = step % 3 == 0 ? try storage.beginRead() : nil
            if let reader {
                // The writer takes the room there is, and does not wait for the reader.
                try storage.fill(step * 50..<step * 50 + 10)
                if let items = try reader.collection(named: "items") {
                    #expect(try reader.count(.all, in: items) == step * 50)
                    #expect(try reader.entries(in: items).count == step * 50)
                }
                reader.end()
            }
            try storage.fill(step * 50..<step * 50 + 50)
        }
        #expect(try storage.count() == 10_000)
        #expect(try mapped(storage) >= first * 8)
        #expect(try storage.check() == [])
        try storage.close()
        // What was mapped before says nothing about what is needed.
        #expect(try open(path, mapSize: first).count() == 10_000)
    }

    @Test func `A transaction that does not fit fails whole, and then there is room for it`()
        throws
    {
        let storage = try open(path, mapSize: 256 << 10)
        try storage.fill(0..<100)
        var attempts = 0
        while true {
            attempts += 1
            do {
                try storage.fill(100..<20_000)
                break
            } catch let error as StorageError where error.code == .full {
                #expect(error.message.contains("twice the room"))
                #expect(try storage.count() == 100)
                #expect(try storage.check() == [])
                try #require(attempts < 10)
            }
        }
        #expect(attempts > 1)
        #expect(try storage.count() == 20_000)
        #expect(try storage.check() == [])
    }

    @Test func `After a transaction did not fit, nothing of it can be committed`() throws {
        let storage = try open(path, mapSize: 256 << 10)
        try storage.fill(0..<100)
        let driver = try storage.beginWrite()
        let items = try driver.prepare(CollectionSchema("items"))
        #expect(try driver.delete(key(0).span, in: items))
        try driver.savepoint()
        #expect(
            code {
                for number in 100..<10_000 {
                    _ = try driver.put(key(number), record(number), in: items)
                }
            } == .full)
        try driver.rollBackToSavepoint()
        #expect(code { _ = try driver.put(key(1), record(1), in: items) } == .full)
        #expect(code { _ = try driver.value(key(1), in: items) } == .full)
        #expect(code { try driver.commit() } == .full)
        #expect(try storage.count() == 100)
        try storage.fill(100..<200)
        #expect(try storage.count() == 200)
    }

    @Test func `A map that must grow waits for readers no longer than the timeout`() throws {
        let storage = try open(path, timeout: .milliseconds(50), mapSize: 256 << 10)
        let reader = try storage.beginRead()
        #expect(code { try storage.fill(0..<10_000) } == .full)
        #expect(code { try storage.fill(0..<10) } == .busy)
        reader.end()
        try storage.fill(0..<10)
        #expect(try storage.count() == 10)
    }

    @Test func `Readers and a writer that makes the map grow run beside each other`() throws {
        let storage = try open(path, mapSize: 128 << 10)
        try storage.fill(0..<1)
        let written = Atomic(1)
        let failures = Mutex<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 5) { thread in
            do {
                if thread == 0 {
                    for step in 0..<100 {
                        try storage.fill(step * 50..<step * 50 + 50)
                        written.store(step * 50 + 50, ordering: .releasing)
                    }
                } else {
                    while written.load(ordering: .acquiring) < 5000 {
                        let before = written.load(ordering: .acquiring)
                        let found = try storage.count()
                        #expect(found >= before)
                        #expect(found == 1 || found % 50 == 0)
                    }
                }
            } catch {
                written.store(5000, ordering: .releasing)
                failures.withLock { $0.append(error) }
            }
        }
        #expect(failures.withLock(\.count) == 0)
        #expect(try mapped(storage) > 1 << 20)
        #expect(try storage.check() == [])
    }

    @Test func `Thousands of readers may be open at once, and beyond that there is an error`()
        throws
    {
        let storage = try open(path)
        try storage.fill(0..<10)
        var readers: [any ReadDriver] = []
        #expect(code { while true { readers.append(try storage.beginRead()) } } == .busy)
        #expect(readers.count > 2000)
        for reader in readers { reader.end() }
        #expect(try storage.count() == 10)
    }
}
