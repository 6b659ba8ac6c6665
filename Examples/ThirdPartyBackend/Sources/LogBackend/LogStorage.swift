import Foundation
public import StorageCore
import Synchronization

/// Keeps records in memory, and each commit as a line of a file.
public final class LogStorage: Storage {
    private let committed: CommittedTables
    private let file: Mutex<LogFile?>
    private let path: String

    /// Readers run beside the writer, and records outlive the storage.
    public let capabilities: Capabilities = [.persistent, .concurrentReads]
    /// Records of up to 16 MiB.
    public let limits = Limits(maximumRecordSize: 16 << 20)
    /// The file, and that a commit survives the loss of power.
    public let description: StorageDescription

    /// Opens the file at a path, which is created if it is not there.
    public init(path: String) throws(StorageError) {
        var tables = Tables()
        file = Mutex(try system(path) { try LogFile(path, into: &tables) })
        committed = CommittedTables(try tables.withIndexes(), of: "'\(path)'")
        description = StorageDescription(scheme: "log", path: path, durability: .full, size: nil)
        self.path = path
    }

    /// Starts a reading transaction on what is committed.
    public func beginRead() throws(StorageError) -> any ReadDriver {
        try committed.beginRead()
    }

    /// Starts the writing transaction when the ones before have ended.
    public func beginWrite() throws(StorageError) -> any WriteDriver {
        try committed.beginWrite { [self] tables, changes throws(StorageError) in
            // Others see the commit when this has returned: what a reader has seen is never lost.
            try system(path) { try file.withLock { try $0?.append(changes, of: tables) } }
        }
    }

    /// Reads the file once more.
    public func check() throws(StorageError) -> [String] {
        _ = try committed.current(for: "check")
        do throws(StorageError) {
            _ = try system(path) { try file.withLock { try $0?.read() } }
            return []
        } catch  where error.code == .damaged { return [error.message] }
    }

    /// Lets go of the file.
    public func close() {
        committed.close { _ in file.withLock { $0 = nil } }
    }
}

/// The file: a line that says what it is, then a line for each commit, of a checksum and of JSON.
private struct LogFile {
    private static let title = Data("swift-storage example log\n".utf8)
    private static let newline = UInt8(ascii: "\n")
    private let path: String, lock: FileHandle, process = getpid()
    private var file: FileHandle?
    /// How many bytes are written before the file is begun anew.
    private var room = 0

    /// Has the file to itself from then on, reads it, and begins it anew.
    init(_ path: String, into tables: inout Tables) throws {
        (self.path, lock) = (path, try Self.open(path + ".lock", O_RDWR | O_CREAT))
        guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw StorageError(.locked, "'\(path)' is open elsewhere; close it there")
        }
        if FileManager.default.fileExists(atPath: path) { tables = try read() }
        try restart(with: tables)
    }

    private static func open(_ path: String, _ flags: CInt) throws -> FileHandle {
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o644)
        if descriptor >= 0 { return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true) }
        throw StorageError.system(errno, "open", path)
    }

    /// Adds a commit, after which there are these tables, and waits until it is on disk.
    mutating func append(_ changes: TablesChanges, of tables: Tables) throws {
        guard process == getpid(), let file else {
            throw StorageError(.io, "a forked copy, or a commit that failed; open '\(path)' again")
        }
        let line = try Self.line(changes)
        room -= line.count
        // Behind a failure nobody knows what is on disk. Opening the file finds out.
        self.file = nil
        guard room >= 0 else { return try restart(with: tables) }
        try file.write(contentsOf: line)
        try file.synchronize()
        self.file = file
    }

    /// Begins the file anew with all there is as one commit: the old one is there until then.
    private mutating func restart(with tables: Tables) throws {
        let content = try Self.title + Self.line(tables.changes)
        let fresh = try Self.open(path + ".new", O_RDWR | O_CREAT | O_TRUNC)
        try fresh.write(contentsOf: content)
        try fresh.synchronize()
        if rename(path + ".new", path) != 0 { throw StorageError.system(errno, "replace", path) }
        // The file's name is on disk when its folder is.
        try Self.open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY).synchronize()
        (file, room) = (fresh, content.count + 1 << 20)
    }

    /// What all commits together have made.
    func read() throws -> Tables {
        let content = try Data(contentsOf: URL(filePath: path))
        guard content.starts(with: Self.title) else {
            throw StorageError(.notAStorage, "'\(path)' is no log; choose another path")
        }
        var tables = Tables()
        var rest = content.dropFirst(Self.title.count)
        while let end = rest.firstIndex(of: Self.newline), let json = Self.json(in: rest[...end]) {
            tables.apply(try JSONDecoder().decode([TablesChange].self, from: json))
            rest = rest[(end + 1)...]
        }
        // A write that was cut short leaves no newline, or zeros, of which no commit has any.
        let end = rest.firstIndex(of: Self.newline)
        let isTorn = end.map { $0 == rest.endIndex - 1 && rest.contains(0) }
        if isTorn ?? (Self.json(in: rest) == nil) { return tables }
        throw StorageError(.damaged, "'\(path)' is damaged at byte \(rest.startIndex); restore it")
    }

    private static func line(_ changes: TablesChanges) throws -> Data {
        let json = try JSONEncoder().encode(changes)
        return Data("\(checksum(json)) ".utf8) + json + [newline]
    }

    /// The JSON in a line, or nil if that is not as it was written.
    private static func json(in line: Data) -> Data? {
        let parts = line.dropLast().split(separator: UInt8(ascii: " "), maxSplits: 1)
        return parts.count == 2 && parts[0] == Data("\(checksum(parts[1]))".utf8) ? parts[1] : nil
    }

    /// FNV-1a, which no change of a single byte gets past.
    private static func checksum(_ bytes: Data) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// Runs `body` with an error of Foundation as one of storages.
private func system<R>(_ path: String, _ body: () throws -> R) throws(StorageError) -> R {
    do { return try body() } catch {
        let number = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
        throw error as? StorageError ?? .system(CInt(number ?? Int(EIO)), "use", path)
    }
}
