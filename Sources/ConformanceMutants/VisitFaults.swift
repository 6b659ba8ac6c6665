import ConformanceKit
import StorageCore

extension Fault {
    /// Scans that go on, stop or begin where they should not, and gets that miss.
    static let visits: [Fault] = [
        .visits("M092 a short scan counts positions", "ITR-08/insert-behind", says: "puts behind") {
            wire, _ in
            { driver, range, handle, reversed, body in
                // A long one would take minutes of every check that makes it.
                guard try driver.count(range, in: handle) < 1000 else {
                    return try driver.scan(range, in: handle, reversed: reversed, body)
                }
                var position = 0
                while true {
                    let entries = try driver.rawEntries(range, in: handle, reversed: reversed)
                    guard position < entries.count else { return }
                    wire.trip()
                    let entry = entries[position]
                    guard try body(entry.key.span, entry.record.span) else { return }
                    position += 1
                }
            }
        },
        .visits("R12 a scan asks nobody whether to stop", "RNG-12/stop", says: "stops after 70") {
            wire, _ in
            { driver, range, handle, reversed, body in
                try driver.scan(range, in: handle, reversed: reversed) { key, record in
                    if try !body(key, record) { wire.trip() }
                    return true
                }
            }
        },
        .visits("I15 a scan reads its whole range", "ITR-15/lean-scan", says: "the memory of") {
            wire, _ in
            { driver, range, handle, reversed, body in
                wire.trip()
                for entry in try driver.rawEntries(range, in: handle, reversed: reversed) {
                    guard try body(entry.key.span, entry.record.span) else { return }
                }
            }
        }.inProcess(),
        .visits("I10 one cursor for all scans", "ITR-10/scan-in-scan", says: "the outer scan") {
            wire, transaction in
            { driver, range, handle, reversed, body in
                transaction.scans += 1
                let number = transaction.scans
                try driver.scan(range, in: handle, reversed: reversed) { key, record in
                    let goesOn = try body(key, record)
                    if transaction.scans > number { wire.trip() }
                    return goesOn && transaction.scans == number
                }
            }
        },
        .visits("M071c a scan ends after 18", "RNG-07/limits", says: "limit 19") { wire, _ in
            { driver, range, handle, reversed, body in
                var visits = 0
                try driver.scan(range, in: handle, reversed: reversed) { key, record in
                    visits += 1
                    if visits > 18 { wire.trip() }
                    return visits <= 18 ? try body(key, record) : false
                }
            }
        },
        Fault("M066b pages of a snapshot are live", "SNP-01/within-scan", says: "others commit") {
            wire in
            ConformanceSuite.overriding { base, isWriting in
                var hooks = Hooks()
                guard !isWriting else { return hooks }
                hooks.scan = { _, range, handle, reversed, body in
                    try base.scanByPages(range, in: handle, reversed, wire, body)
                }
                return hooks
            }
        },
        Fault("I06 the error of get's body is hidden", "ITR-06/thrown-in-get", says: "body throws")
        {
            wire, hooks, _ in
            hooks.hidesGetError = {
                wire.trip()
                return true
            }
        },
        Fault("G01 get misses some records", "ITR-11/agree", says: "half of the keys: get") {
            wire, hooks, _ in
            hooks.get = { driver, key, handle in
                let record = try driver.rawRecord(key, in: handle)
                guard !driver.isCatalog(handle), (key.last ?? 0) % 7 == 0 else { return record }
                return wire.replace(record, with: nil)
            }
        },
    ]

    /// A fault in how ranges are gone through, but for the catalog.
    private static func visits(
        _ name: String, _ check: String, says: String,
        _ scan: @escaping @Sendable (Tripwire, ScanCount) -> Scan
    ) -> Fault {
        Fault(name, check, says: says) { wire, hooks, _ in
            let faulty = scan(wire, ScanCount())
            hooks.scan = { driver, range, handle, reversed, body in
                guard driver.isCatalog(handle) else {
                    return try faulty(driver, range, handle, reversed, body)
                }
                try driver.scan(range, in: handle, reversed: reversed, body)
            }
        }
    }
}

/// How a range is gone through.
private typealias Scan = (
    _ driver: any ReadDriver, KeyRange, CollectionHandle, _ reversed: Bool,
    _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
) throws -> Void

/// Counts the scans of a transaction.
private final class ScanCount {
    var scans = 0
}

extension Storage {
    /// Goes through a range page by page, each of what is committed by then.
    fileprivate func scanByPages(
        _ range: KeyRange, in collection: CollectionHandle, _ reversed: Bool, _ wire: Tripwire,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        var last: [UInt8]?
        while true {
            let page = try live { driver in
                let entries = try driver.rawEntries(range, in: collection, reversed: reversed)
                let begin = last.flatMap { last in entries.firstIndex { $0.key == last } }
                return Array(entries.dropFirst(begin.map { $0 + 1 } ?? 0).prefix(50))
            }
            guard let end = page.last else { return }
            if last != nil { wire.trip() }
            last = end.key
            for entry in page {
                guard try body(entry.key.span, entry.record.span) else { return }
            }
        }
    }
}
