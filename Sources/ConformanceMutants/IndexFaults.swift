import ConformanceKit
import StorageCore
import Synchronization

extension Fault {
    /// Storages that lose, keep or reorder the entries of indexes, and nothing else.
    static let indexes: [Fault] = [
        .entriesLost("M137 a replace adds no entry", "IDX-02/replace", says: "the new value") {
            transaction, _ in transaction.hasDeleted
        },
        .entriesBack(
            "M138 a replace leaves the old entry", "IDX-02/replace", says: "the old value",
            after: .put),
        .entriesBack(
            "M139 a delete leaves the entry", "IDX-03/delete", says: "after a delete",
            after: .delete),
        .entriesKept("M141 a batch leaves what it put", "IDX-06/several-writes", says: "before the")
        {
            transaction, entry in transaction.put.contains(entry)
        },
        .entriesLost("M137b a batch that puts adds nothing", "IDX-01/insert", says: "after put") {
            transaction, _ in !transaction.hasDeleted && !transaction.hasCreated
        },
        .entriesLost("I14 a value freed in a batch is lost", "IDX-14/delete-insert", says: "moved")
        {
            transaction, entry in transaction.deleted.contains { $0.first == entry.first }
        },
        .entriesLost("M153 an index begins empty", "IDX-20/backfill", says: "created later") {
            transaction, _ in transaction.hasCreated
        },
        .entriesLost("M181 null has no entry", "IDX-07/nulls", says: "order by f") { _, entry in
            entry.first == 0x08
        },
        .onIndexes("M140 entries are not rolled back", "IDX-05/rollback", says: "after a rollback")
        {
            wire, base, hooks, transaction in
            hooks.end = { driver in
                driver.end()
                guard !transaction.put.isEmpty, !transaction.hasCreated else { return }
                wire.trip()
                _ = unlessThrown { try base.restore(transaction) }
            }
        },
        .onIndexes("M140b a savepoint keeps entries", "IDX-05/savepoint", says: "the savepoint") {
            wire, _, hooks, transaction in
            hooks.rollBackToSavepoint = { driver throws(StorageError) in
                try driver.rollBackToSavepoint()
                if transaction.hasCreated { return }
                wire.trip()
                try transaction.putAgain(driver)
            }
        },
        .onIndexes("M147 what is refused is kept", "IDX-11/duplicate", says: "refused") {
            wire, _, hooks, transaction in
            hooks.end = { driver in
                guard let writer = driver as? any WriteDriver, !transaction.put.isEmpty else {
                    return driver.end()
                }
                wire.trip()
                _ = unlessThrown { try writer.commit() }
            }
        },
        .onIndexes("M145 unique values checked at once", "IDX-13/swap", says: "no error") {
            wire, _, hooks, transaction in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                if transaction.isIndex(handle),
                    try driver.count(Index.range(ofValues: entry.key), in: handle) > 0
                {
                    wire.trip()
                    throw StorageError(.uniqueViolation, "the value is taken")
                }
                return try driver.put(entry.key.span, entry.record.span, in: handle, if: condition)
            }
        },
        .onIndexes("M149 long values share their hash", "IDX-25/unique", says: "a long value") {
            wire, _, hooks, transaction in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                var key = entry.key
                if transaction.isIndex(handle), key.count == Key.maximumSize {
                    for place in key.count - 10..<key.count { key[place] = 0 }
                }
                key = wire.replace(entry.key, with: key)
                return try driver.put(key.span, entry.record.span, in: handle, if: condition)
            }
        },
        .onIndexes("M155 an entry is cut at 64 bytes", "IDX-25/long", says: "order by f") {
            wire, _, hooks, transaction in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                var key = entry.key
                if transaction.isIndex(handle), key.count > 100, key.count < Key.maximumSize {
                    let values = Index.values(of: key)
                    key = Array(values.prefix(64) + key[values.count...])
                }
                key = wire.replace(entry.key, with: key)
                return try driver.put(key.span, entry.record.span, in: handle, if: condition)
            }
        },
        .onIndexes("M138b all entries stay", "IDX-03/delete", says: "after all were deleted") {
            wire, _, hooks, transaction in
            hooks.deleteRange = { driver, range, handle throws(StorageError) in
                guard transaction.isIndex(handle) else {
                    return try driver.delete(range, in: handle)
                }
                wire.trip()
                return 0
            }
        },
        Fault("M176 an update is not taken back", "QRY-30/atomic", says: "after a failed update") {
            wire, hooks, _ in
            hooks.rollBackToSavepoint = { driver throws(StorageError) in
                wire.trip()
                try driver.releaseSavepoint()
            }
        },
        Fault("M157 entries lost on reopening", "IDX-23/reopen", says: "opened again") { wire in
            Shelf.suite { _, committed in
                var kept = committed
                for number in 1...100 {
                    guard let handle = kept.handle(named: "$index-\(number)") else { continue }
                    if kept[handle].removeAll(in: .all) > 0 { wire.trip() }
                }
                return kept
            }
        },
    ]

    /// Scans of an index's entries that go wrong.
    static let indexScans: [Fault] = [
        .scansOfIndexes("M151 a bound takes one with it", "IDX-18/bounds", says: "index") {
            driver, range, handle, reversed in
            let entries = try driver.rawEntries(range, in: handle, reversed: reversed)
            if range.lowerBound == nil { return entries }
            return Array(reversed ? entries.dropLast() : entries.dropFirst())
        },
        .scansOfIndexes("M152 ties the other way round", "IDX-17/ties", says: "in no order") {
            driver, range, handle, reversed in
            var entries: [RawEntry] = []
            var run: [RawEntry] = []
            for entry in try driver.rawEntries(range, in: handle, reversed: reversed) {
                if let last = run.last, Index.values(of: last.key) != Index.values(of: entry.key) {
                    entries += run.reversed()
                    run = []
                }
                run.append(entry)
            }
            return entries + run.reversed()
        },
        .scansOfIndexes("M071b an index ends at 30", "IDX-19/parts", says: "ascending") {
            driver, range, handle, reversed in
            Array(try driver.rawEntries(range, in: handle, reversed: reversed).prefix(30))
        },
        .scansOfIndexes("M063b reversed ignored in an index", "IDX-19/parts", says: "descending") {
            driver, range, handle, _ in try driver.rawEntries(range, in: handle)
        },
        .scansOfIndexes(
            "M062b the last entry is skipped backwards", "IDX-19/parts", says: "descending"
        ) {
            driver, range, handle, reversed in
            let entries = try driver.rawEntries(range, in: handle, reversed: reversed)
            return reversed ? Array(entries.dropFirst()) : entries
        },
        .onIndexes("M117 own writes missing from an index", "QRY-24/own-writes", says: "a put") {
            wire, base, hooks, transaction in
            hooks.entries = { driver, range, handle, reversed in
                let honest = try driver.rawEntries(range, in: handle, reversed: reversed)
                guard transaction.isWriting, transaction.isIndex(handle) else { return honest }
                let live = try base.live {
                    try $0.rawEntries(range, in: handle, reversed: reversed)
                }
                _ = wire.replace(honest.map(\.key), with: live.map(\.key))
                return live
            }
        },
        .onIndexes("M096 an index shows later writes", "IDX-02/long-reader", says: "a snapshot") {
            wire, base, hooks, transaction in
            hooks.entries = { driver, range, handle, reversed in
                let honest = try driver.rawEntries(range, in: handle, reversed: reversed)
                guard !transaction.isWriting, transaction.isIndex(handle) else { return honest }
                let live = try base.live {
                    try $0.rawEntries(range, in: handle, reversed: reversed)
                }
                _ = wire.replace(honest.map(\.key), with: live.map(\.key))
                return live
            }
        },
    ]
}
