import Dispatch
import Foundation
import StorageCore
import TestSupport
import Testing

@testable import FileBackend

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Several processes, some of which are killed.
@Suite(.serialized) struct ProcessTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("x.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A process killed at any moment loses nothing that was acknowledged`() async throws {
        var generator = try seededGenerator("kill")
        let notes = try TemporaryFolder()
        let (path, note) = (path, notes.file("acknowledged"))
        for round in 0..<60 {
            let microseconds = Int.random(in: 0...30_000, using: &generator)
            try write("0\n", to: note)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = path as String, note = note as String,
                    microseconds = microseconds as Int
                ] in
                try commitUntilKilled(path, after: microseconds, note)
            }
            let names = try names(in: folder)
            #expect(
                Set(names).isSubset(of: ["x.json", "x.json-journal", "x.json-lock", "x.json-new"]),
                "\(names)")
            let acknowledged = try #require(
                text(note).split(separator: "\n").last.flatMap { Int64($0) })
            let storage = try open(path)
            let numbers = try storage.numbers()
            #expect(Set(numbers.values).count <= 1)
            let found = numbers[1] ?? 0
            #expect(numbers.count == (found == 0 ? 0 : 3))
            #expect(
                acknowledged == 0 || found == acknowledged || found == acknowledged + 1,
                "round \(round): \(found), not \(acknowledged)")
            #expect(try storage.check() == [])
            if round % 2 == 0 { try storage.close() }
        }
        try open(path).close()
        #expect(try names(in: folder) == ["x.json"])
    }

    @Test func `A file that the system does not let grow fails the commit, and nothing else`()
        async throws
    {
        let path = path
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let storage = try open(path, durability: .full)
            var limit = rlimit()
            unsafe getrlimit(Limited.fileSize, &limit)
            let before = limit
            limit.rlim_cur = 20_000
            unsafe setrlimit(Limited.fileSize, &limit)
            let text = Value.string(String(repeating: "x", count: 999))
            var committed = 0
            var refusal: StorageError?
            while refusal == nil {
                refusal = failure {
                    try storage.put("c", [entry(committed, ["n": 0, "text": text])])
                }
                if refusal == nil { committed += 1 }
            }
            try #require(refusal?.code == .full && (10..<20).contains(committed))
            try #require(try storage.numbers().count == committed)
            try #require(try storage.check() == [])
            limit = before
            unsafe setrlimit(Limited.fileSize, &limit)
            try storage.put(committed, 0)
            try #require(try storage.check() == [])
        }
        #expect(try open(path).numbers().count > 10)
    }

    @Test func `Another process is kept out until the one that has it ends`() async throws {
        let (path, ready, go) = (path, folder.file("ready"), folder.file("go"))
        try open(path).close()
        async let child = #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, ready = ready as String, go = go as String] in
            let storage = try open(path, durability: .full)
            try storage.put(1, 1)
            try write("ready", to: ready)
            try await wait(for: go)
            kill(getpid(), SIGKILL)
        }
        try await wait(for: ready)
        for mode in OpenMode.allCases {
            let error = try #require(
                failure { _ = try open(path, mode, timeout: .milliseconds(20)) })
            #expect(error.code == .locked)
            #expect(error.message.contains("x.json-lock"))
            #expect(error.message.contains("timeout"))
        }
        #expect(try text(path).contains("\"collections\": {}"))
        try write("go", to: go)
        _ = await child
        let storage = try open(path)
        #expect(try storage.numbers() == [1: 1])
        try storage.close()
    }

    @Test func `A process that waits gets the storage when the other one closes it`() async throws {
        let (path, ready, go) = (path, folder.file("ready"), folder.file("go"))
        async let child = #expect(processExitsWith: .success) {
            [path = path as String, ready = ready as String, go = go as String] in
            let storage = try open(path)
            try write("ready", to: ready)
            try await wait(for: go)
            try storage.put(1, 1)
            try storage.close()
        }
        try await wait(for: ready)
        try write("go", to: go)
        let storage = try open(path, timeout: .seconds(60))
        #expect(try storage.numbers() == [1: 1])
        try storage.close()
        _ = await child
        #expect(try names(in: folder) == ["go", "ready", "x.json"])
    }

    @Test func `Readers of several processes share a storage and keep writers out`() async throws {
        let (path, ready, go) = (path, folder.file("ready"), folder.file("go"))
        var storage: FileStorage? = try open(path)
        try storage?.put(1, 1)
        storage = nil
        async let child = #expect(processExitsWith: .success) {
            [path = path as String, ready = ready as String, go = go as String] in
            let storage = try open(path, .readOnly)
            try write("ready", to: ready)
            try await wait(for: go)
            try #require(try storage.numbers() == [1: 1])
            try storage.close()
        }
        try await wait(for: ready)
        let reader = try open(path, .readOnly)
        #expect(try reader.numbers() == [1: 1])
        try reader.close()
        #expect(failure { _ = try open(path) }?.code == .locked)
        try write("go", to: go)
        _ = await child
        try open(path).close()
    }

    @Test func `Two processes write in turn without loss`() async throws {
        let path = path
        async let child = #expect(processExitsWith: .success) { [path = path as String] in
            try writeInTurn(path, keys: 0..<60)
        }
        try writeInTurn(path, keys: 1000..<1060)
        _ = await child
        #expect(try open(path).numbers().count == 120)
    }
}

/// The system's number for the limit on the size of files, which has another type on each system.
private enum Limited {
    #if canImport(Glibc)
        static let fileSize = CInt(RLIMIT_FSIZE.rawValue)
    #else
        static let fileSize = RLIMIT_FSIZE
    #endif
}

/// Opens the storage anew for each key.
private func writeInTurn(_ path: String, keys: Range<Int>) throws {
    for key in keys {
        let storage = try open(path, timeout: .seconds(600))
        try storage.put(key, Int64(key))
        try storage.close()
    }
}

/// Waits until another process has made a file.
private func wait(for path: String) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while !FileManager.default.fileExists(atPath: path) {
        try #require(ContinuousClock.now < deadline, "nobody made '\(path)'")
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Counts up in three records at once, with many checkpoints, and notes what was acknowledged.
private func commitUntilKilled(_ path: String, after microseconds: Int, _ note: String) throws {
    let storage = try open(path, durability: .full, checkpointLength: 2000)
    var number = try storage.numbers()[1] ?? 0
    let notes = try #require(FileHandle(forWritingAtPath: note))
    try notes.seekToEnd()
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) {
        kill(getpid(), SIGKILL)
    }
    while true {
        number += 1
        try storage.put("c", (1...3).map { try entry($0, ["n": .int(number)]) })
        try notes.write(contentsOf: Data("\(number)\n".utf8))
    }
}
