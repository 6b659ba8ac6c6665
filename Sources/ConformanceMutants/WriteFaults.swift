import ConformanceKit
import StorageCore
import Synchronization

extension Fault {
    /// Writes, commits and collections that are lost, or refused for nothing.
    static let writes: [Fault] = [
        Fault(
            "M203b a commit is acknowledged and not made", "TXN-01/commit", says: "after a commit"
        ) {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.commit = { driver throws(StorageError) in
                wire.trip()
                driver.end()
            }
        },
        Fault("B06 a commit of nothing is refused", "BAT-06/empty", says: "an empty transaction") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            var hasChanged = false
            hooks.changed = { driver throws(StorageError) in
                hasChanged = true
                return driver
            }
            hooks.commit = { driver throws(StorageError) in
                guard !hasChanged else { return try driver.commit() }
                wire.trip()
                driver.end()
                throw StorageError(.invalidArgument, "there is nothing to commit")
            }
        },
        Fault("V16 a put of what is there is refused", "VAL-16/same-again", says: "the same record")
        {
            wire, hooks, _ in
            hooks.put = { driver, entry, handle, condition throws(StorageError) in
                let old = unlessThrown { try driver.rawRecord(entry.key, in: handle) }
                guard old != entry.record || driver.isCatalog(handle) else {
                    wire.trip()
                    throw StorageError(.conflict, "the record is there already")
                }
                return try driver.put(entry.key.span, entry.record.span, in: handle, if: condition)
            }
        },
        Fault("T24 preparing again empties", "TXN-24/prepare", says: "prepared again") {
            wire, hooks, _ in
            hooks.prepare = { driver, schema throws(StorageError) in
                let handle = try driver.prepare(schema)
                guard !schema.isDerived else { return handle }
                if try driver.delete(.all, in: handle) > 0 { wire.trip() }
                return handle
            }
        },
        Fault(
            "M135b range deletes miss what is not committed", "RNG-18/written-before", says: "own"
        ) {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.deleteRange = { driver, range, handle throws(StorageError) in
                    let committed = unlessThrown {
                        try base.live { try $0.rawEntries(range, in: handle).map(\.key) }
                    }
                    var deleted = 0
                    for key in committed ?? [] where try driver.delete(key.span, in: handle) {
                        deleted += 1
                    }
                    if unlessThrown({ try driver.count(range, in: handle) }) != 0 { wire.trip() }
                    return deleted
                }
                return hooks
            }
        },
        Fault("M234 an error loses the next commit", "ERR-08/not-poisoned", says: "between errors")
        {
            wire in
            let isPoisoned = Flag()
            return ConformanceSuite.faulty { isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.end = { driver in
                    isPoisoned.value = true
                    driver.end()
                }
                hooks.commit = { driver throws(StorageError) in
                    guard isPoisoned.value else { return try driver.commit() }
                    isPoisoned.value = false
                    wire.trip()
                    driver.end()
                }
                return hooks
            }
        },
    ]
}
