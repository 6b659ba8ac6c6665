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

    /// The entries that a record loses are back once the record has been put, or deleted.
    static func entriesBack(
        _ name: String, _ check: String, says: String, after change: RecordChange
    ) -> Fault {
        onIndexes(name, check, says: says) { wire, _, hooks, transaction in
            func finish(
                _ made: RecordChange, _ driver: any WriteDriver
            ) throws(StorageError) {
                let lost = transaction.takeLost()
                guard made == change, !lost.isEmpty else { return }
                wire.trip()
                for entry in lost { try driver.put(entry) }
            }
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                let holds = try driver.put(
                    entry.key.span, entry.record.span, in: handle, if: condition)
                if !transaction.isIndex(handle) { try finish(.put, driver) }
                return holds
            }
            hooks.delete = { driver, key, handle throws(StorageError) in
                if transaction.isIndex(handle) { transaction.willLose(key, handle, driver) }
                transaction.didDelete(key, handle)
                let isThere = try driver.delete(key.span, in: handle)
                if !transaction.isIndex(handle) { try finish(.delete, driver) }
                return isThere
            }
            hooks.deleteRange = { driver, range, handle throws(StorageError) in
                let deleted = try driver.delete(range, in: handle)
                if !transaction.isIndex(handle) { try finish(.delete, driver) }
                return deleted
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
