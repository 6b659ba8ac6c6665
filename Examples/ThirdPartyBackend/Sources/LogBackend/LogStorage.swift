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
    private let path: String

    /// Opens the file at a path, which is created if it is not there.
    public init(path: String) throws(StorageError) {
        var tables = Tables()
        do { file = Mutex(try LogFile(path) { tables.apply($0) }) } catch {
            throw StorageError(error, at: path)
        }
        committed = Mutex(try tables.withIndexes())
        self.path = path
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
        do {
            try file.withLock { _ = try $0?.replay { _ in } }
            return []
        } catch {
            let error = StorageError(error, at: path)
            guard error.code == .damaged else { throw error }
            return [error.message]
        }
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
            throw StorageError(error, at: path)
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
    private let process = getpid()
    private var length = 0
    private var broken: (any Error)?

    /// Opens the file, has it to itself from then on, and hands every change in it to `apply`.
    init(_ path: String, _ apply: (TablesChange) -> Void) throws {
        (self.path, handle) = (path, try Self.open(path, O_RDWR | O_CREAT | O_CLOEXEC))
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw StorageError(.locked, "'\(path)' is open elsewhere; close it there")
        }
        let whole = try replay(apply)
        // What is behind the last whole commit was cut short, and never acknowledged.
        try handle.truncate(atOffset: UInt64(whole))
        if whole == 0 { try handle.write(contentsOf: Self.title) }
        try handle.synchronize()
        length = max(whole, Self.title.count)
        // The file's name is on disk when its folder is.
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try Self.open(folder, O_RDONLY | O_CLOEXEC).synchronize()
    }

    private static func open(_ path: String, _ flags: CInt) throws -> FileHandle {
        let descriptor = Foundation.open(path, flags, 0o644)
        if descriptor >= 0 { return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true) }
        throw StorageError.system(errno, "open", path)
    }

    /// Adds a commit, and waits until it is on disk.
    mutating func append(_ changes: [TablesChange]) throws {
        guard process == getpid() else { throw StorageError(.locked, "the parent process has it") }
        // Nobody knows what is on disk behind a failure. Opening the file finds out.
        if let broken { throw broken }
        let json = try JSONEncoder().encode(changes)
        let line = Data("\(Self.checksum(json)) ".utf8) + json + [Self.newline]
        do {
            try handle.seek(toOffset: UInt64(length))
            try handle.write(contentsOf: line)
            try handle.synchronize()
        } catch {
            broken = error
            throw error
        }
        length += line.count
    }

    /// Hands every change in the file to `apply`, and returns the length of what is whole.
    func replay(_ apply: (TablesChange) -> Void) throws -> Int {
        try handle.seek(toOffset: 0)
        let content = try handle.readToEnd() ?? Data()
        guard content.starts(with: Self.title) else {
            let isNew = zip(content, Self.title).allSatisfy { $0 == $1 || $0 == 0 }
            if isNew, content.count <= Self.title.count { return 0 }
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

extension StorageError {
    /// An error of Foundation as one of storages.
    fileprivate init(_ error: any Error, at path: String) {
        let number = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
        self = error as? StorageError ?? .system(CInt(number ?? Int(EIO)), "use", path)
    }
}
