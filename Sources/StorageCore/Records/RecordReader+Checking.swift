extension RecordReader {
    /// Checks that the bytes are those of a record: every value whole, names in order and once.
    ///
    /// - Throws: ``StorageError/Code/damaged`` with the offset of the first fault.
    /// - Complexity: O(bytes).
    package static func validate(
        _ bytes: Span<UInt8>, depth: Int = 0
    ) throws(StorageError) {
        guard depth <= Limits.maximumDepth else { throw .malformedRecord(at: 0) }
        var position = 0
        var previous: Range<Int>?
        while position < bytes.count {
            let count = try takeLength(bytes, &position)
            let name = position..<position + count
            try checkText(bytes, &position, count: count)
            if let previous, !precedes(bytes, previous, name) {
                throw .malformedRecord(at: name.lowerBound)
            }
            previous = name
            try checkValue(bytes, &position, depth: depth)
        }
    }

    /// Checks a value as ``takeValue(_:_:depth:)`` does, and moves `position` behind it without
    /// building it.
    private static func checkValue(
        _ bytes: Span<UInt8>, _ position: inout Int, depth: Int
    ) throws(StorageError) {
        let start = position
        switch try takeTag(bytes, &position) {
        case .string:
            let count = try takeLength(bytes, &position)
            try checkText(bytes, &position, count: count)
        case .array:
            guard depth < Limits.maximumDepth else { throw .malformedRecord(at: position) }
            let end = try takeContainer(bytes, &position)
            while position < end { try checkValue(bytes, &position, depth: depth + 1) }
            guard position == end else { throw .malformedRecord(at: position) }
        case .object:
            let end = try takeContainer(bytes, &position)
            try validate(bytes.extracting(position..<end), depth: depth + 1)
            position = end
        case .uint, .decimal:
            // Not every pattern of bits is one, so that these are read as they are when wanted.
            position = start
            _ = try takeValue(bytes, &position, depth: depth)
        case .null, .false, .true, .int, .double, .date, .uuid, .bytes:
            position = start
            try skipValue(bytes, &position)
        }
    }

    private static func checkText(
        _ bytes: Span<UInt8>, _ position: inout Int, count: Int
    ) throws(StorageError) {
        do {
            _ = try UTF8Span(validating: bytes.extracting(position..<position + count))
        } catch {
            throw .malformedRecord(at: position)
        }
        position += count
    }

    /// How deeply the values of a record nest.
    ///
    /// - Complexity: O(bytes).
    static func depth(ofRecord bytes: Span<UInt8>) throws(StorageError) -> Int {
        var deepest = 0
        var position = 0
        while position < bytes.count {
            let count = try takeLength(bytes, &position)
            position += count
            deepest = max(deepest, try takeDepth(bytes, &position))
        }
        return deepest
    }

    private static func takeDepth(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Int {
        let start = position
        switch try takeTag(bytes, &position) {
        case .array:
            let end = try takeContainer(bytes, &position)
            var deepest = 0
            while position < end { deepest = max(deepest, try takeDepth(bytes, &position)) }
            return 1 + deepest
        case .object:
            let end = try takeContainer(bytes, &position)
            defer { position = end }
            return 1 + (try depth(ofRecord: bytes.extracting(position..<end)))
        default:
            position = start
            try skipValue(bytes, &position)
            return 0
        }
    }

    private static func precedes(
        _ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>
    ) -> Bool {
        for offset in 0..<min(left.count, right.count) {
            let (a, b) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
            if a != b { return a < b }
        }
        return left.count < right.count
    }
}
