/// A part of a compiled filter.
indirect enum FilterNode: Sendable {
    case constant(Bool)
    case compare(Operand, Comparison, Constant)
    case oneOf(Operand, Set<[UInt8]>)
    case text(Operand, TextMatch, TextNeedle)
    case contains(Operand, Constant, TextNeedle?)
    case isNull(Operand)
    case isMissing(Operand)
    case any(Operand, FilterNode)
    case and([FilterNode])
    case or([FilterNode])
    case not(FilterNode)

    init(_ filter: Filter, _ locator: FieldLocator, isInside: Bool) throws(StorageError) {
        func operand(_ path: FieldPath) throws(StorageError) -> Operand {
            try Operand(path, locator, isInside: isInside)
        }
        func parts(_ filters: [Filter]) throws(StorageError) -> [FilterNode] {
            var nodes: [FilterNode] = []
            for filter in filters {
                nodes.append(try FilterNode(filter, locator, isInside: isInside))
            }
            return nodes
        }
        switch filter {
        case .all: self = .constant(true)
        case .compare(let path, let comparison, let value):
            self = .compare(try operand(path), comparison, try Constant(value))
        case .isIn(let path, let values):
            var keys: Set<[UInt8]> = []
            for value in values { keys.insert(try Constant(value).sortKey) }
            self = .oneOf(try operand(path), keys)
        case .text(let path, let match, let needle, let caseInsensitive):
            self = .text(
                try operand(path), match, TextNeedle(needle, caseInsensitive: caseInsensitive))
        case .contains(let path, let value):
            var needle: TextNeedle?
            if case .string(let text) = value { needle = TextNeedle(text, caseInsensitive: false) }
            self = .contains(try operand(path), try Constant(value), needle)
        case .isNull(let path): self = .isNull(try operand(path))
        case .isMissing(let path): self = .isMissing(try operand(path))
        case .any(let path, let inner):
            self = .any(try operand(path), try FilterNode(inner, locator, isInside: true))
        case .and(let filters): self = .and(try parts(filters))
        case .or(let filters): self = .or(try parts(filters))
        case .not(let inner):
            self = .not(try FilterNode(inner, locator, isInside: isInside))
        }
    }

    func matches(
        _ record: Span<UInt8>, _ scratch: CompiledFilter.Scratch, element: Int?
    ) throws(StorageError) -> Bool {
        switch self {
        case .constant(let value): return value
        case .and(let nodes):
            for node in nodes where try !node.matches(record, scratch, element: element) {
                return false
            }
            return true
        case .or(let nodes):
            for node in nodes where try node.matches(record, scratch, element: element) {
                return true
            }
            return false
        case .not(let node): return try !node.matches(record, scratch, element: element)
        case .any(let operand, let node):
            return try anyElement(operand, node, record, scratch, element)
        case .compare(let operand, _, _), .oneOf(let operand, _), .text(let operand, _, _),
            .contains(let operand, _, _), .isNull(let operand), .isMissing(let operand):
            if operand.root == .key {
                let span = scratch.key.span
                return try matches(value: span, at: 0)
            }
            return try matches(
                value: record, at: operand.place(in: record, scratch.places, element))
        }
    }

    /// Whether a filter on one value is true of the value that begins at `place`, if there is one.
    func matches(
        value bytes: Span<UInt8>, at place: Int?
    ) throws(StorageError) -> Bool {
        switch self {
        case .compare(_, let comparison, let constant):
            guard let place else { return comparison.holds(constant.kind == .null ? 0 : nil) }
            return comparison.holds(try constant.compare(bytes, place))
        case .oneOf(_, let keys):
            var encoder = SortKeyEncoder()
            if var place {
                try encoder.append(bytes, &place)
            } else {
                encoder.appendNull()
            }
            return keys.contains(encoder.bytes)
        case .text(_, let match, let needle):
            guard var place, try RecordReader.takeTag(bytes, &place) == .string else {
                return false
            }
            let count = try RecordReader.takeLength(bytes, &place)
            return needle.matches(bytes, place, count, match)
        case .contains(_, let constant, let needle):
            guard var place else { return false }
            switch try RecordReader.takeTag(bytes, &place) {
            case .string:
                let count = try RecordReader.takeLength(bytes, &place)
                return needle?.matches(bytes, place, count, .contains) ?? false
            case .array:
                let end = try RecordReader.takeContainer(bytes, &place)
                while place < end {
                    if try constant.compare(bytes, place) == 0 { return true }
                    try RecordReader.skipValue(bytes, &place)
                }
                return false
            default: return false
            }
        case .isNull:
            guard var place else { return true }
            return try RecordReader.takeTag(bytes, &place) == .null
        case .isMissing: return place == nil
        case .and(let nodes):
            for node in nodes where try !node.matches(value: bytes, at: place) { return false }
            return true
        case .or(let nodes):
            for node in nodes where try node.matches(value: bytes, at: place) { return true }
            return false
        case .not(let node): return try !node.matches(value: bytes, at: place)
        case .constant(let value): return value
        case .any: return false
        }
    }

    private func anyElement(
        _ operand: Operand, _ node: FilterNode, _ record: Span<UInt8>,
        _ scratch: CompiledFilter.Scratch, _ element: Int?
    ) throws(StorageError) -> Bool {
        if operand.root == .key {
            let key = scratch.key.span
            return try node.matches(anyElementOf: key, at: 0, scratch)
        }
        guard let place = try operand.place(in: record, scratch.places, element) else {
            return false
        }
        return try node.matches(anyElementOf: record, at: place, scratch)
    }

    /// Whether the value that begins at `place` is an array with an element that the filter is true
    /// of.
    private func matches(
        anyElementOf bytes: Span<UInt8>, at place: Int, _ scratch: CompiledFilter.Scratch
    ) throws(StorageError) -> Bool {
        var place = place
        guard try RecordReader.takeTag(bytes, &place) == .array else { return false }
        let end = try RecordReader.takeContainer(bytes, &place)
        while place < end {
            if try matches(bytes, scratch, element: place) { return true }
            try RecordReader.skipValue(bytes, &place)
        }
        return false
    }
}

extension Comparison {
    /// Whether the comparison holds for values in this order; nil stands for values of different
    /// classes.
    func holds(_ order: Int?) -> Bool {
        guard let order else { return self == .notEqual }
        return switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
    }
}

extension Operand {
    init(_ path: FieldPath, _ locator: FieldLocator, isInside: Bool) throws(StorageError) {
        if path.isKey {
            self.init(root: .key, members: [])
        } else if isInside {
            self.init(root: .element, members: path.names.map { PreparedName($0) })
        } else if let name = path.names.first, let index = locator.index(of: name) {
            self.init(
                root: .field(index), members: path.names.dropFirst().map { PreparedName($0) })
        } else {
            throw StorageError(
                .invalidArgument, "a filter means an element where there is none; name a field")
        }
    }

    /// Where the value begins in a record whose fields have been located, or nil if it is missing.
    func place(
        in record: Span<UInt8>, _ places: [Int], _ element: Int?
    ) throws(StorageError) -> Int? {
        let start: Int?
        switch root {
        case .field(let index): start = places[index]
        case .element: start = element
        case .key: start = nil
        }
        guard var place = start, place >= 0 else { return nil }
        for member in members {
            guard let next = try RecordReader.member(member, of: record, at: place) else {
                return nil
            }
            place = next
        }
        return place
    }
}
