/// A filter, prepared to be tried on the bytes of records.
///
/// Nothing of a record is decoded that the filter does not ask for, and nothing is allocated for
/// values of the usual kinds.
struct CompiledFilter: Sendable {
    /// The whole filter, if all of it is conditions on single fields: in the order of their names.
    private let tests: [FieldTest]
    private let conditions: [FieldConditions]
    /// Any other filter.
    private let tree: Tree?

    /// What is known of the record that is tried, kept from one record to the next.
    struct Scratch {
        fileprivate(set) var places: [Int] = []
        /// The key as an encoded value.
        fileprivate(set) var key: [UInt8] = []
    }

    private struct Tree: Sendable {
        let root: FilterNode
        let locator: FieldLocator
        let usesKey: Bool
    }

    /// Prepares a filter.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` if it means the value at hand where there is
    ///   none.
    init(_ filter: Filter) throws(StorageError) {
        let locator = FieldLocator(filter.fields)
        if let found = try FieldConditions.conditions(filter.conjuncts, locator) {
            (tests, conditions, tree) = (found.tests, found.conditions, nil)
            return
        }
        (tests, conditions) = ([], [])
        tree = Tree(
            root: try FilterNode(filter, locator, isInside: false), locator: locator,
            usesKey: filter.usesKey)
    }

    /// The whole filter, if it is a stretch of the values of one field.
    var onlyTest: RangeTest? { tests.count == 1 ? tests[0].ranged : nil }

    func makeScratch() -> Scratch {
        Scratch(places: Array(repeating: -1, count: tree?.locator.names.count ?? 0))
    }

    /// Whether the filter is true of an entry.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the bytes are not those of a record.
    @inline(__always)
    func matches(
        _ key: Span<UInt8>, _ record: Span<UInt8>, _ scratch: inout Scratch
    ) throws(StorageError) -> Bool {
        if tests.isEmpty { return try matchesTree(key, record, &scratch) }
        let tests = tests.span
        var position = 0
        var place: Int?
        for index in tests.indices {
            let test = tests[index]
            if place != nil { try RecordReader.skipValue(record, &position) }
            let isThere = try test.name.seek(record, &position, until: record.count) {
                conditions[index].name.bytes
            }
            place = isThere ? position : nil
            let isInRange = isThere ? test.range?.contains(record, at: position) : nil
            if isInRange == false { return false }
            if isInRange == true, !test.hasOthers { continue }
            guard try conditions[index].hold(record, at: place, areRangedMet: isInRange == true)
            else { return false }
        }
        return true
    }

    private func matchesTree(
        _ key: Span<UInt8>, _ record: Span<UInt8>, _ scratch: inout Scratch
    ) throws(StorageError) -> Bool {
        guard let tree else { return true }
        try tree.locator.locate(record, into: &scratch.places)
        if tree.usesKey { scratch.key = try Key(trusted: key.array).encodedValue() }
        return try tree.root.matches(record, scratch, element: nil)
    }
}
