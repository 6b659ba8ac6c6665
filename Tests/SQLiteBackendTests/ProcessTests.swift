import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

/// What other processes do to a storage, with real ones: each exit test runs its body in a child.
@Suite struct ProcessTests {
    static let schema = CollectionSchema(
        trusted: "c", key: [.int], fields: [FieldSchema("n", .int), FieldSchema("s", .string)])

    /// Adds one to the number under the key 0, as often as told.
    static func increment(_ path: String, times: Int) throws {
        let storage = try open(path, timeout: .seconds(600))
        for _ in 0..<times {
            try storage.write { driver in
                let handle = try driver.prepare(schema)
                let key = try Key(0)
                guard case .int(let number) = try driver.record(key, in: handle)?.value(of: "n")
                else { throw Fault("the record is gone") }
                try driver.put(key, ["n": .int(number + 1)], in: handle)
            }
        }
        try storage.close()
    }

    @Test(arguments: [Durability.full, .relaxed])
    func `A killed process has kept every commit that was acknowledged, and nothing else`(
        durability: Durability
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let level = durability.rawValue
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, level = level as String] in
            let storage = try open(
                path, durability: try #require(Durability(rawValue: level)))
            for number in 0..<200 {
                try storage.write { driver in
                    let handle = try driver.prepare(ProcessTests.schema)
                    try driver.put(try Key(number), ["n": .integer(number)], in: handle)
                }
            }
            let driver = try storage.beginWrite()
            let handle = try driver.prepare(ProcessTests.schema)
            // More than the cache holds, so that unfinished pages are in the log too.
            let long = String(repeating: "x", count: 1 << 20)
            for number in 200..<300 {
                try driver.put(try Key(number), ["s": .string(long)], in: handle)
            }
            kill(getpid(), SIGKILL)
        }
        let storage = try open(path, .readWrite)
        var expected: [Key: Record] = [:]
        for number in 0..<200 { expected[try Key(number)] = ["n": .integer(number)] }
        #expect(try storage.contents("c") == expected)
        #expect(try storage.check() == [])
        try storage.close()
        #expect(try names(in: folder.path) == ["a.db"])
    }

    @Test func `An index that another process creates is kept up from the next write on`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let database = Database(try open(path))
        func put(_ number: Int) throws {
            try database.write { tx in
                try tx.put(["f": .integer(number)], key: try Key(number), in: "c")
            }
        }
        // The second write begins with the state that the first one left.
        for number in 0..<3 { try put(number) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            let database = Database(try open(path))
            try database.write { tx in
                let part = IndexPart(FieldPath(["f"]))
                try tx.createIndex(try IndexSchema("f", [part]), in: "c")
            }
            try database.close()
        }
        for number in 3..<6 { try put(number) }
        #expect(try database.verify() == [])
        let found = try await database.read { tx in
            try tx.records(
                Query(orderedBy: [Order(FieldPath(["f"]), descending: true)]), in: "c"
            ).map { try $0.record.value(of: "f") }
        }
        #expect(found == (0..<6).reversed().map { .integer($0) })
        try await database.close()
    }

    @Test func `What a killed process left in the log is read with mode=ro`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let storage = try open(path)
            try storage.write { driver in
                let handle = try driver.prepare(ProcessTests.schema)
                try driver.put(try Key(1), ["n": 1], in: handle)
            }
            kill(getpid(), SIGKILL)
        }
        let content = try bytes(path)
        let storage = try open(path, .readOnly)
        #expect(try storage.contents("c") == [try Key(1): ["n": 1]])
        try storage.close()
        #expect(try bytes(path) == content)
    }

    @Test func `Processes that write at once lose nothing`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        try storage.write { driver in
            try driver.put(try Key(0), ["n": 0], in: try driver.prepare(ProcessTests.schema))
        }
        try storage.close()
        async let first = #expect(processExitsWith: .success) { [path = path as String] in
            try ProcessTests.increment(path, times: 100)
        }
        async let second = #expect(processExitsWith: .success) { [path = path as String] in
            try ProcessTests.increment(path, times: 100)
        }
        let own = Task.detached { try ProcessTests.increment(path, times: 100) }
        _ = await (first, second)
        try await own.value
        let after = try open(path)
        #expect(try after.contents("c") == [try Key(0): ["n": 300]])
        try after.close()
    }

    @Test func `Processes that create one storage at once end up with the same`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("x/a.db")
        async let first = #expect(processExitsWith: .success) { [path = path as String] in
            let storage = try open(path, timeout: .seconds(600))
            try storage.write { _ = try $0.prepare(CollectionSchema("first")) }
            try storage.close()
        }
        async let second = #expect(processExitsWith: .success) { [path = path as String] in
            let storage = try open(path, timeout: .seconds(600))
            try storage.write { _ = try $0.prepare(CollectionSchema("second")) }
            try storage.close()
        }
        _ = await (first, second)
        let storage = try open(path, .readWrite)
        let found = try storage.read { driver in
            try ["first", "second"].map { try driver.collection(named: $0) != nil }
        }
        #expect(found == [true, true])
        try storage.close()
        #expect(try names(in: folder.file("x")) == ["a.db"])
    }

    @Test func `A limit on the size of files makes the storage full, and keeps what was there`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try open(path)
        try storage.write { driver in
            try driver.put(try Key(0), ["n": 0], in: try driver.prepare(ProcessTests.schema))
        }
        try storage.close()
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
                throw Fault("cannot limit the size of files")
            }
            let storage = try open(path)
            let long = String(repeating: "x", count: 100_000)
            let error = failure {
                try storage.write { driver in
                    let handle = try driver.prepare(ProcessTests.schema)
                    for number in 1..<1000 {
                        try driver.put(try Key(number), ["s": .string(long)], in: handle)
                    }
                }
            }
            guard error?.code == .full else { throw Fault("\(String(describing: error))") }
            guard try storage.contents("c") == [try Key(0): ["n": 0]] else {
                throw Fault("records of a transaction that failed are there")
            }
        }
        let after = try open(path)
        #expect(try after.contents("c") == [try Key(0): ["n": 0]])
        #expect(try after.check() == [])
        try after.close()
    }
}
