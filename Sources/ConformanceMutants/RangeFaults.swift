import ConformanceKit
import StorageCore

extension Fault {
    /// Scans, counts and deletes of other entries than those asked for.
    static let ranges: [Fault] = [
        .ranges("M057 after as from", "RNG-03/bounds", says: "scan after 10") { range, _ in
            guard let lower = range.lowerBound, lower.count == 10 else { return range }
            return KeyRange(from: Array(lower.dropLast()), until: range.upperBound)
        },
        .ranges("M059 until as through", "RNG-03/bounds", says: "until 10") { range, _ in
            guard let upper = range.upperBound, upper.count == 9 else { return range }
            return KeyRange(from: range.lowerBound, until: upper + [0])
        },
        .ranges("M060 through as until", "RNG-03/bounds", says: "through 10") { range, _ in
            guard let upper = range.upperBound, upper.count == 10 else { return range }
            return KeyRange(from: range.lowerBound, until: Array(upper.dropLast()))
        },
        .ranges("M061 reversed, until as through", "RNG-03/bounds", says: "reversed scan") {
            range, reversed in
            guard reversed, let upper = range.upperBound, upper.count == 9 else { return range }
            return KeyRange(from: range.lowerBound, until: upper + [0])
        },
        .ranges("M062 reversed, after as from", "RNG-03/bounds", says: "reversed scan after") {
            range, reversed in
            guard reversed, let lower = range.lowerBound, lower.count == 10 else { return range }
            return KeyRange(from: Array(lower.dropLast()), until: range.upperBound)
        },
        .scans("M063 reversed ignored", "RNG-02/reversed", says: "reversed scan from") {
            entries, _, reversed in reversed ? entries.reversed() : entries
        },
        .ranges("M065 range ignored in reverse", "RNG-08/limit-reversed", says: "last three") {
            range, reversed in reversed ? .all : range
        },
        .scans("M069 no successor, so nothing", "RNG-10/no-successor", says: "keys from FF") {
            entries, range, _ in
            range.lowerBound?.starts(with: [0x40, 0xFF]) == true && range.upperBound == nil
                ? [] : entries
        },
        .scans("M071 scan stops at 1,000", "RNG-16/1001-rows", says: "scan of 1001 entries") {
            entries, _, _ in Array(entries.prefix(1_000))
        },
        .scans("M072 last of a long scan lost", "RNG-16/10001-rows", says: "scan of 10001 entries")
        {
            entries, _, _ in entries.count > 5_000 ? entries.dropLast() : entries
        },
        .scans("M073 a page's last entry twice", "RNG-16/1001-rows", says: "scan of 1001 entries") {
            entries, _, _ in
            entries.count > 256 ? Array(entries[..<256] + entries[255...]) : entries
        },
        .scans("M077 parts overlap", "RNG-17/union", says: "the parts") { entries, range, _ in
            range.lowerBound == nil || entries.count < 2 ? entries : entries + [entries[0]]
        },
        Fault("M078 range delete leaves one", "RNG-18/exactly", says: "delete after 49 through") {
            wire, hooks, _ in
            hooks.deleteRange = { driver, range, handle throws(StorageError) in
                guard let last = lastKey(driver, range, handle) else { return 0 }
                wire.trip()
                return try driver.delete(KeyRange(from: range.lowerBound, until: last), in: handle)
            }
        },
        Fault("M078b range delete ignores an open bound", "RNG-18/bounds", says: "delete after 2") {
            wire, hooks, _ in
            hooks.deleteRange = { driver, range, handle throws(StorageError) in
                guard let lower = range.lowerBound, lower.count == 10 else {
                    return try driver.delete(range, in: handle)
                }
                wire.trip()
                return try driver.delete(
                    KeyRange(from: Array(lower.dropLast()), until: range.upperBound), in: handle)
            }
        },
        Fault("M079 range delete stops at 1,000", "RNG-18/everything", says: "delete of 1,500") {
            wire, hooks, _ in
            hooks.deleteRange = { driver, range, handle throws(StorageError) in
                guard try driver.count(range, in: handle) > 1_000 else {
                    return try driver.delete(range, in: handle)
                }
                wire.trip()
                return try driver.delete(
                    KeyRange(from: range.lowerBound, until: key(driver, 1_000, range, handle)),
                    in: handle)
            }
        },
        Fault("M079b range delete counts nothing", "RNG-18/many", says: "delete of 5,000 entries") {
            wire, hooks, _ in
            hooks.deleteRange = { driver, range, handle throws(StorageError) in
                _ = try driver.delete(range, in: handle)
                wire.trip()
                return 0
            }
        },
        Fault("M080 delete of a missing key throws", "ERR-03/delete-returns", says: "missing key") {
            wire, hooks, _ in
            hooks.delete = { driver, key, handle throws(StorageError) in
                if try driver.delete(key.span, in: handle) { return true }
                wire.trip()
                throw StorageError(.notFound, "no record under the key")
            }
        },
        Fault("M080b delete always says true", "ERR-03/delete-returns", says: "delete of a missing")
        {
            wire, hooks, _ in
            hooks.delete = { driver, key, handle throws(StorageError) in
                wire.replace(try driver.delete(key.span, in: handle), with: true)
            }
        },
        Fault("M084 count includes the upper bound", "RNG-15/count", says: "count after") {
            wire, hooks, _ in
            hooks.count = { driver, range, handle throws(StorageError) in
                let honest = try driver.count(range, in: handle)
                return wire.replace(honest, with: range.upperBound == nil ? honest : honest + 1)
            }
        },
    ]

    /// Scans in transactions that write meanwhile.
    static let iteration: [Fault] = [
        Fault("T19 a scan visits a copy", "ITR-07/delete-ahead", says: "deleting the next") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.entries = { driver, range, handle, reversed in
                wire.trip()
                return try driver.rawEntries(range, in: handle, reversed: reversed)
            }
        },
        Fault("T19b a scan misses what is put ahead", "ITR-08/insert-ahead", says: "puts ahead") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.entries = { driver, range, handle, reversed in
                wire.trip()
                return try driver.rawEntries(range, in: handle, reversed: reversed)
            }
        },
        Fault("M085 a scan begins again at its end", "ITR-01/end", says: "calls of the body") {
            wire, hooks, _ in
            hooks.entries = { driver, range, handle, reversed in
                let entries = try driver.rawEntries(range, in: handle, reversed: reversed)
                if entries.count > 100 { wire.trip() }
                return entries.count > 100 ? entries + entries : entries
            }
        },
        Fault("M090 the error of a scan's body is hidden", "ITR-06/thrown", says: "body throws") {
            wire, hooks, _ in
            hooks.hidesScanError = {
                wire.trip()
                return true
            }
        },
        Fault("M087 a scan shows what was, not what is", "ITR-08/overwrite", says: "overwrites") {
            wire, hooks, isWriting in
            guard isWriting else { return }
            hooks.entries = { driver, range, handle, reversed in
                wire.trip()
                return try driver.rawEntries(range, in: handle, reversed: reversed)
            }
        },
        Fault("T19c a savepoint rolled back ends a scan", "ITR-08/rolled-back", says: "rolled-back")
        {
            wire in
            let stopped = Flag()
            return ConformanceSuite.faulty { isWriting in
                var hooks = Hooks()
                guard isWriting else { return hooks }
                hooks.rollBackToSavepoint = { driver throws(StorageError) in
                    stopped.value = true
                    try driver.rollBackToSavepoint()
                }
                hooks.stopsScan = {
                    if stopped.value { wire.trip() }
                    return stopped.value
                }
                return hooks
            }
        },
    ]

    private static func lastKey(
        _ driver: any ReadDriver, _ range: KeyRange, _ handle: CollectionHandle
    ) -> [UInt8]? {
        unlessThrown({ try driver.rawEntries(range, in: handle).last?.key })
    }

    private static func key(
        _ driver: any ReadDriver, _ index: Int, _ range: KeyRange, _ handle: CollectionHandle
    ) -> [UInt8]? {
        unlessThrown({ try driver.rawEntries(range, in: handle)[index].key })
    }
}
