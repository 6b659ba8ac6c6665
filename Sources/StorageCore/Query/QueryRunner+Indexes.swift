extension QueryRunner {
    /// Lends the entries of an index that come into question, each record's once if it has several.
    func eachEntry(
        of candidate: IndexCandidate, _ body: (_ entry: Span<UInt8>) throws -> Bool
    ) throws {
        guard let handle = candidate.index.handle else { return }
        let entries = IndexEntries(driver: driver, handle: handle)
        var seen: Set<[UInt8]> = []
        var isDone = false
        for range in candidate.ranges where !isDone {
            try entries.scan(range, reversed: false) { entry in
                if candidate.isMultiValued {
                    let key = entry.extracting(IndexKeys.key(of: entry)).array
                    guard seen.insert(key).inserted else { return true }
                }
                isDone = try !body(entry)
                return !isDone
            }
        }
    }

    /// Lends the records of an index's entries in the order of the entries.
    func eachRecord(
        of candidate: IndexCandidate, _ direction: ScanDirection, _ body: Body
    ) throws {
        guard let handle = candidate.index.handle else { return }
        let entries = IndexEntries(driver: driver, handle: handle)
        var isDone = false
        func visit(_ entry: Span<UInt8>) throws -> Bool {
            let key = entry.extracting(IndexKeys.key(of: entry))
            try lendRecord(of: key) { record in isDone = try !body(key, record) }
            return !isDone
        }
        let ranges = direction.isReversed ? candidate.ranges.reversed() : candidate.ranges
        for range in ranges where !isDone {
            if direction.isReversed == direction.isKeyReversed {
                try entries.scan(range, reversed: direction.isReversed, visit)
            } else {
                try entries.scanRuns(range, reversed: direction.isReversed, visit)
            }
        }
    }
}

extension IndexEntries {
    /// Lends the entries of a range in the order of their values, or against it, and those with
    /// the same values in the other direction.
    ///
    /// - Complexity: As ``scan(_:reversed:_:)``, and O(log n) for each value.
    func scanRuns(
        _ range: KeyRange, reversed: Bool, _ body: (_ entry: Span<UInt8>) throws -> Bool
    ) throws {
        var rest = range
        var isDone = false
        while !isDone {
            var first: [UInt8]?
            try scan(rest, reversed: reversed) { entry in
                first = entry.array
                return false
            }
            guard let first else { return }
            // A backend that takes bounds otherwise than they are meant would give it again and again.
            guard rest.contains(first) else { throw IndexKeys.damaged }
            let run = KeyRange(prefix: IndexKeys.values(of: first))
            try scan(run.intersection(rest), reversed: !reversed) { entry in
                isDone = try !body(entry)
                return !isDone
            }
            rest =
                reversed
                ? KeyRange(from: rest.lowerBound, until: run.lowerBound)
                : KeyRange(from: run.upperBound, until: rest.upperBound)
        }
    }
}
