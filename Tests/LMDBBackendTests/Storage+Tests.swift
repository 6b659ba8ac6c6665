import Foundation
import StorageCore
import TestSupport
import Testing

@testable import LMDBBackend

/// Opens a storage in a folder.
func open(
    _ path: String, _ mode: OpenMode = .create, durability: Durability = .none,
    timeout: Duration = .seconds(30), mapSize: Int? = nil
) throws(StorageError) -> LMDBStorage {
    try LMDBStorage(
        LMDBConfiguration(
            path: path,
            options: FileOptions(durability: durability, mode: mode, timeout: timeout),
            mapSize: mapSize))
}

extension LMDBStorage {
    func read<Result>(_ body: (any ReadDriver) throws -> Result) throws -> Result {
        let driver = try beginRead()
        defer { driver.end() }
        return try body(driver)
    }

    func write<Result>(_ body: (any WriteDriver) throws -> Result) throws -> Result {
        let driver = try beginWrite()
        do {
            let result = try body(driver)
            try driver.commit()
            return result
        } catch {
            driver.end()
            throw error
        }
    }

    /// Puts a number of records in one transaction.
    func fill(_ numbers: Range<Int>, in name: String = "items", size: Int = 100) throws {
        try write { driver in
            let items = try driver.prepare(CollectionSchema(name))
            for number in numbers {
                _ = try driver.put(
                    key(number).span, record(number, size: size).span, in: items, if: .always)
            }
        }
    }

    func count(_ name: String = "items") throws -> Int {
        try read { driver in
            guard let items = try driver.collection(named: name) else { return 0 }
            return try driver.count(.all, in: items)
        }
    }
}

extension ReadDriver {
    /// A copy of a record, or nil.
    func value(_ key: [UInt8], in collection: CollectionHandle) throws -> [UInt8]? {
        var value: [UInt8]?
        _ = try get(key.span, in: collection) { value = $0.array }
        return value
    }

    /// Copies of the entries of a range.
    func entries(
        _ range: KeyRange = .all, in collection: CollectionHandle, reversed: Bool = false
    ) throws -> [Entry] {
        var entries: [Entry] = []
        try scan(range, in: collection, reversed: reversed) { key, record in
            entries.append(Entry(key: key.array, record: record.array))
            return true
        }
        return entries
    }
}

extension WriteDriver {
    func put(
        _ key: [UInt8], _ record: [UInt8], in collection: CollectionHandle,
        if condition: PutCondition = .always
    ) throws -> Bool {
        try put(key.span, record.span, in: collection, if: condition)
    }
}

struct Entry: Equatable {
    let key: [UInt8]
    let record: [UInt8]
}

/// A key that sorts like its number.
func key(_ number: Int) -> [UInt8] {
    Layout.bytes(UInt64(number))
}

/// The bytes of a record that depends on a number.
func record(_ number: Int, size: Int = 100) -> [UInt8] {
    let record: Record = [
        "number": .int(Int64(number)),
        "bytes": .bytes([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)),
    ]
    return record.bytes
}

/// The code of the error that `body` throws.
func code(_ body: () throws -> Void) -> StorageError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StorageError)?.code
    }
}
