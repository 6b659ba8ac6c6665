/// Values that a condition leaves over, as ranges of sort keys: sorted, none meeting another.
struct ValueRanges: Equatable {
    /// One range and, if it holds one value only, its sort key.
    struct Element: Equatable {
        let keys: KeyRange
        var point: [UInt8]?
    }

    private(set) var elements: [Element]
    /// Whether the condition is true of exactly these values, and not only of some of them.
    private(set) var isExact: Bool

    var isPoints: Bool { elements.allSatisfy { $0.point != nil } }

    private init(_ elements: [Element], isExact: Bool = true) {
        self.elements = elements
        self.isExact = isExact
    }

    /// The values at `path` of which a normal condition may be true, or nil if it does not bound
    /// them.
    init?(_ condition: Filter, at path: FieldPath) throws(StorageError) {
        switch condition {
        case .compare(path, let comparison, let value):
            guard let ranges = try Self.comparing(comparison, value) else { return nil }
            self = ranges
        case .isIn(path, let values):
            var points: [Element] = []
            for value in values { points.append(try .point(value)) }
            self.init(Self.merged(points))
        case .text(path, .equals, let text, caseInsensitive: false):
            self.init([try .point(.string(text))])
        case .text(path, .startsWith, let text, caseInsensitive: false):
            var encoder = SortKeyEncoder()
            encoder.append(prefix: Array(text.utf8))
            self.init([Element(keys: KeyRange(prefix: encoder.bytes))])
        case .isNull(path): self.init([try .point(.null)])
        case .or(let filters):
            var elements: [Element] = []
            var isExact = true
            for filter in filters {
                guard let ranges = try ValueRanges(filter, at: path) else { return nil }
                elements += ranges.elements
                isExact = isExact && ranges.isExact
            }
            self.init(Self.merged(elements), isExact: isExact)
        case .and(let filters):
            var common: ValueRanges?
            var isExact = true
            for filter in filters {
                guard let ranges = try ValueRanges(filter, at: path) else {
                    isExact = false
                    continue
                }
                common = common?.intersection(ranges) ?? ranges
            }
            guard let common else { return nil }
            self.init(common.elements, isExact: isExact && common.isExact)
        default: return nil
        }
    }

    private static func comparing(
        _ comparison: Comparison, _ value: Value
    ) throws(StorageError) -> ValueRanges? {
        let all = ValueClass(value).sortKeys
        let point = try Element.point(value)
        let keys: KeyRange
        switch comparison {
        case .equal: return ValueRanges([point])
        case .notEqual: return nil
        case .less: keys = KeyRange(from: all.lowerBound, until: point.keys.lowerBound)
        case .lessOrEqual: keys = KeyRange(from: all.lowerBound, until: point.keys.upperBound)
        case .greater: keys = KeyRange(from: point.keys.upperBound, until: all.upperBound)
        case .greaterOrEqual: keys = KeyRange(from: point.keys.lowerBound, until: all.upperBound)
        }
        return ValueRanges(keys.isEmpty ? [] : [Element(keys: keys)])
    }

    /// The values in both.
    func intersection(_ other: ValueRanges) -> ValueRanges {
        var common: [Element] = []
        var (left, right) = (elements[...], other.elements[...])
        while let first = left.first, let second = right.first {
            let keys = first.keys.intersection(second.keys)
            if !keys.isEmpty {
                common.append(Element(keys: keys, point: first.point ?? second.point))
            }
            // The one that ends first meets nothing more.
            if first.keys.ends(before: second.keys) {
                left.removeFirst()
            } else {
                right.removeFirst()
            }
        }
        return ValueRanges(common, isExact: isExact && other.isExact)
    }

    private static func merged(_ elements: [Element]) -> [Element] {
        var merged: [Element] = []
        for element in elements.sorted(by: { $0.keys.begins(before: $1.keys) }) {
            if let last = merged.last, last.keys.overlaps(element.keys) {
                if last.keys == element.keys { continue }
                let end = last.keys.ends(before: element.keys) ? element.keys : last.keys
                merged[merged.count - 1] = Element(
                    keys: KeyRange(from: last.keys.lowerBound, until: end.upperBound))
            } else {
                merged.append(element)
            }
        }
        return merged
    }
}

extension ValueRanges.Element {
    static func point(_ value: Value) throws(StorageError) -> ValueRanges.Element {
        var encoder = SortKeyEncoder()
        try encoder.append(value)
        return ValueRanges.Element(keys: KeyRange(prefix: encoder.bytes), point: encoder.bytes)
    }

    /// The entries of an index in which these values follow on `prefix`, as they are or turned
    /// around.
    func entries(behind prefix: [UInt8], complemented: Bool) -> KeyRange {
        if let point {
            return KeyRange(prefix: prefix + (complemented ? point.map { ~$0 } : point))
        }
        let bounds = complemented ? keys.complement : keys
        return KeyRange(
            from: prefix + (bounds.lowerBound ?? []),
            until: bounds.upperBound.map { prefix + $0 } ?? prefix.successorOfPrefix)
    }
}

extension KeyRange {
    func begins(before other: KeyRange) -> Bool {
        guard let start = other.lowerBound else { return false }
        return lowerBound.map { $0.lexicographicallyPrecedes(start) } ?? true
    }

    func ends(before other: KeyRange) -> Bool {
        guard let end = upperBound else { return false }
        return other.upperBound.map { end.lexicographicallyPrecedes($0) } ?? true
    }

    /// Whether this range and one that begins no earlier have something in common.
    func overlaps(_ later: KeyRange) -> Bool {
        guard let end = upperBound, let start = later.lowerBound else { return true }
        return start.lexicographicallyPrecedes(end)
    }

    /// The same values, each byte of their sort keys turned around.
    ///
    /// A sort key at or above a bound turns into one that is below the bound turned around, or
    /// begins with it.
    var complement: KeyRange {
        func turned(_ bound: [UInt8]?) -> [UInt8]? {
            bound.flatMap { $0.map { ~$0 }.successorOfPrefix }
        }
        return KeyRange(from: turned(upperBound), until: turned(lowerBound))
    }
}
