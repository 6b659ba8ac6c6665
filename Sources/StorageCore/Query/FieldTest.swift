/// What the conditions of a filter on one field come to for numbers and dates of the usual kind,
/// which most records have.
struct FieldTest: BitwiseCopyable {
    let name: NameWords
    /// What the ranged conditions come to.
    fileprivate(set) var range: WordRange?
    /// Whether there are conditions beside them.
    fileprivate(set) var hasOthers = false

    fileprivate init(_ name: NameWords) {
        self.name = name
    }

    /// The test, if a stretch of words is all of it.
    var ranged: RangeTest? {
        hasOthers ? nil : range.map { RangeTest(name: name, range: $0) }
    }
}

/// The conditions of a filter on one field, if a stretch of words is all that they come to.
struct RangeTest: BitwiseCopyable {
    let name: NameWords
    let range: WordRange

    /// Whether the conditions are true of a record, or nil if that takes a closer look.
    @inline(__always)
    func holds(_ record: Span<UInt8>) -> Bool? {
        guard let place = name.place(in: record) else { return nil }
        return range.contains(record, at: place)
    }
}

/// All conditions of a filter on one field.
struct FieldConditions: Sendable {
    let name: PreparedName
    /// Those that a stretch of words stands for.
    private var ranged: [FilterNode] = []
    private var others: [FilterNode] = []

    /// The tests that a conjunction consists of, sorted by the names of their fields, and what they
    /// stand for; nil if it has conditions on the key, on members, on elements or on several fields
    /// at once.
    static func conditions(
        _ conjuncts: [Filter], _ locator: FieldLocator
    ) throws(StorageError) -> (tests: [FieldTest], conditions: [FieldConditions])? {
        var tests = locator.names.map { FieldTest($0.words) }
        var conditions = locator.names.map { FieldConditions($0) }
        for condition in conjuncts {
            guard let field = condition.onlyField, let place = locator.index(of: field) else {
                return nil
            }
            let node = try FilterNode(condition, locator, isInside: false)
            conditions[place].add(node, &tests[place])
        }
        return (tests, conditions)
    }

    private init(_ name: PreparedName) {
        self.name = name
    }

    private mutating func add(_ node: FilterNode, _ test: inout FieldTest) {
        guard case .compare(_, let comparison, let constant) = node,
            let new = WordRange(comparison, constant),
            let common = test.range.map({ $0.intersection(new) }) ?? .some(new)
        else {
            others.append(node)
            test.hasOthers = true
            return
        }
        test.range = common
        ranged.append(node)
    }

    /// Whether the conditions are true of the value that begins at `place`, if there is one.
    func hold(
        _ record: Span<UInt8>, at place: Int?, areRangedMet: Bool
    ) throws(StorageError) -> Bool {
        if !areRangedMet { guard try ranged.hold(record, place) else { return false } }
        return try others.hold(record, place)
    }
}

extension [FilterNode] {
    fileprivate func hold(_ record: Span<UInt8>, _ place: Int?) throws(StorageError) -> Bool {
        for node in self where try !node.matches(value: record, at: place) { return false }
        return true
    }
}

extension Filter {
    /// The field that the filter is on, if it is on one and looks at its value alone.
    fileprivate var onlyField: String? {
        switch self {
        case .all, .any: return nil
        case .compare(let path, _, _), .isIn(let path, _), .text(let path, _, _, _),
            .contains(let path, _), .isNull(let path), .isMissing(let path):
            return path.names.count == 1 && !path.isKey ? path.names[0] : nil
        case .not(let inner): return inner.onlyField
        case .and(let filters), .or(let filters):
            guard let first = filters.first?.onlyField else { return nil }
            let areAlike = filters.allSatisfy { $0.onlyField?.isIdentical(to: first) ?? false }
            return areAlike ? first : nil
        }
    }
}
