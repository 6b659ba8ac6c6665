/// A path, prepared to be followed in the bytes of records.
struct Operand: Sendable {
    /// Where the path begins.
    enum Root: Equatable, Sendable {
        /// The field in this place of the filter's fields.
        case field(Int)
        case key
        /// The element that is looked at.
        case element
    }

    let root: Root
    /// The names of the members that lead on.
    let members: [PreparedName]
}

/// A list of fields whose places in a record are found in one pass.
struct FieldLocator: Sendable {
    /// The names, sorted, each once.
    let names: [PreparedName]
    private let indices: [ExactString: Int]

    /// The place of a field among those to be found.
    func index(of name: String) -> Int? { indices[ExactString(name)] }

    init(_ paths: some Sequence<FieldPath>) {
        let sorted = Set(paths.compactMap { $0.names.first.map { ExactString($0) } })
            .sorted { $0.string.precedesInUTF8($1.string) }
        names = sorted.map { PreparedName($0.string) }
        indices = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    }

    /// Writes where the value of each field begins, or -1 for a field that the record does not
    /// have.
    func locate(
        _ record: Span<UInt8>, into places: inout [Int]
    ) throws(StorageError) {
        let names = names.span
        var position = 0
        for index in names.indices {
            guard try names[index].seek(record, &position, until: record.count) else {
                places[index] = -1
                continue
            }
            places[index] = position
            try RecordReader.skipValue(record, &position)
        }
    }
}

extension Span<UInt8> {
    /// The order of `count` bytes from `start` on and of `other`: negative, zero or positive.
    @inline(__always)
    func compare(_ start: Int, _ count: Int, _ other: [UInt8]) -> Int {
        let common = Swift.min(count, other.count)
        for offset in 0..<common {
            let (left, right) = (self[start + offset], other[offset])
            if left != right { return left < right ? -1 : 1 }
        }
        return count - other.count
    }
}

extension RecordReader {
    /// Where the value of a member of an object begins, or nil if it has none of that name.
    static func member(
        _ name: PreparedName, of record: Span<UInt8>, at start: Int
    ) throws(StorageError) -> Int? {
        var position = start
        guard try takeTag(record, &position) == .object else { return nil }
        let end = try takeContainer(record, &position)
        return try name.seek(record, &position, until: end) ? position : nil
    }
}
