import Foundation
public import StorageCore
import Synchronization

/// Keeps records in memory, and each commit as a line of a file that only grows.
public final class LogStorage: Storage {
    private let file: Mutex<LogFile?>
    private let committed: Mutex<Tables?>
    private let turn = DispatchSemaphore(value: 1)
    /// Readers run beside the writer, and records outlive the storage.
    public let capabilities: Capabilities = [.persistent, .concurrentReads]
    /// Records of up to 16 MiB.
    public let limits = Limits(maximumRecordSize: 16 << 20)
    /// The file, and that a commit survives the loss of power.
    public let description: StorageDescription

    /// Opens the file at a path, which is created if it is not there.
    public init(path: String) throws {
        var tables = Tables()
        file = Mutex(try LogFile(path) { tables.apply($0) })
        committed = Mutex(try tables.withIndexes())
        description = StorageDescription(scheme: "log", path: path, durability: .full, size: nil)
    }

    /// Starts a reading transaction on what is committed.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        TablesReader(try snapshot())
    }

    /// Starts the writing transaction when the one before has ended.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        turn.wait()
        do throws(StorageError) {
            return TablesWriter(
                try snapshot(), recordsChanges: true, commit: keep,
                finish: { [turn] in turn.signal() })
        } catch {
            turn.signal()
            throw error
        }
    }

    /// Reads the file once more.
    public func check() throws(StorageError) -> [String] {
        _ = try snapshot()
        do { try file.withLock { _ = try $0?.replay { _ in } } } catch { return ["\(error)"] }
        return []
    }

    /// Lets go of the file.
    public func close() {
        committed.withLock { $0 = nil }
        file.withLock { $0 = nil }
    }

    private func snapshot() throws(StorageError) -> Tables {
        if let tables = committed.withLock(\.self) { return tables }
        throw StorageError(.closed, "the storage is closed; open it again")
    }

    private func keep(_ tables: consuming Tables, _ changes: [TablesChange]) throws(StorageError) {
        do {
            // First the disk, then everybody else: what a reader has seen is never lost.
            try file.withLock { if !changes.isEmpty { try $0?.append(changes) } }
        } catch {
            throw StorageError(.io, "cannot write to the log: \(error)", cause: error)
        }
        committed.withLock { [tables] in $0 = tables }
    }
}

/// The file: a line that says what it is, then a line for each commit, of a checksum and of JSON.
private struct LogFile {
    private static let title = Data("swift-storage example log 1\n".utf8)
    private static let newline = UInt8(ascii: "\n")
    private let path: String
    private let handle: FileHandle
    /// The length of what is on disk, or nil if nobody knows.
    private var length: Int?

    /// Opens the file, has it to itself from then on, and hands every change in it to `apply`.
    init(_ path: String, _ apply: (TablesChange) -> Void) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw StorageError(.io, "cannot open '\(path)'; check its folder and permissions")
        }
        (self.path, handle) = (path, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw StorageError(.locked, "'\(path)' is open elsewhere; close it there")
        }
        let whole = try replay(apply)
        // What is behind the last whole commit was cut short, and never acknowledged.
        try handle.truncate(atOffset: UInt64(whole))
        if whole == 0 { try handle.write(contentsOf: Self.title) }
        try handle.synchronize()
        length = max(whole, Self.title.count)
        // The file's name is on disk when its folder is.
        let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY)
        try FileHandle(fileDescriptor: folder, closeOnDealloc: true).synchronize()
    }

    /// Adds a commit, and waits until it is on disk.
    mutating func append(_ changes: [TablesChange]) throws {
        guard let start = length else { throw StorageError(.io, "it failed; open it again") }
        length = nil
        let json = try JSONEncoder().encode(changes)
        let line = Data("\(Self.checksum(json)) ".utf8) + json + [Self.newline]
        try handle.seek(toOffset: UInt64(start))
        try handle.write(contentsOf: line)
        try handle.synchronize()
        length = start + line.count
    }

    /// Hands every change in the file to `apply`, and returns the length of what is whole.
    func replay(_ apply: (TablesChange) -> Void) throws -> Int {
        try handle.seek(toOffset: 0)
        let content = try handle.readToEnd() ?? Data()
        guard content.starts(with: Self.title) else {
            if Self.title.starts(with: content) { return 0 }
            throw StorageError(.notAStorage, "'\(path)' is no log; choose another path")
        }
        var rest = content.dropFirst(Self.title.count)
        while let end = rest.firstIndex(of: Self.newline), let json = Self.json(in: rest[..<end]) {
            try JSONDecoder().decode([TablesChange].self, from: json).forEach(apply)
            rest = rest[(end + 1)...]
        }
        // A write that was cut short leaves no newline, or zeros, of which no commit has any.
        let end = rest.firstIndex(of: Self.newline)
        let isTorn = end.map { $0 == rest.endIndex - 1 && rest.contains(0) }
        guard isTorn ?? (Self.json(in: rest.dropLast()) == nil) else {
            throw StorageError(
                .damaged, "'\(path)' is damaged at byte \(rest.startIndex); restore it")
        }
        return rest.startIndex
    }

    /// The changes in a line, or nil if they are not as they were written.
    private static func json(in line: Data) -> Data? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
        return parts.count == 2 && parts[0].elementsEqual(checksum(parts[1]).utf8) ? parts[1] : nil
    }

    /// FNV-1a, which no change of a single byte gets past.
    private static func checksum(_ bytes: Data) -> String {
        let start = 0xcbf2_9ce4_8422_2325 as UInt64
        return String(bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
}
