import ConformanceKit
import StorageCore
import Synchronization

extension Fault {
    /// A fault in what a memory storage does with the entries of indexes.
    static func onIndexes(
        _ name: String, _ check: String, says: String,
        _ hooks:
            @escaping @Sendable (
                _ wire: Tripwire, _ base: any Storage, _ hooks: inout Hooks, IndexTransaction
            ) -> Void
    ) -> Fault {
        Fault(name, check, says: says) { wire in
            ConformanceSuite(name: "faulty") { _ in
                let base = MemoryStorage()
                let indexes = IndexHandles()
                return FaultyStorage(base) { isWriting in
                    let transaction = IndexTransaction(indexes, isWriting: isWriting)
                    var made = Hooks()
                    transaction.observe(&made)
                    hooks(wire, base, &made, transaction)
                    return made
                }
            }
        }
    }

    /// Some entries of indexes are not put.
    static func entriesLost(
        _ name: String, _ check: String, says: String,
        where isLost: @escaping @Sendable (IndexTransaction, _ entry: [UInt8]) -> Bool
    ) -> Fault {
        onIndexes(name, check, says: says) { wire, _, hooks, transaction in
            hooks.stored = { _, entry, handle in
                defer { transaction.didPut(entry, handle) }
                guard transaction.isIndex(handle), isLost(transaction, entry.key) else {
                    return entry.record
                }
                wire.trip()
                return nil
            }
        }
    }

    /// Some entries of indexes are not deleted.
    static func entriesKept(
        _ name: String, _ check: String, says: String,
        where isKept: @escaping @Sendable (IndexTransaction, _ entry: [UInt8]) -> Bool
    ) -> Fault {
        onIndexes(name, check, says: says) { wire, _, hooks, transaction in
            hooks.delete = { driver, key, handle throws(StorageError) in
                guard transaction.isIndex(handle), isKept(transaction, key) else {
                    transaction.didDelete(key, handle)
                    return try driver.delete(key.span, in: handle)
                }
                wire.trip()
                return true
            }
        }
    }

    /// Scans of an index visit other entries.
    static func scansOfIndexes(
        _ name: String, _ check: String, says: String,
        _ scan:
            @escaping @Sendable (
                _ driver: any ReadDriver, KeyRange, CollectionHandle, _ reversed: Bool
            ) throws -> [RawEntry]
    ) -> Fault {
        onIndexes(name, check, says: says) { wire, _, hooks, transaction in
            hooks.entries = { driver, range, handle, reversed in
                let honest = try driver.rawEntries(range, in: handle, reversed: reversed)
                guard transaction.isIndex(handle) else { return honest }
                let faulty = try scan(driver, range, handle, reversed)
                _ = wire.replace(honest.map(\.key), with: faulty.map(\.key))
                return faulty
            }
        }
    }
}

/// The handles of the collections that hold the entries of indexes.
final class IndexHandles: Sendable {
    private let handles = Mutex<Set<CollectionHandle>>([])

    func contains(_ handle: CollectionHandle) -> Bool {
        handles.withLock { $0.contains(handle) }
    }

    func note(_ handle: CollectionHandle, isIndex: Bool) {
        // A handle that was rolled back may come again, for something else.
        handles.withLock { handles in
            if isIndex { handles.insert(handle) } else { handles.remove(handle) }
        }
    }
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
    /// Whether a record or an entry has been put.
    private(set) var hasPut = false
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
        hasPut = true
        if isIndex(handle) { entries.append((entry.key, entry.record, handle)) }
    }

    func didDelete(_ key: [UInt8], _ handle: CollectionHandle) {
        if isIndex(handle) { deleted.insert(key) }
    }

    /// Puts all entries once more.
    func putAgain(_ driver: any WriteDriver) throws(StorageError) {
        for entry in entries {
            _ = try driver.put(entry.key.span, entry.record.span, in: entry.handle, if: .always)
        }
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

/// How the entries of an index are made: values, the record's key, and its size in two bytes.
enum Index {
    static func values(of entry: [UInt8]) -> ArraySlice<UInt8> {
        let size = Int(entry[entry.count - 2]) << 8 | Int(entry[entry.count - 1])
        return entry.dropLast(min(size + 2, entry.count))
    }

    /// The entries with the same values as this one.
    static func range(ofValues entry: [UInt8]) -> KeyRange {
        let values = Array(values(of: entry))
        return KeyRange(from: values, until: values + [0xFF])
    }
}
