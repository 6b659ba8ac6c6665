import ConformanceKit
import StorageCore
import Synchronization

extension Fault {
    /// What shows only after much work, or after work of several kinds: lists of random operations
    /// have to find it.
    static let operations: [Fault] = [
        dropsEveryFiftiethPut, overwritesNothing, takesOuterSavepoint, endsSnapshots,
        keepsOneOfMany, bringsEntriesBack, keepsEntries,
    ]

    static let dropsEveryFiftiethPut = counting(
        "M033 every 50th put dropped", "VAL-15/random-steps", says: "of which 50 were left"
    ) { wire, puts, _, hooks, _ in
        hooks.stored = { driver, entry, handle in
            guard !driver.isCatalog(handle), puts.next() % 50 == 0 else { return entry.record }
            wire.trip()
            return nil
        }
    }

    static let overwritesNothing = Fault(
        "M119d nothing is overwritten after a savepoint was rolled back", "VAL-15/random-steps",
        says: "of which 5 were left"
    ) { wire, hooks, isWriting in
        guard isWriting else { return }
        var hasRolledBack = false
        hooks.rollBackToSavepoint = { driver throws(StorageError) in
            hasRolledBack = true
            try driver.rollBackToSavepoint()
        }
        hooks.put = { driver, entry, handle, condition throws(StorageError) in
            let isThere = unlessThrown { try driver.rawRecord(entry.key, in: handle) } != nil
            guard hasRolledBack, isThere, !driver.isCatalog(handle) else {
                return try driver.put(entry.key.span, entry.record.span, in: handle, if: condition)
            }
            wire.trip()
            return true
        }
    }

    private static let takesOuterSavepoint = Fault(
        "M119c a savepoint inside of three takes one with it", "VAL-15/random-nesting",
        says: "of which 8 were left"
    ) { wire, hooks, isWriting in
        guard isWriting else { return }
        var depth = 0
        // A collection that is gone would end the process.
        var hasCreated = false
        hooks.prepare = { driver, schema throws(StorageError) in
            hasCreated = true
            return try driver.prepare(schema)
        }
        hooks.savepoint = { driver throws(StorageError) in
            depth += 1
            try driver.savepoint()
        }
        hooks.releaseSavepoint = { driver throws(StorageError) in
            depth -= 1
            try driver.releaseSavepoint()
        }
        hooks.rollBackToSavepoint = { driver throws(StorageError) in
            try driver.rollBackToSavepoint()
            if depth == 4, !hasCreated {
                wire.trip()
                try driver.rollBackToSavepoint()
                try driver.savepoint()
            }
            depth -= 1
        }
    }

    private static let endsSnapshots = counting(
        "M093b a snapshot lasts for three commits", "VAL-15/random-snapshots",
        says: "of which 8 were left"
    ) { wire, commits, base, hooks, isWriting in
        guard !isWriting else {
            hooks.commit = { driver throws(StorageError) in
                try driver.commit()
                commits.next()
            }
            return
        }
        let begin = commits.count
        hooks.entries = { driver, range, handle, reversed in
            let own = try driver.rawEntries(range, in: handle, reversed: reversed)
            guard commits.count > begin + 3, !driver.isCatalog(handle) else { return own }
            let live = try base.live { try $0.rawEntries(range, in: handle, reversed: reversed) }
            if !own.elementsEqual(live, by: ==) { wire.trip() }
            return live
        }
    }

    private static let keepsOneOfMany = Fault(
        "M084 one entry of a range of a hundred is not deleted", "VAL-15/random-growth",
        says: "of which 101 were left"
    ) { wire, hooks, isWriting in
        guard isWriting else { return }
        hooks.deleteRange = { driver, range, handle throws(StorageError) in
            let last = unlessThrown {
                try driver.rawEntries(range, in: handle, reversed: true).first
            }
            let count = try driver.delete(range, in: handle)
            guard count >= 100, let last else { return count }
            wire.trip()
            _ = try driver.put(last.key.span, last.record.span, in: handle, if: .always)
            return count
        }
    }

    private static let keepsEntries = onIndexes(
        "M138c entries stay after a savepoint was rolled back", "IDX-24/random-operations",
        says: "of which"
    ) { wire, _, hooks, transaction in
        var hasRolledBack = false
        hooks.rollBackToSavepoint = { driver throws(StorageError) in
            hasRolledBack = true
            try driver.rollBackToSavepoint()
        }
        hooks.delete = { driver, key, handle throws(StorageError) in
            guard transaction.isIndex(handle), hasRolledBack else {
                return try driver.delete(key.span, in: handle)
            }
            wire.trip()
            return true
        }
    }

    private static let bringsEntriesBack = Fault(
        "M157b entries that were rolled back are there after a reopening",
        "VAL-15/random-reopening", says: "of which"
    ) { wire in
        let (shelf, indexes, leftovers) = (Shelf(), IndexHandles(), Leftovers())
        return ConformanceSuite(name: "shelf", destroy: { shelf.destroy($0) }) { folder in
            let base = try ShelvedStorage(shelf, folder)
            try leftovers.put(into: base, of: folder, wire)
            return FaultyStorage(base) { isWriting in
                let transaction = IndexTransaction(indexes, isWriting: isWriting)
                var hooks = Hooks()
                transaction.observe(&hooks)
                hooks.end = { driver in
                    driver.end()
                    if !transaction.hasCreated { leftovers.add(transaction, of: folder) }
                }
                return hooks
            }
        }
    }

    /// A fault in a memory storage that counts something over all its transactions.
    private static func counting(
        _ name: String, _ check: String, says: String,
        _ hooks:
            @escaping @Sendable (
                _ wire: Tripwire, Counter, _ base: any Storage, inout Hooks, _ isWriting: Bool
            ) -> Void
    ) -> Fault {
        Fault(name, check, says: says) { wire in
            ConformanceSuite(name: "faulty") { _ in
                let (base, counter) = (MemoryStorage(), Counter())
                return FaultyStorage(base) { isWriting in
                    var made = Hooks()
                    hooks(wire, counter, base, &made, isWriting)
                    return made
                }
            }
        }
    }
}

/// The entries of indexes that transactions had put when they were rolled back, by folder.
private final class Leftovers: Sendable {
    private let entries = Mutex<[String: [IndexTransaction.PutEntry]]>([:])

    func add(_ transaction: IndexTransaction, of folder: String) {
        let added = transaction.entries
        entries.withLock { $0[folder, default: []] += added }
    }

    /// Puts what belongs to a folder into its storage.
    func put(into storage: any Storage, of folder: String, _ wire: Tripwire) throws {
        let left = entries.withLock { $0.removeValue(forKey: folder) } ?? []
        if left.isEmpty { return }
        wire.trip()
        let driver = try storage.beginWrite()
        for entry in left {
            _ = try driver.put(entry.key.span, entry.record.span, in: entry.handle, if: .always)
        }
        try driver.commit()
    }
}
