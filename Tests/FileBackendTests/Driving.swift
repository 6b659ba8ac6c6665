import Foundation
import StorageCore
import TestSupport

@testable import FileBackend

/// The storage contract, called as `StorageCore` calls it.
extension Storage {
    /// Runs `body` in the writing transaction and commits.
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

    /// Puts records into a collection in one transaction.
    func put(_ collection: String, _ entries: [(Key, Record)]) throws {
        try write { driver in
            let handle = try driver.prepare(CollectionSchema(collection))
            for (key, record) in entries {
                try driver.put(key, record, in: handle)
            }
        }
    }

    /// Puts a record with the field `n`.
    func put(_ key: Int, _ number: Int64) throws {
        try put("c", [entry(key, ["n": .int(number)])])
    }

    /// The records of a collection, by key.
    func contents(_ collection: String = "c") throws -> [Key: Record] {
        let driver = try beginRead()
        defer { driver.end() }
        guard let handle = try driver.collection(named: collection) else { return [:] }
        var contents: [Key: Record] = [:]
        try driver.scan(.all, in: handle, reversed: false) { key, record in
            contents[Key(trusted: key.array)] = Record(trusted: record.array)
            return true
        }
        return contents
    }

    /// The field `n` of the records in `c` whose keys are integers.
    func numbers() throws -> [Int: Int64] {
        var numbers: [Int: Int64] = [:]
        for (key, record) in try contents() {
            guard case .int(let number)? = try record.value(of: "n") else { continue }
            numbers[try key.decode()] = number
        }
        return numbers
    }
}

extension WriteDriver {
    func put(_ key: Key, _ record: Record, in collection: CollectionHandle) throws {
        _ = try put(key.bytes.span, record.bytes.span, in: collection, if: .always)
    }

    func delete(_ key: Key, in collection: CollectionHandle) throws -> Bool {
        try delete(key.bytes.span, in: collection)
    }
}

func entry(_ key: some KeyRepresentable, _ record: Record) throws -> (Key, Record) {
    (try Key(key), record)
}

func entry(_ key: Key, _ record: Record) -> (Key, Record) {
    (key, record)
}

/// Opens a storage at a path.
func open(
    _ path: String, _ mode: OpenMode = .create, durability: Durability = .relaxed,
    timeout: Duration = .zero, files: any FileOperations = SystemFileOperations()
) throws -> FileStorage {
    try FileStorage(
        FileConfiguration(
            path: path,
            options: FileOptions(durability: durability, mode: mode, timeout: timeout)),
        files: files)
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

func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
}

func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
}

func write(_ content: some DataProtocol, to path: String) throws {
    try Data(content).write(to: URL(filePath: path))
}

func write(_ content: String, to path: String) throws {
    try write(Data(content.utf8), to: path)
}

func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
