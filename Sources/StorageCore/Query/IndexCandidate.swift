/// How an index would serve a query.
struct IndexCandidate {
    let index: Index
    /// The entries that come into question: sorted, none meeting another.
    private(set) var ranges: [KeyRange] = []
    /// How many parts hold one of some values each, how many one value only, and whether the next
    /// part is bounded.
    private(set) var pointParts = 0
    private(set) var fixedParts = 0
    /// What all entries in question begin with: the values of the parts that hold one value only.
    private(set) var fixedPrefix: [UInt8] = []
    private(set) var hasRange = false
    /// The conditions that the entries in question meet, by their place among the conjuncts.
    private(set) var met: Set<Int> = []
    /// Whether a record may have several entries in question.
    private(set) var isMultiValued = false

    /// More combinations of values than this are not looked up one by one.
    private static let maximumRanges = 1 << 20

    /// - Returns: Nil if the index does not have all records that come into question.
    init?(_ index: Index, _ conjuncts: [Filter]) throws(StorageError) {
        self.index = index
        var prefixes: [[UInt8]] = [[]]
        var boundParts = 0
        for part in index.schema.parts {
            guard let (values, conditions) = try part.ranges(in: conjuncts),
                prefixes.count * max(values.elements.count, 1) <= Self.maximumRanges
            else { break }
            boundParts += 1
            met.formUnion(conditions)
            let isDescending = part.isDescending
            let elements = isDescending ? values.elements.reversed() : values.elements
            ranges = prefixes.flatMap { prefix in
                elements.map { $0.entries(behind: prefix, complemented: isDescending) }
            }
            guard values.isPoints else {
                hasRange = true
                break
            }
            pointParts += 1
            let isFixed = elements.count == 1 && pointParts == fixedParts + 1
            prefixes = prefixes.flatMap { prefix in
                elements.compactMap(\.point).map {
                    prefix + (isDescending ? $0.map { ~$0 } : $0)
                }
            }
            if isFixed {
                fixedParts += 1
                fixedPrefix = prefixes[0]
            }
        }
        if boundParts == 0 { ranges = [.all] }
        if let place = index.schema.parts.firstIndex(where: { $0.elements != nil }) {
            // A record whose array is empty has no entry.
            guard place < boundParts else { return nil }
            isMultiValued = true
        }
    }

    /// Whether the conditions bound what is looked at.
    var isBounded: Bool { pointParts > 0 || hasRange }

    /// Whether at most one record comes into question for each range.
    var isUniquePoint: Bool { index.schema.isUnique && pointParts == index.schema.parts.count }

    /// Whether the index serves better than another one, for finding records.
    func findsBetter(than other: IndexCandidate) -> Bool {
        if isUniquePoint != other.isUniquePoint { return isUniquePoint }
        if pointParts != other.pointParts { return pointParts > other.pointParts }
        return hasRange && !other.hasRange
    }

    /// Whether entries that are scanned in their order, or against it, are in `order`, but possibly
    /// for the keys of records with the same values; nil if they are not.
    func direction(for order: EngineOrder) -> ScanDirection? {
        guard !isMultiValued else { return nil }
        let rest = index.schema.parts.dropFirst(fixedParts)
        guard rest.count == order.parts.count else { return nil }
        let first = zip(rest, order.parts).first { _ in true }
        let isReversed = first.map { $0.isDescending != $1.isDescending }
        for (part, wanted) in zip(rest, order.parts) {
            guard part.path == wanted.path,
                (part.isDescending != wanted.isDescending) == isReversed
            else { return nil }
        }
        // Without a part left, all entries in question have the same values.
        guard let isReversed else {
            return ranges.count == 1
                ? ScanDirection(
                    isReversed: order.isKeyDescending, isKeyReversed: order.isKeyDescending)
                : nil
        }
        return ScanDirection(isReversed: isReversed, isKeyReversed: order.isKeyDescending)
    }
}

extension IndexCandidate {
    /// Leaves out entries that come before a position, when entries are read in `direction`. Of
    /// those with the position's values some may be left, if their keys are read the other way.
    mutating func begin(
        at position: EnginePosition, _ direction: ScanDirection
    ) throws(StorageError) {
        var encoder = SortKeyEncoder()
        encoder.append(encoded: fixedPrefix.span)
        for (part, value) in zip(index.schema.parts.dropFirst(fixedParts), position.values) {
            let start = encoder.count
            try encoder.append(value)
            if part.isDescending { encoder.complement(from: start) }
        }
        let values = encoder.bytes
        let key = position.key.bytes
        let entry = values + key + [UInt8(key.count >> 8), UInt8(key.count & 0xFF)]
        let isExact = direction.isReversed == direction.isKeyReversed
        let rest =
            if direction.isReversed {
                KeyRange(from: nil, until: isExact ? entry : values.successorOfPrefix)
            } else {
                KeyRange(from: isExact ? entry : values, until: nil)
            }
        ranges = ranges.map { $0.intersection(rest) }.filter { !$0.isEmpty }
    }
}

/// Which way entries of an index are read.
struct ScanDirection: Hashable {
    /// Whether values are read from the last to the first.
    let isReversed: Bool
    /// Whether the keys of records with the same values are.
    let isKeyReversed: Bool
}

extension IndexPart {
    /// The values of the part that the conditions leave over, and which conditions they meet
    /// exactly; nil if none bounds them.
    fileprivate func ranges(
        in conjuncts: [Filter]
    ) throws(StorageError) -> (ValueRanges, Set<Int>)? {
        var common: ValueRanges?
        var met: Set<Int> = []
        for (place, condition) in conjuncts.enumerated() {
            let ranges: ValueRanges?
            if let elements {
                // Two conditions on elements may be met by two elements: one of them is enough.
                guard common == nil, case .any(path, let inner) = condition else { continue }
                ranges = try ValueRanges(inner, at: elements)
            } else {
                ranges = try ValueRanges(condition, at: path)
            }
            guard let ranges else { continue }
            common = common?.intersection(ranges) ?? ranges
            if ranges.isExact { met.insert(place) }
        }
        return common.map { ($0, met) }
    }
}
