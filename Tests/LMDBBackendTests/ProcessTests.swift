import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

@Suite struct ProcessTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("store")
    }

    @Test func `The slots of killed readers are used again`() async throws {
        try open(path).fill(0..<100)
        // Together they take more slots than there are.
        for _ in 0..<10 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let storage = try open(path)
                var readers: [any ReadDriver] = []
                for _ in 0..<450 { readers.append(try storage.beginRead()) }
                raise(SIGKILL)
            }
        }
        let storage = try open(path)
        #expect(try storage.count() == 100)
        try storage.fill(100..<200)
        #expect(try storage.count() == 200)
    }

    @Test func `A process that stays open survives hundreds of killed readers`() async throws {
        let storage = try open(path)
        try storage.fill(0..<1000)
        for _ in 0..<30 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let storage = try open(path)
                var readers: [any ReadDriver] = []
                for _ in 0..<200 { readers.append(try storage.beginRead()) }
                raise(SIGKILL)
            }
            try storage.fill(0..<1000)
        }
        #expect(try storage.count() == 1000)
        // The pages that the dead pinned are free again: thirty rewrites take the room of a few.
        let size = try #require(storage.description.size)
        #expect(size < 4 << 20)
    }

    @Test func `What a killed writer did not commit is gone, and others can write`() async throws {
        let storage = try open(path, durability: .relaxed)
        try storage.fill(0..<10)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let storage = try open(path, durability: .relaxed)
            try storage.fill(10..<20)
            let driver = try storage.beginWrite()
            let items = try driver.prepare(CollectionSchema("items"))
            _ = try driver.delete(.all, in: items)
            raise(SIGKILL)
        }
        #expect(try storage.count() == 20)
        try storage.fill(20..<30)
        #expect(try storage.count() == 30)
        #expect(try storage.check() == [])
    }

    @Test func `A writer waits for another process, but no longer than the timeout`() async throws {
        let ready = try Signal(folder.file("ready"))
        let go = try Signal(folder.file("go"))
        async let other: ExitTest.Result? = #expect(processExitsWith: .success) {
            [path = path as String, folder = folder.path as String] in
            let storage = try open(path)
            let driver = try storage.beginWrite()
            let items = try driver.prepare(CollectionSchema("items"))
            _ = try driver.put(key(1), record(1), in: items)
            try Signal(folder + "/ready").send()
            try Signal(folder + "/go").wait()
            try driver.commit()
        }
        try await inThread { try ready.wait() }
        let impatient = try open(path, timeout: .milliseconds(20))
        #expect(code { _ = try impatient.beginWrite() } == .busy)
        #expect(code { _ = try impatient.beginWrite() } == .busy)
        #expect(try impatient.count() == 0)
        try impatient.close()

        let patient = try open(path, timeout: .seconds(300))
        async let written: Void = inThread { try patient.fill(2..<10) }
        try go.send()
        try await written
        _ = await other
        #expect(try patient.count() == 9)
    }

    @Test func `Two processes that write in turns lose nothing`() async throws {
        let storage = try open(path, mapSize: 128 << 10)
        async let other: ExitTest.Result? = #expect(processExitsWith: .success) {
            [path = path as String] in
            let storage = try open(path, timeout: .seconds(300), mapSize: 256 << 10)
            for number in 0..<500 { try storage.fill(number..<number + 1, size: 1000) }
        }
        try await inThread {
            for number in 500..<1000 { try storage.fill(number..<number + 1, size: 1000) }
        }
        _ = await other
        #expect(try storage.count() == 1000)
        #expect(try storage.check() == [])
    }

    @Test func `A reader follows a storage that another process made larger`() async throws {
        let storage = try open(path, mapSize: 128 << 10)
        try storage.fill(0..<10)
        await #expect(processExitsWith: .success) { [path = path as String] in
            try open(path).fill(10..<20_000)
        }
        #expect(try storage.count() == 20_000)
        try storage.fill(20_000..<20_010)
        #expect(try storage.count() == 20_010)
        #expect(try storage.check() == [])
    }

    @Test func `A forked copy of the process cannot use the storage, and harms nobody`() async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let storage = try open(path)
            try storage.fill(0..<10)
            let reader = try storage.beginRead()
            let items = try #require(try reader.collection(named: "items"))
            let writer = try storage.beginWrite()
            let copy = try copyProcess()
            if copy == 0 {
                let codes = [
                    code { _ = try storage.beginRead() },
                    code { _ = try storage.beginWrite() },
                    code { _ = try storage.check() },
                    code { _ = try reader.count(.all, in: items) },
                    code { _ = try writer.put(key(11), record(11), in: items) },
                    code { try writer.commit() },
                ]
                reader.end()
                writer.end()
                let isRefused = codes.allSatisfy { $0 == .unsupported }
                _exit(isRefused && code { try storage.close() } == nil ? 0 : 1)
            }
            var outcome: CInt = -1
            #expect(unsafe waitpid(copy, &outcome, 0) == copy)
            #expect(outcome == 0)
            #expect(try reader.count(.all, in: items) == 10)
            _ = try writer.put(key(10), record(10), in: items)
            // The copy's end has given nothing back that is held here.
            let status = try #require(try FileSystem.status(path + "/data.mdb"))
            #expect(try !DataFile(path + "/data.mdb", status.identity).tryLock())
            try writer.commit()
            reader.end()
            #expect(try storage.count() == 11)
        }
    }
}

/// Runs what may block on a thread of its own.
private func inThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result(catching: body)) }.start()
    }
}

/// Makes a copy of the process. Swift hides `fork`, for good reasons.
private func copyProcess() throws -> pid_t {
    let symbol = unsafe try #require(unsafe dlsym(dlopen(nil, RTLD_NOW), "fork"))
    return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
}
