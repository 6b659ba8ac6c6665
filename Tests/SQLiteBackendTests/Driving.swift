import CSQLite
import Foundation
import StorageCore
import TestSupport

@testable import SQLiteBackend

/// The storage contract, called as `StorageCore` calls it.
extension Storage {
    /// Runs `body` in a reading transaction.
    func read<Result>(_ body: (any ReadDriver) throws -> Result) throws -> Result {
        let driver = try beginRead()
        defer { driver.end() }
        return try body(driver)
    }

    /// Runs `body` in the writing transaction and commits.
    @discardableResult
    func write<Result>(_ body: (any WriteDriver) throws -> Result) throws -> Result {
        let driver = try beginWrite()
        let result: Result
        do {
            result = try body(driver)
        } catch {
            driver.end()
            throw error
        }
        try driver.commit()
        return result
    }

    /// The records of a collection that has such keys, by key.
    func contents(_ collection: String) throws -> [Key: Record] {
        try read { driver in
            guard let handle = try driver.collection(named: collection) else { return [:] }
            return Dictionary(uniqueKeysWithValues: try driver.entries(in: handle))
        }
    }
}

extension ReadDriver {
    func entries(
        _ range: KeyRange = .all, in collection: CollectionHandle, reversed: Bool = false
    ) throws -> [(Key, Record)] {
        var entries: [(Key, Record)] = []
        try scan(range, in: collection, reversed: reversed) { key, record in
            entries.append((Key(trusted: key.copy), Record(trusted: record.copy)))
            return true
        }
        return entries
    }

    func record(_ key: Key, in collection: CollectionHandle) throws -> Record? {
        var found: Record?
        let isThere = try get(key.bytes.span, in: collection) {
            found = Record(trusted: $0.copy)
        }
        guard isThere == (found != nil) else { throw Fault("get returned \(isThere)") }
        return found
    }
}

extension WriteDriver {
    @discardableResult
    func put(
        _ key: Key, _ record: Record, in collection: CollectionHandle,
        if condition: PutCondition = .always
    ) throws -> Bool {
        try put(key.bytes.span, record.bytes.span, in: collection, if: condition)
    }

    @discardableResult
    func delete(_ key: Key, in collection: CollectionHandle) throws -> Bool {
        try delete(key.bytes.span, in: collection)
    }

    /// Deletes everything, as one range.
    func clear(_ collection: CollectionHandle) throws {
        _ = try delete(.all, in: collection)
    }
}

extension Span<UInt8> {
    var copy: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

/// What a helper of the tests met unexpectedly.
struct Fault: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// Opens a storage at a path.
func open(
    _ path: String, _ mode: OpenMode = .create, durability: Durability = .none,
    timeout: Duration = .seconds(5)
) throws -> SQLiteStorage {
    try SQLiteStorage(
        SQLiteConfiguration(
            path: path,
            options: FileOptions(durability: durability, mode: mode, timeout: timeout)))
}

/// The error that `body` throws.
func failure(_ body: () throws -> Void) -> StorageError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StorageError
    }
}

/// Runs SQL on a file with SQLite alone and returns the rows, each cell as `quote()` shows it.
@discardableResult
func sql(_ path: String, _ text: String) throws -> [[String]] {
    var handle: OpaquePointer?
    defer { unsafe sqlite3_close(handle) }
    guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else { throw Fault("open \(path)") }
    unsafe sqlite3_busy_timeout(handle, 5000)
    var statement: OpaquePointer?
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else {
        throw Fault(unsafe String(cString: sqlite3_errmsg(handle)))
    }
    var rows: [[String]] = []
    while true {
        switch unsafe sqlite3_step(statement) {
        case SQLITE_ROW:
            rows.append(
                (0..<(unsafe sqlite3_column_count(statement))).map { column in
                    guard let cell = unsafe sqlite3_column_text(statement, column) else {
                        return "NULL"
                    }
                    return unsafe String(cString: cell)
                })
        case SQLITE_DONE: return rows
        default: throw Fault(unsafe String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// The content of a file, read while no storage of this process has it open.
func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
}

func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}
