import Foundation
import StorageCore
import TestSupport
import Testing

@testable import SQLiteBackend

/// The `sqlite3` tool in a process of its own, holding one connection.
private final class Shell {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    static let path = "/usr/bin/sqlite3"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    init(_ file: String) throws {
        process.executableURL = URL(filePath: Self.path)
        process.arguments = ["-batch", file]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Runs SQL and returns what it printed, once it has been run.
    func run(_ sql: String) throws -> String {
        let mark = "-- done"
        try input.fileHandleForWriting.write(contentsOf: Data("\(sql);\n.print \(mark)\n".utf8))
        var text = ""
        while !text.hasSuffix(mark + "\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Fault("the tool ended: \(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        return String(text.dropLast(mark.count + 1))
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

@Suite(.enabled(if: Shell.isThere)) struct ProcessTests {
    private static let schema = CollectionSchema(
        trusted: "c", key: [.int], fields: [FieldSchema("n", .int)])

    private func make(_ path: String, timeout: Duration = .seconds(5)) throws -> SQLiteStorage {
        let storage = try open(path, timeout: timeout)
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            try driver.put(try Key(1), ["n": 1], in: collection)
        }
        return storage
    }

    @Test func `A writer gives up when another process writes for longer than the timeout`() throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try make(path, timeout: .milliseconds(50))
        let shell = try Shell(path)
        _ = try shell.run("BEGIN IMMEDIATE; UPDATE c SET n = 2")
        let error = failure { _ = try storage.beginWrite() }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("0.05 seconds") == true)
        // Readers do not wait, and see what was committed.
        #expect(try storage.contents("c") == [Key(1): ["n": 1]])
        _ = try shell.run("COMMIT")
        #expect(try storage.contents("c") == [Key(1): ["n": 2]])
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            #expect(try driver.record(try Key(1), in: collection) == ["n": 2])
            try driver.put(try Key(1), ["n": 3], in: collection)
        }
        #expect(try shell.run("SELECT n FROM c") == "3\n")
        try shell.end()
        try storage.close()
    }

    @Test func `A writer that waits goes on when the other process is killed, without its changes`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try make(path, timeout: .seconds(60))
        let shell = try Shell(path)
        _ = try shell.run("BEGIN IMMEDIATE; UPDATE c SET n = 2")
        shell.kill()
        try storage.write { driver in
            let collection = try driver.prepare(Self.schema)
            #expect(try driver.record(try Key(1), in: collection) == ["n": 1])
        }
        #expect(try storage.check() == [])
        try storage.close()
    }

    @Test func `What examines the file leaves the locks of its storage in place`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let storage = try make(path)
        #expect(failure { _ = try open(path) }?.code == .alreadyOpen)
        #expect(try storage.check() == [])
        #expect(storage.description.size ?? 0 > 0)
        // Were the lock on the file gone, the tool would take itself for the last user of the log.
        let shell = try Shell(path)
        #expect(try shell.run("SELECT n FROM c") == "1\n")
        try shell.end()
        #expect(try names(in: folder.path) == ["a.db", "a.db-shm", "a.db-wal"])
        try storage.close()
        #expect(try names(in: folder.path) == ["a.db"])
    }

    @Test func `A storage that is read only sees what another process commits`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        try make(path).close()
        let storage = try open(path, .readOnly)
        #expect(try storage.contents("c") == [Key(1): ["n": 1]])
        let reader = try storage.beginRead()
        let shell = try Shell(path)
        _ = try shell.run("UPDATE c SET n = 2")
        reader.end()
        #expect(try storage.contents("c") == [Key(1): ["n": 2]])
        _ = try shell.run("UPDATE c SET n = 3")
        #expect(try storage.contents("c") == [Key(1): ["n": 3]])
        try shell.end()
        #expect(try storage.contents("c") == [Key(1): ["n": 3]])
        try storage.close()
    }
}
