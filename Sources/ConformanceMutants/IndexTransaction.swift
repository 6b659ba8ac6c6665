import ConformanceKit
import StorageCore

/// A change of a record.
enum RecordChange {
    case put, delete
}

/// What a transaction has done with the entries of indexes so far.
final class IndexTransaction {
    /// An entry, and the collection of the index that it was put into.
    typealias PutEntry = (key: [UInt8], record: [UInt8], handle: CollectionHandle)

    let isWriting: Bool
    private let indexes: IndexHandles
    /// The entries of indexes that were put.
    private(set) var entries: [PutEntry] = []
    private(set) var deleted: Set<[UInt8]> = []
    /// The entries that were deleted since a record changed last.
    private var lost: [PutEntry] = []
    private(set) var hasCreated = false

    init(_ indexes: IndexHandles, isWriting: Bool) {
        self.indexes = indexes
        self.isWriting = isWriting
    }

    /// The entries that were put.
    var put: Set<[UInt8]> { Set(entries.map(\.key)) }

    var hasDeleted: Bool { !deleted.isEmpty }

    func isIndex(_ handle: CollectionHandle) -> Bool { indexes.contains(handle) }

    /// Takes note of what goes through these hooks.
    func observe(_ hooks: inout Hooks) {
        hooks.prepare = { driver, schema throws(StorageError) in
            let handle = try driver.prepare(schema)
            self.indexes.note(handle, isIndex: schema.isDerived)
            self.hasCreated = self.hasCreated || schema.isDerived
            return handle
        }
        hooks.stored = { _, entry, handle in
            self.didPut(entry, handle)
            return entry.record
        }
        hooks.delete = { driver, key, handle throws(StorageError) in
            self.didDelete(key, handle)
            return try driver.delete(key.span, in: handle)
        }
    }

    func didPut(_ entry: RawEntry, _ handle: CollectionHandle) {
        if isIndex(handle) { entries.append((entry.key, entry.record, handle)) }
    }

    func didDelete(_ key: [UInt8], _ handle: CollectionHandle) {
        if isIndex(handle) { deleted.insert(key) }
    }

    /// Takes note of an entry that is about to be deleted.
    func willLose(_ key: [UInt8], _ handle: CollectionHandle, _ driver: any WriteDriver) {
        guard let record = unlessThrown({ try driver.rawRecord(key, in: handle) }) else { return }
        lost.append((key, record, handle))
    }

    /// The entries that were deleted since a record changed last; there are none any more then.
    func takeLost() -> [PutEntry] {
        defer { lost = [] }
        return lost
    }

    /// Puts all entries once more.
    func putAgain(_ driver: any WriteDriver) throws(StorageError) {
        for entry in entries { try driver.put(entry) }
    }
}

extension WriteDriver {
    /// Puts an entry of an index.
    func put(_ entry: IndexTransaction.PutEntry) throws(StorageError) {
        _ = try put(entry.key.span, entry.record.span, in: entry.handle, if: .always)
    }
}

extension Storage {
    /// Puts the entries of a transaction that was rolled back.
    func restore(_ transaction: IndexTransaction) throws -> Bool? {
        let driver = try beginWrite()
        try transaction.putAgain(driver)
        try driver.commit()
        return true
    }
}
