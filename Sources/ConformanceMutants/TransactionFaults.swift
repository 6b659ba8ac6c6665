import ConformanceKit
import StorageCore
import Synchronization

extension Fault {
    /// Snapshots that move.
    static let snapshots: [Fault] = [
        Fault("M093 a snapshot is live", "SNP-01/later-writes", says: "a snapshot after") { wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard !isWriting else { return hooks }
                hooks.get = { driver, key, handle in
                    let live = try base.live { try $0.rawRecord(key, in: handle) }
                    return wire.replace(try driver.rawRecord(key, in: handle), with: live)
                }
                hooks.entries = { driver, range, handle, reversed in
                    wire.trip()
                    return try base.live {
                        try $0.rawEntries(range, in: handle, reversed: reversed)
                    }
                }
                return hooks
            }
        },
        Fault("M095 scans ignore the snapshot", "SNP-01/range-delete", says: "is deleted") { wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard !isWriting else { return hooks }
                hooks.entries = { _, range, handle, reversed in
                    wire.trip()
                    return try base.live {
                        try $0.rawEntries(range, in: handle, reversed: reversed)
                    }
                }
                return hooks
            }
        },
        Fault("M087 get ignores the snapshot", "SNP-01/between-reads", says: "get in a snapshot") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard !isWriting else { return hooks }
                hooks.get = { driver, key, handle in
                    let live = try base.live { try $0.rawRecord(key, in: handle) }
                    return wire.replace(try driver.rawRecord(key, in: handle), with: live)
                }
                return hooks
            }
        },
        Fault("M014 a snapshot is taken at the first read", "SNP-01/begin", says: "the first read")
        {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard !isWriting else { return hooks }
                var late: (any ReadDriver)?
                hooks.entries = { _, range, handle, reversed in
                    wire.trip()
                    let driver = try late ?? base.beginRead()
                    late = driver
                    return try driver.rawEntries(range, in: handle, reversed: reversed)
                }
                return hooks
            }
        },
        Fault(
            "M244 a state has the number of the one before", "TXN-15/two-databases", says: "verify"
        ) {
            wire in
            ConformanceSuite.overriding { _, isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.stateNumber = {
                    wire.trip()
                    return 1
                }
                return hooks
            }
        },
        Fault("M097 count ignores the snapshot", "SNP-02/many", says: "of 100: count") { wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard !isWriting else { return hooks }
                hooks.count = { driver, range, handle throws(StorageError) in
                    let live = try base.beginRead()
                    defer { live.end() }
                    return wire.replace(
                        try driver.count(range, in: handle),
                        with: try live.count(range, in: handle))
                }
                return hooks
            }
        },
        Fault(
            "M098 the end of one snapshot empties others", "SNP-03/independent", says: "has ended"
        ) {
            wire in
            let ended = Flag()
            return ConformanceSuite.faulty { isWriting in
                var hooks = Hooks()
                hooks.end = { driver in
                    ended.value = true
                    driver.end()
                }
                guard !isWriting else { return hooks }
                ended.value = false
                hooks.entries = { driver, range, handle, reversed in
                    let entries = try driver.rawEntries(range, in: handle, reversed: reversed)
                    guard ended.value, !entries.isEmpty else { return entries }
                    wire.trip()
                    return []
                }
                return hooks
            }
        },
        Fault("M126 commits are seen late", "SNP-15/next", says: "get after commit") { wire in
            ConformanceSuite(name: "faulty") { _ in LooseStorage(wire, staleReads: 5) }
        },
    ]

    /// Transactions that are not all or nothing.
    static let transactions: [Fault] = [
        Fault("M110 an ended write commits", "TXN-01/end", says: "after end without commit") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.end = { driver in
                wire.trip()
                guard let writer = driver as? any WriteDriver,
                    (unlessThrown({ try writer.commit() })) != nil
                else {
                    return driver.end()
                }
            }
        },
        Fault("M110b a body that throws commits", "TXN-02/rolled-back", says: "a body that threw") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.end = { driver in
                wire.trip()
                guard let writer = driver as? any WriteDriver,
                    (unlessThrown({ try writer.commit() })) != nil
                else {
                    return driver.end()
                }
            }
        },
        Fault("M115 own writes missing from get", "TXN-04/own-writes", says: "own writes: get") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.get = { driver, key, handle in
                    let own = try driver.rawRecord(key, in: handle)
                    if driver.isCatalog(handle) { return own }
                    let committed = try base.beginRead()
                    defer { committed.end() }
                    return wire.replace(own, with: try committed.rawRecord(key, in: handle))
                }
                return hooks
            }
        },
        Fault("M116 own writes missing from scans", "TXN-04/own-writes", says: "own writes: scan") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.entries = { _, range, handle, reversed in
                    wire.trip()
                    let committed = try base.beginRead()
                    defer { committed.end() }
                    return try committed.rawEntries(range, in: handle, reversed: reversed)
                }
                return hooks
            }
        },
        Fault("M116b own deletes still counted", "TXN-05/own-deletes", says: "own deletes: count") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.count = { _, range, handle throws(StorageError) in
                    wire.trip()
                    let committed = try base.beginRead()
                    defer { committed.end() }
                    return try committed.count(range, in: handle)
                }
                return hooks
            }
        },
        Fault(
            "M119 an inner roll-back takes all", "TXN-10/roll-back", says: "rolled-back savepoint"
        ) {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.rollBackToSavepoint = { driver throws(StorageError) in
                wire.trip()
                try driver.rollBackToSavepoint()
                if let handle = try driver.collection(named: "items") {
                    _ = try driver.delete(.all, in: handle)
                }
            }
        },
        Fault("M120 an inner commit is final", "TXN-10/released-in-rolled-back", says: "the outer")
        {
            wire, hooks, isWriting in
            guard isWriting else { return }
            let hasReleased = Flag()
            hooks.releaseSavepoint = { driver throws(StorageError) in
                hasReleased.value = true
                try driver.releaseSavepoint()
            }
            hooks.rollBackToSavepoint = { driver throws(StorageError) in
                guard hasReleased.value else { return try driver.rollBackToSavepoint() }
                wire.trip()
                try driver.releaseSavepoint()
            }
        },
        Fault("M120b a release takes back", "TXN-10/release", says: "after a released savepoint") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.releaseSavepoint = { driver throws(StorageError) in
                wire.trip()
                try driver.rollBackToSavepoint()
            }
        },
        Fault("C01 put ignores its condition", "TXN-23/put-conditions", says: "if absent") {
            wire, hooks, _ in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                if condition != .always { wire.trip() }
                return try driver.put(entry.key.span, entry.record.span, in: handle, if: .always)
            }
        },
        Fault("C02 put says that its condition held", "TXN-23/put-conditions", says: "put of 1 if")
        {
            wire, hooks, _ in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                wire.replace(
                    try driver.put(entry.key.span, entry.record.span, in: handle, if: condition),
                    with: true)
            }
        },
        Fault("M105 an update is lost", "TXN-18/threads", says: "counter of four threads") { wire in
            ConformanceSuite(name: "faulty") { _ in LooseStorage(wire, staleWrites: 25) }
        }.stochastic(floor: 0.8),
        Fault("M105b an update of a task is lost", "TXN-18/increments", says: "eight tasks") {
            wire in
            ConformanceSuite(name: "faulty") { _ in LooseStorage(wire, staleWrites: 25) }
        }.stochastic(floor: 0.8),
        .dirty(
            "M129 a batch is seen in parts", "BAT-05/before-commit", says: "beside an open write"),
        .dirty(
            "M101 a reader sees between steps", "BAT-03/none-or-all", says: "rounds that a reader"
        ).stochastic(floor: 0.5),
        Fault("M132 the first write of a key wins", "BAT-04/last-wins", says: "in a batch") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            var written: Set<[UInt8]> = []
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                guard written.insert(entry.key).inserted || driver.isCatalog(handle) else {
                    wire.trip()
                    return true
                }
                return try driver.put(entry.key.span, entry.record.span, in: handle, if: condition)
            }
        },
        Fault("M133 deletes run last", "BAT-04/last-wins", says: "in a batch") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            var deletes: [([UInt8], CollectionHandle)] = []
            hooks.delete = { driver, key, handle throws(StorageError) in
                deletes.append((key, handle))
                return true
            }
            hooks.commit = { driver throws(StorageError) in
                for (key, handle) in deletes {
                    wire.trip()
                    _ = try driver.delete(key.span, in: handle)
                }
                try driver.commit()
            }
        },
        .batchesCut(at: 256, "BAT-08/257", says: "a batch of 257"),
        .batchesCut(at: 1_024, "BAT-08/1025", says: "a batch of 1025"),
        .batchesCut(at: 65_536, "BAT-08/100000", says: "entries"),
        .batchesCut(at: 65_536, "TXN-12/100000-writes", says: "count of 100000 entries"),
    ]

    /// Every change is committed at once.
    private static func dirty(_ name: String, _ check: String, says: String) -> Fault {
        Fault(name, check, says: says) { wire in
            ConformanceSuite.overriding { base, _ in
                var hooks = Hooks()
                hooks.changed = { driver throws(StorageError) in
                    wire.trip()
                    try driver.commit()
                    return try base.beginWrite()
                }
                return hooks
            }
        }
    }

    /// What a transaction puts beyond so many operations is lost.
    private static func batchesCut(at limit: Int, _ check: String, says: String) -> Fault {
        Fault("M135 operations beyond \(limit) lost", check, says: says) { wire, hooks, isWriting in
            guard isWriting else { return }
            var operations = 0
            hooks.stored = { _, entry, _ in
                operations += 1
                guard operations > limit else { return entry.record }
                wire.trip()
                return nil
            }
            hooks.delete = { driver, key, handle throws(StorageError) in
                operations += 1
                guard operations > limit else { return try driver.delete(key.span, in: handle) }
                wire.trip()
                return true
            }
        }
    }
}
