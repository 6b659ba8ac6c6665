import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Many records, and many indexes.
    static let volumes: [Check] = [
        Check(
            "LIM-05/many-records", "Many small records are kept, found and counted.",
            proves: .scanVisitsAll, .anySize, .countIsScan,
            level: .extended,
            cause: "a number of records, of pages or of levels that is fixed"
        ) {
            let count = $0.effort == .nightly ? 1_000_000 : 30_000
            let database = try $0.database
            for start in stride(from: 0, to: count, by: 10_000) {
                try database.put(try [Entry].numbers(start..<start + 10_000))
            }
            try expectEqual(try database.count(), count, "the count of many records")
            var next = 0
            try database.read { transaction in
                try transaction.scan(in: items) { key, record in
                    try expectEqual(key, try Key(next), "the key in place \(next) of a long scan")
                    try expectEqual(record, .number(next), "the record in place \(next)")
                    next += 1
                    return true
                }
            }
            try expectEqual(next, count, "the visits of a long scan")
            try expectEqual(
                try database.delete(KeyRange(from: try Key(1), until: try Key(count - 1))),
                count - 2, "the deletes of a long range")
            try $0.expectContent(
                [Entry(try Key(0), .number(0)), Entry(try Key(count - 1), .number(count - 1))],
                "what is left of many records")
        },
        Check(
            "LIM-06/64-indexes", "A collection may have 64 indexes, each with its own answers.",
            proves: .manyCollections, .indexFollows,
            cause: "a fixed number of indexes, or names of them that are cut"
        ) {
            let database = try $0.database
            try database.prepare(
                indexes: (0..<64).map { try IndexSchema("index \($0)", [IndexPart(field($0))]) })
            let records = try (0..<8).map { row in
                try Record((0..<64).map { ("f\($0)", .integer(row ^ $0)) })
            }
            try database.put(records)
            try database.delete(try Key(3))
            if try $0.isPersistent { try $0.reopen() }
            for number in 0..<64 {
                for row in 0..<8 {
                    let filter = Filter.compare(field(number), .equal, .integer(row ^ number))
                    try $0.database.expectFound(
                        filter, row == 3 ? [] : [row], "index \(number) of 64")
                }
            }
        },
        Check(
            "ITR-15/lean-scan", "A scan of 8,000 entries holds no more of them than a few.",
            proves: .scansAreLean,
            level: .extended,
            cause: "a scan reads its whole range before it begins",
            origin: "drivers that fetch all rows before they give the first one"
        ) {
            let database = try $0.database
            // Small transactions leave no free memory behind that would hide what a scan takes.
            for start in stride(from: 0, to: 8_000, by: 500) {
                try database.put(
                    try (start..<start + 500).map { Entry(try Key($0), .sized(1_000)) })
            }
            // What else goes on in the process takes memory too, but hardly every time. Each try
            // asks for twice as many scans at once: what an earlier one left free is not enough.
            var growths: [Int] = []
            var scans = 2
            while growths.last ?? .max > scans << 20, scans < 32 {
                scans *= 2
                growths.append(try $0.storage.reading { try $0.growth(of: scans, visiting: 8_000) })
            }
            try expect(
                growths.last ?? 0 <= scans << 20, "the memory of scans of 8 MB, 4 and more at once",
                "at most 1 MiB a scan more than before",
                got: growths.map { "\($0 >> 20) MiB" }.joined(separator: ", "))
        },
    ]
}

private func field(_ number: Int) -> FieldPath { FieldPath(["f\(number)"]) }

extension ReadDriver {
    /// How many bytes more than before are in use while so many scans of everything run, one
    /// inside the other.
    fileprivate func growth(of scans: Int, visiting count: Int) throws -> Int {
        guard let handle = try collection(named: items) else {
            throw CheckFailure("the handle of a collection", expected: "one", got: "none")
        }
        let before = try bytesInUse()
        return try peak(of: scans, in: handle, visiting: count) - before
    }

    private func peak(
        of scans: Int, in handle: CollectionHandle, visiting count: Int
    ) throws -> Int {
        var (visits, peak) = (0, 0)
        try scan(.all, in: handle, reversed: false) { _, _ in
            visits += 1
            guard scans == 1 else {
                peak = try self.peak(of: scans - 1, in: handle, visiting: count)
                return false
            }
            if visits % 1_000 == 0 { peak = max(peak, try bytesInUse()) }
            return true
        }
        try expectEqual(visits, scans == 1 ? count : 1, "the visits of a long scan")
        return peak
    }
}

/// The memory that the process has for itself, files that it maps left out.
private func bytesInUse() throws -> Int {
    let path = "/proc/self/status"
    guard FileManager.default.fileExists(atPath: path) else {
        throw Inconclusive("the system does not say how much memory is in use")
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(whereSeparator: \.isWhitespace)
    guard let words, words.count == 3, let kilobytes = Int(words[1]) else {
        throw Inconclusive("\(path) does not say how much memory is in use")
    }
    return kilobytes << 10
}
