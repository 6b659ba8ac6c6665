/// The keys that a condition on the key leaves over, as ranges: sorted, none meeting another.
struct KeySelection {
    private(set) var ranges: [KeyRange]
    /// Whether each range holds one key at most.
    private(set) var isPoints: Bool

    private init(_ ranges: [KeyRange], isPoints: Bool) {
        self.ranges = ranges
        self.isPoints = isPoints
    }

    /// The keys of which a normal condition may be true, or nil if it does not bound them.
    init?(_ condition: Filter, of schema: CollectionSchema) throws(StorageError) {
        switch condition {
        case .compare(.key, let comparison, let value):
            guard let selection = Self.comparing(comparison, value, schema) else { return nil }
            self = selection
        case .isIn(.key, let values):
            var keys: [Key] = []
            for value in values {
                if let key = Self.key(value) { keys.append(key) }
            }
            self.init(Set(keys).sorted().map(\.alone), isPoints: true)
        case .text(.key, .equals, let text, caseInsensitive: false):
            self.init(Self.key(.string(text)).map { [$0.alone] } ?? [], isPoints: true)
        case .text(.key, .startsWith, let prefix, caseInsensitive: false):
            self.init([KeyRange(stringPrefix: prefix)], isPoints: false)
        case .or(let filters):
            var ranges: [KeyRange] = []
            var isPoints = true
            for filter in filters {
                guard let selection = try KeySelection(filter, of: schema) else { return nil }
                ranges += selection.ranges
                isPoints = isPoints && selection.isPoints
            }
            self.init(Self.merged(ranges), isPoints: isPoints)
        case .and(let filters):
            var common: KeySelection?
            for filter in filters {
                guard let selection = try KeySelection(filter, of: schema) else { continue }
                common = common?.intersection(selection) ?? selection
            }
            guard let common else { return nil }
            self = common
        default: return nil
        }
    }

    func intersection(_ other: KeySelection) -> KeySelection {
        var common: [KeyRange] = []
        var (left, right) = (ranges[...], other.ranges[...])
        while let first = left.first, let second = right.first {
            let both = first.intersection(second)
            if !both.isEmpty { common.append(both) }
            // The one that ends first meets nothing more.
            if first.ends(before: second) { left.removeFirst() } else { right.removeFirst() }
        }
        return KeySelection(common, isPoints: isPoints || other.isPoints)
    }

    /// The key whose value is a constant, or nil if no key has that value.
    private static func key(_ value: Value) -> Key? {
        let values: [Value]
        if case .array(let elements) = value { values = elements } else { values = [value] }
        let components = values.compactMap(KeyComponent.init(exactly:))
        guard components.count == values.count else { return nil }
        do throws(StorageError) {
            return try Key(components)
        } catch {
            // What is too long for a key, or empty, is the value of none.
            return nil
        }
    }

    /// The keys that compare so with a constant, and possibly others, which a filter has to tell
    /// apart.
    private static func comparing(
        _ comparison: Comparison, _ value: Value, _ schema: CollectionSchema
    ) -> KeySelection? {
        if comparison == .equal {
            return KeySelection(key(value).map { [$0.alone] } ?? [], isPoints: true)
        }
        guard comparison != .notEqual, let tags = ValueClass(value).keyTags,
            let component = KeyComponent(nearest: value), let key = key(component.value)
        else { return nil }
        // A bound that is not a key itself, as 1.5 among integers, leaves its neighbour in.
        let range: KeyRange
        switch comparison {
        case .less, .lessOrEqual:
            range = KeyRange(from: [tags.lowerBound], until: key.bytes + [KeyTag.escape])
        default: range = KeyRange(from: key.bytes, until: [tags.upperBound])
        }
        return KeySelection([range], isPoints: false)
    }

    private static func merged(_ ranges: [KeyRange]) -> [KeyRange] {
        var merged: [KeyRange] = []
        for range in ranges.sorted(by: { $0.begins(before: $1) }) {
            guard let last = merged.last, last.overlaps(range) else {
                merged.append(range)
                continue
            }
            let end = last.ends(before: range) ? range : last
            merged[merged.count - 1] = KeyRange(from: last.lowerBound, until: end.upperBound)
        }
        return merged
    }
}

extension Key {
    /// The range of this key alone.
    fileprivate var alone: KeyRange { KeyRange(from: bytes, until: bytes + [0]) }
}

extension ValueClass {
    /// The tags of keys with one component of the class, the upper bound excluded; nil if there are
    /// none.
    fileprivate var keyTags: (lowerBound: UInt8, upperBound: UInt8)? {
        switch self {
        case .bool: (KeyTag.false, KeyTag.true + 1)
        case .number: (KeyTag.int, KeyTag.uint + 1)
        case .string: (KeyTag.string, KeyTag.string + 1)
        case .bytes: (KeyTag.bytes, KeyTag.bytes + 1)
        case .date: (KeyTag.date, KeyTag.date + 1)
        case .uuid: (KeyTag.uuid, KeyTag.uuid + 1)
        case .null, .array, .object: nil
        }
    }
}

extension KeyComponent {
    /// The component whose value equals `value`, or nil if none does.
    fileprivate init?(exactly value: Value) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(value)
        case .uint(let value): self = .uint(value)
        case .double(let value):
            if let value = Int64(exactly: value) {
                self = .int(value)
            } else if let value = UInt64(exactly: value) {
                self = .uint(value)
            } else {
                return nil
            }
        case .decimal(let value):
            let parts = DecimalParts(value)
            guard let integer = parts.integer else { return nil }
            self = integer
        case .string(let value): self = .string(value)
        case .bytes(let value): self = .bytes(value)
        case .date(let value): self = .date(value)
        case .uuid(let value): self = .uuid(value)
        case .null, .array, .object: return nil
        }
    }

    /// A component equal to `value` or, for a number that is none, one so near that nothing lies
    /// between; nil if there is none.
    fileprivate init?(nearest value: Value) {
        if let exact = KeyComponent(exactly: value) {
            self = exact
            return
        }
        guard case .double(let value) = value, let floor = Int64(exactly: value.rounded(.down))
        else { return nil }
        self = .int(floor)
    }
}

extension DecimalParts {
    /// The integer that the decimal is, as a component of a key, or nil if it is none.
    fileprivate var integer: KeyComponent? {
        guard flags != Self.nanFlag, exponent >= 0, exponent <= 20 else { return nil }
        var magnitude = significand
        for _ in 0..<exponent {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            magnitude = product
        }
        if flags == Self.negativeFlag {
            guard magnitude <= UInt128(Int64.max) + 1 else { return nil }
            return .int(Int64(truncatingIfNeeded: 0 &- magnitude))
        }
        if let value = Int64(exactly: magnitude) { return .int(value) }
        return UInt64(exactly: magnitude).map { .uint($0) }
    }
}
