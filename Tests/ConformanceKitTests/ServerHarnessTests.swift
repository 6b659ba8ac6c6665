import Foundation
import StorageCore
import TestSupport
import Testing

@testable import ConformanceKit

/// Real servers, as processes of their own.
@Suite struct ServerHarnessTests {
    /// The product `RecordServer`, which is built beside the test bundle.
    static let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "RecordServer").path

    /// Starts the conformance program of the server's client, whose temporary folder is `folder`.
    ///
    /// - Returns: The process, and what ends when it does.
    static func start(
        _ arguments: [String], in folder: TemporaryFolder
    ) throws -> (process: Process, ends: AsyncStream<Never>) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]
        ) { $1 }
        try Data().write(to: URL(filePath: folder.file("out")))
        process.standardOutput = try FileHandle(forUpdating: URL(filePath: folder.file("out")))
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        return (process, ends)
    }

    /// What stands in the temporary folder of servers.
    static func servers(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("server-") }.map { folder.path + "/" + $0 }
    }

    /// Waits for something that another process does.
    static func wait<Found>(for body: () throws -> Found?) throws -> Found {
        let deadline = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < deadline {
            if let found = try body() { return found }
            usleep(2000)
        }
        throw StorageError(.busy, "it did not come to it")
    }

    static func isGone(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

    /// A harness of the server, whose storages nobody needs.
    static func harness(_ command: String, readyWhen text: String = "ready") -> ServerHarness {
        ServerHarness(name: "served") { place in
            ServerCommand(
                "sh", ["-c", command, place.folder], readyWhen: .line(containing: text))
        } open: { _, _ in
            MemoryStorage()
        }
    }

    @Test func `A backend with a server keeps the contract, and its server ends with the run`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (process, ends) = try Self.start(
            ["--only", "KEY,RNG,TXN,SNP,ISO,LIF", "--seed", "7"], in: folder)
        let file = try Self.wait {
            try Self.servers(in: folder).map { $0 + "/socket.pid" }.first {
                FileManager.default.fileExists(atPath: $0)
            }
        }
        let server = try #require(pid_t(String(contentsOfFile: file, encoding: .utf8)))
        for await _ in ends {}
        let output = try String(contentsOfFile: folder.file("out"), encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(output)")
        #expect(output.contains(" passed, 0 failed, "))
        #expect(Self.isGone(server))
        #expect(try Self.servers(in: folder) == [])
    }

    @Test func `A server does not outlive a program that is killed`() async throws {
        let folder = try TemporaryFolder()
        let (process, ends) = try Self.start([], in: folder)
        let file = try Self.wait {
            try Self.servers(in: folder).map { $0 + "/socket.pid" }.first {
                FileManager.default.fileExists(atPath: $0)
            }
        }
        let server = try #require(pid_t(String(contentsOfFile: file, encoding: .utf8)))
        #expect(!Self.isGone(server))
        kill(process.processIdentifier, SIGKILL)
        for await _ in ends {}
        #expect(process.terminationReason == .uncaughtSignal)
        _ = try Self.wait { Self.isGone(server) ? true : nil }
    }

    @Test func `A server runs once, again when it has ended, and not when it is stopped`() throws {
        let harness = Self.harness("echo $$ > \"$0/id\"; echo ready; exec sleep 1000")
        let first = try harness.start()
        #expect(try harness.start() == first)
        _ = try harness.open(at: "/x")
        func id(_ place: ServerPlace) throws -> pid_t {
            let text = try String(contentsOfFile: place.folder + "/id", encoding: .utf8)
            return try #require(pid_t(text.trimmingCharacters(in: .newlines)))
        }
        let id = try id(first)
        kill(id, SIGKILL)
        let second = try Self.wait {
            let place = try harness.start()
            return place == first ? nil : place
        }
        let next = try #require(
            pid_t(
                try String(contentsOfFile: second.folder + "/id", encoding: .utf8)
                    .trimmingCharacters(in: .newlines)))
        #expect(!Self.isGone(next))
        harness.stop()
        #expect(Self.isGone(next))
        #expect(!FileManager.default.fileExists(atPath: second.folder))
        #expect(harness.words == nil)
    }

    @Test func `A server that ignores the request to end is killed`() throws {
        let harness = Self.harness(
            "trap '' TERM; echo $$ > \"$0/id\"; echo ready; while :; do sleep 1; done")
        let place = try harness.start()
        let text = try String(contentsOfFile: place.folder + "/id", encoding: .utf8)
        let id = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
        harness.stop()
        #expect(Self.isGone(id))
    }

    @Test func `A server that does not start is an error with what it said`() async throws {
        let harness = Self.harness("echo no license >&2; exit 3")
        let error = #expect(throws: StorageError.self) { try harness.open(at: "/x") }
        let message = try #require(error?.message)
        #expect(message.contains("the server 'sh' ended before it was ready"))
        #expect(message.contains("it said last: no license"))
        let report = await Runner(harness, profile: Profile(only: ["BAT"]), seed: 1).run()
        #expect(report.totals.errors > 3)
        #expect(report.text.contains("no license"))
    }

    @Test func `A report with failures shows what the server said last`() async throws {
        let fails = Check("TST-01/fails", "It fails.") { _ in
            throw CheckFailure("it", expected: "a", got: "b")
        }
        let harness = Self.harness("echo ready for work; exec sleep 1000")
        let runner = Runner(harness, checks: [fails], seed: 1)
        let entry = await runner.entry(for: fails)
        let text = try #require(runner.explanation(of: entry, replay: "so"))
        #expect(text.hasSuffix("replay:   so\nThe server said last:\nready for work"))
        let report = await runner.run()
        #expect(report.warnings.contains("the server said last: ready for work"))
        #expect(harness.words == nil)
    }

    @Test func `A port that is free is one that something can listen on`() throws {
        let port = try freePort()
        #expect(try !isListening(port: port))
        let harness = ServerHarness(name: "socket") { place in
            ServerCommand(Self.program, ["serve", place.socket], readyWhen: .socket)
        } open: { _, _ in
            MemoryStorage()
        }
        let place = try harness.start()
        #expect(try isListening(socket: place.socket))
        harness.stop()
        #expect(try !isListening(socket: place.socket))
    }

    @Test func `Each folder has a namespace that any server takes`() throws {
        let folders = ["/tmp/conformance 100% 0A-1", "/tmp/conformance 100% 0A-2", "/é/É x"]
        let names = folders.map(ServerPlace.namespace)
        #expect(Set(names).count == 3)
        for name in names { #expect(name.wholeMatch(of: /c_[a-z0-9_]{1,61}/) != nil, "\(name)") }
        let long = ServerPlace.namespace("/" + String(repeating: "a", count: 200))
        #expect(long.count == 63)
    }
}
