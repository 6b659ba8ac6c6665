import Foundation
import StorageCore
import TestSupport
import Testing

@testable import FileBackend

/// Failing and dying at every operation on files.
struct FaultTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("x.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Commits 1 to `commits`, each in all of three records, with a checkpoint on the way, and
    /// returns the last one that was acknowledged.
    private static func run(
        _ path: String, _ files: FaultyFiles, durability: Durability = .full
    ) -> Int64 {
        var acknowledged: Int64 = 0
        do {
            let storage = try open(path, durability: durability, files: files)
            let padding = Value.string(String(repeating: "x", count: 300_000))
            for number: Int64 in 1...5 {
                try storage.put(
                    "c", (1...3).map { try entry($0, ["n": .int(number), "p": padding]) })
                acknowledged = number
            }
            try storage.close()
        } catch {
            return acknowledged
        }
        return acknowledged
    }

    @Test func `A crash at any operation leaves the state before or after the commit`() throws {
        let whole = FaultyFiles()
        #expect(Self.run(path, whole) == 5)
        let count = whole.log.count
        #expect(whole.log.filter { $0 == "rename x.json" }.count >= 2)
        #expect(count > 30)
        for number in 1...count {
            let folder = try TemporaryFolder()
            let path = folder.file("x.json")
            let files = FaultyFiles()
            files.plant(.crash, at: number)
            let acknowledged = Self.run(path, files)
            try #require(files.fired == 1, "operation \(number)")
            let storage = try open(path)
            let numbers = try storage.numbers()
            let found = numbers[1] ?? 0
            #expect(
                found == acknowledged || found == acknowledged + 1,
                "after \(whole.log[number - 1]) (\(number)): \(found), not \(acknowledged)")
            #expect(Set(numbers.values).count <= 1)
            #expect(try storage.check() == [])
            try storage.put(1, 77)
            try storage.close()
            #expect(try names(in: folder) == ["x.json"])
            #expect(try open(path).numbers()[1] == 77)
        }
    }

    @Test(arguments: [ENOSPC, EIO])
    func `A failure of any operation loses nothing that was acknowledged`(error: CInt) throws {
        let whole = FaultyFiles()
        _ = Self.run(path, whole)
        for number in 1...whole.log.count {
            let folder = try TemporaryFolder()
            let path = folder.file("x.json")
            let files = FaultyFiles()
            files.plant(.error(error), at: number)
            let acknowledged = Self.run(path, files)
            try #require(files.fired == 1, "operation \(number)")
            let storage = try open(path)
            #expect(
                (try storage.numbers()[1] ?? 0) == acknowledged,
                "after \(whole.log[number - 1]) (\(number))")
            #expect(try storage.check() == [])
            try storage.close()
            #expect(try names(in: folder) == ["x.json"])
        }
    }

    @Test func `A failed append is taken back, and the next commit works`() throws {
        let files = FaultyFiles()
        let storage = try open(path, durability: .full, files: files)
        try storage.put(1, 1)
        let before = try bytes(path + "-journal")
        files.plant(.error(ENOSPC), of: "write")
        let error = try #require(failure { try storage.put(2, 2) })
        #expect(files.fired == 1)
        #expect(error.code == .full)
        #expect(error.message.contains("x.json-journal"))
        #expect(try bytes(path + "-journal") == before)
        #expect(try storage.numbers() == [1: 1])
        try storage.put(3, 3)
        #expect(try storage.numbers() == [1: 1, 3: 3])
        #expect(try storage.check() == [])
        try storage.close()
        #expect(try open(path).numbers() == [1: 1, 3: 3])
    }

    @Test func `If a failed append cannot be taken back, nothing is written any more`() throws {
        let files = FaultyFiles()
        let storage = try open(path, durability: .full, files: files)
        try storage.put(1, 1)
        files.plant(.error(EIO), of: "x.json-journal", forever: true)
        #expect(failure { try storage.put(2, 2) }?.code == .io)
        #expect(files.fired == 2)
        files.heal()
        for _ in 0..<2 {
            let error = try #require(failure { try storage.put(3, 3) })
            #expect(error.code == .io)
            #expect(error.message.contains("any more"))
        }
        #expect(try storage.numbers() == [1: 1])
        #expect(failure { try storage.close() } != nil)
        #expect(try open(path).numbers() == [1: 1])
    }

    @Test func `After a failed synchronization nothing is reported as written`() throws {
        let files = FaultyFiles()
        let storage = try open(path, durability: .full, files: files)
        try storage.put(1, 1)
        files.plant(.error(EIO), of: "synchronizeData")
        #expect(failure { try storage.put(2, 2) }?.code == .io)
        #expect(files.fired == 1)
        files.clearLog()
        #expect(failure { try storage.put(3, 3) }?.message.contains("any more") == true)
        #expect(files.log == [])
        #expect(try storage.numbers() == [1: 1])
        #expect(failure { try storage.close() } != nil)
        #expect(try open(path).numbers() == [1: 1])
    }

    @Test func `A failed checkpoint does not fail the commit, and is made up for later`() throws {
        let files = FaultyFiles()
        let storage = try open(path, files: files)
        let text = Value.string(String(repeating: "x", count: 1 << 20))
        files.plant(.error(ENOSPC), of: "write x.json-new")
        try storage.put("c", [entry(1, ["n": 1, "text": text])])
        #expect(files.fired == 1)
        #expect(try names(in: folder) == ["x.json", "x.json-journal", "x.json-lock"])
        #expect(try storage.numbers() == [1: 1])
        files.clearLog()
        try storage.put(2, 2)
        #expect(!files.log.contains("rename x.json"))
        try storage.put("c", [entry(3, ["n": 3, "text": text])])
        #expect(files.log.contains("rename x.json"))
        try storage.close()
        #expect(try open(path).numbers() == [1: 1, 2: 2, 3: 3])
    }

    @Test func `A failed checkpoint at the end is reported, and loses nothing`() throws {
        let files = FaultyFiles()
        let storage = try open(path, files: files)
        try storage.put(1, 1)
        files.plant(.error(ENOSPC), of: "write x.json-new")
        let error = try #require(failure { try storage.close() })
        #expect(files.fired == 1)
        #expect(error.code == .full)
        #expect(error.message.contains("its last commits are safe in"))
        #expect(failure { _ = try storage.beginRead() }?.code == .closed)
        #expect(try open(path).numbers() == [1: 1])
    }

    @Test func `A checkpoint is synchronized, renamed, and its folder synchronized`() throws {
        let files = FaultyFiles()
        let storage = try open(path, durability: .none, files: files)
        #expect(
            files.log == [
                "remove x.json-new", "remove x.json-new", "create x.json-new",
                "write x.json-new", "synchronize x.json-new", "publish x.json",
            ])
        files.clearLog()
        try storage.put(1, 1)
        try storage.put(1, 2)
        #expect(
            files.log == [
                "create x.json-journal", "write x.json-journal", "synchronize x.json-journal",
                "synchronizeFolder folder", "write x.json-journal", "write x.json-journal",
            ])
        files.clearLog()
        try storage.close()
        #expect(
            files.log == [
                "remove x.json-new", "create x.json-new", "write x.json-new",
                "synchronize x.json-new", "rename x.json", "synchronizeFolder folder",
                "remove x.json-journal",
            ])
        #expect(try open(path).numbers() == [1: 2])
    }

    @Test func `With full durability every commit is synchronized, in one write`() throws {
        let files = FaultyFiles()
        let storage = try open(path, durability: .full, files: files)
        try storage.put(1, 1)
        files.clearLog()
        try storage.put(1, 2)
        #expect(files.log == ["write x.json-journal", "synchronizeData x.json-journal"])
    }
}
