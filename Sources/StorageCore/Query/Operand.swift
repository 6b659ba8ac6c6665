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
    /// The names of the members that lead on, in UTF-8.
    let members: [[UInt8]]
}

/// A list of fields whose places in a record are found in one pass.
struct FieldLocator: Sendable {
    /// The names in UTF-8, sorted, each once.
    private(set) var names: [[UInt8]] = []

    /// The place of a field among those to be found.
    func index(of name: String) -> Int? {
        let bytes = Array(name.utf8)
        return names.firstIndex { $0 == bytes }
    }

    init(_ paths: some Sequence<FieldPath>) {
        var seen: Set<[UInt8]> = []
        for path in paths {
            guard let name = path.names.first else { continue }
            seen.insert(Array(name.utf8))
        }
        names = seen.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Writes where the value of each field begins, or -1 for a field that the record does not
    /// have.
    func locate(
        _ record: Span<UInt8>, into places: inout [Int]
    ) throws(StorageError) {
        var wanted = 0
        var position = 0
        while wanted < names.count, position < record.count {
            let count = try RecordReader.takeLength(record, &position)
            var order = record.compare(position, count, names[wanted])
            while order > 0 {
                places[wanted] = -1
                wanted += 1
                guard wanted < names.count else { return }
                order = record.compare(position, count, names[wanted])
            }
            position += count
            if order == 0 {
                places[wanted] = position
                wanted += 1
            }
            try RecordReader.skipValue(record, &position)
        }
        while wanted < names.count {
            places[wanted] = -1
            wanted += 1
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
        _ name: [UInt8], of record: Span<UInt8>, at start: Int
    ) throws(StorageError) -> Int? {
        var position = start
        guard try takeTag(record, &position) == .object else { return nil }
        let end = try takeContainer(record, &position)
        while position < end {
            let count = try takeLength(record, &position)
            let order = record.compare(position, count, name)
            position += count
            if order == 0 { return position }
            if order > 0 { return nil }
            try skipValue(record, &position)
        }
        return nil
    }
}
