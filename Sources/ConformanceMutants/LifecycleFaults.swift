import ConformanceKit
import StorageCore

extension Fault {
    /// What is lost, kept or held when a storage is closed and opened again.
    static let lifecycle: [Fault] = [
        .persisting("M203 nothing persists", "LIF-01/inserts", says: "inserts, opened again") {
            _, _ in
            Tables()
        },
        .persisting("M204 deletes do not persist", "LIF-02/deletes", says: "deletes, opened again")
        {
            kept, committed in
            merged(committed, with: kept) { new, old in new ?? old }
        },
        .persisting("M204b range deletes do not persist", "LIF-02/range-deletes", says: "of ranges")
        {
            kept, committed in
            merged(committed, with: kept) { new, old in new ?? old }
        },
        .persisting(
            "M205 overwrites do not persist", "LIF-02/overwrites", says: "overwrites, opened"
        ) {
            kept, committed in
            merged(committed, with: kept) { new, old in new == nil ? nil : old ?? new }
        },
        .persisting("M206 only 100 records persist", "LIF-02/many", says: "10,001 records, opened")
        {
            _, committed in
            var counts: [String: Int] = [:]
            return filtered(committed) { name, _, _ in
                counts[name, default: 0] += 1
                return counts[name, default: 0] <= 100
            }
        },
        .persisting(
            "M206b long records do not persist", "LIF-02/large", says: "long records, opened"
        ) {
            _, committed in filtered(committed) { _, _, record in record.count < 100_000 }
        },
        .persisting("M206c schemas do not persist", "LIF-02/schemas", says: "schemas, opened again")
        {
            _, committed in filtered(committed) { name, _, _ in name != "$catalog" }
        },
        Fault("M210 a second close throws", "LIF-03/close-twice", says: "close") { wire in
            ConformanceSuite(name: "faulty") { _ in
                let isClosed = Flag()
                return FaultyStorage(
                    MemoryStorage(),
                    overrides: FaultyStorage.Overrides(close: { base throws(StorageError) in
                        if isClosed.value {
                            wire.trip()
                            throw StorageError(.closed, "the storage is closed already")
                        }
                        isClosed.value = true
                        try base.close()
                    })
                ) { _ in Hooks() }
            }
        },
        Fault(
            "M212 a read after close finds nothing", "LIF-04/closed", says: "beginRead after close"
        ) {
            wire in
            ConformanceSuite.overriding(
                FaultyStorage.Overrides(beginRead: { base throws(StorageError) in
                    do throws(StorageError) {
                        return try base.beginRead()
                    } catch {
                        wire.trip()
                        return TablesReader(Tables())
                    }
                }))
        },
        Fault("M212b check after close finds nothing", "LIF-04/closed", says: "check after close") {
            wire in
            ConformanceSuite.overriding(
                FaultyStorage.Overrides(check: { base throws(StorageError) in
                    do throws(StorageError) {
                        return try base.check()
                    } catch {
                        wire.trip()
                        return []
                    }
                }))
        },
        Fault("M213 a place is opened twice", "LIF-11/same-place", says: "a second opening") {
            wire in
            counted(Shelf.suite(allowsSharing: true), wire)
        },
        Fault("M215 a storage that is let go of stays open", "LIF-16/let-go", says: "let go of") {
            wire in
            counted(Shelf.suite(releasesInDeinit: false), wire)
        },
        Fault("L12 all places are one", "LIF-12/two-places", says: "of two storages") { wire in
            let shared = MemoryStorage()
            let suite = ConformanceSuite(name: "faulty") { _ in
                FaultyStorage(
                    shared, overrides: FaultyStorage.Overrides(close: { _ in })
                ) { _ in Hooks() }
            }
            return counted(suite, wire)
        },
        Fault("L18 check cries wolf", "LIF-18/check", says: "findings of check()") { wire in
            ConformanceSuite.overriding(
                FaultyStorage.Overrides(check: { _ in
                    wire.trip()
                    return ["page 7 is damaged"]
                }))
        },
        Fault("L02 limits change", "LIM-02/constant", says: "limits after a write") { wire in
            let isEven = Flag()
            return ConformanceSuite.overriding(
                FaultyStorage.Overrides(limits: { _ in
                    wire.trip()
                    defer { isEven.value.toggle() }
                    return Limits(maximumRecordSize: isEven.value ? 1 << 20 : 1 << 21)
                }))
        },
        Fault("L03 less is kept than declared", "LIM-01/largest-record", says: "the longest record")
        {
            wire in
            ConformanceSuite(name: "faulty") { _ in
                FaultyStorage(
                    MemoryStorage(),
                    overrides: FaultyStorage.Overrides(limits: { _ in
                        Limits(maximumRecordSize: 1 << 20)
                    })
                ) { _ in
                    var hooks = Hooks()
                    hooks.stored = { _, entry, _ in
                        guard entry.record.count == 1 << 20 else { return entry.record }
                        wire.trip()
                        return nil
                    }
                    return hooks
                }
            }
        },
    ]

    private static func persisting(
        _ name: String, _ check: String, says: String,
        _ persist: @escaping @Sendable (_ kept: Tables, _ committed: Tables) -> Tables
    ) -> Fault {
        Fault(name, check, says: says) { wire in
            Shelf.suite { kept, committed in
                wire.trip()
                return persist(kept, committed)
            }
        }
    }

    /// A harness that trips the wire with every opening: the fault is in the place, not in a call.
    private static func counted(_ suite: ConformanceSuite, _ wire: Tripwire) -> ConformanceSuite {
        ConformanceSuite(name: suite.name) { folder in
            wire.trip()
            return try suite.open(at: folder)
        }
    }

    private static func filtered(
        _ tables: Tables, _ isKept: (_ name: String, _ key: [UInt8], _ record: [UInt8]) -> Bool
    ) -> Tables {
        var kept = Tables()
        for name in tables.names {
            guard let handle = tables.handle(named: name) else { continue }
            let target = kept.prepare(name)
            tables[handle].scan(.all, reversed: false) { key, record in
                if isKept(name, key.array, record) { kept[target].updateValue(record, for: key) }
                return true
            }
        }
        return kept
    }

    /// What `choose` makes of the new and the old record of each key. The catalog is kept as it is.
    private static func merged(
        _ new: Tables, with old: Tables, _ choose: (_ new: [UInt8]?, _ old: [UInt8]?) -> [UInt8]?
    ) -> Tables {
        var merged = Tables()
        for name in new.names {
            guard let handle = new.handle(named: name) else { continue }
            let target = merged.prepare(name)
            let older = old.handle(named: name).map { old[$0] } ?? OrderedMap()
            for (map, other, isNew) in [(new[handle], older, true), (older, new[handle], false)] {
                map.scan(.all, reversed: false) { key, record in
                    let match = other.value(for: key)
                    let isCatalog = name == "$catalog"
                    let kept = isNew ? choose(record, match) : choose(match, record)
                    if isCatalog, isNew {
                        merged[target].updateValue(record, for: key)
                    } else if !isCatalog, let kept {
                        merged[target].updateValue(kept, for: key)
                    }
                    return true
                }
            }
        }
        return merged
    }
}
