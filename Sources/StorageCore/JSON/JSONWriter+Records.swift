#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONWriter {
    /// Appends the record with this encoding.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if the bytes are not the encoding of a record.
    /// - Complexity: O(bytes).
    package mutating func append(record: Span<UInt8>) throws(StorageError) {
        var position = 0
        try appendObject(record, &position, end: record.count, depth: 0)
    }

    /// Appends a value.
    package mutating func append(_ value: Value) throws(StorageError) {
        var writer = RecordWriter()
        writer.append(value)
        var position = 0
        try appendValue(writer.bytes.span, &position, depth: 0)
    }

    private mutating func appendValue(
        _ record: Span<UInt8>, _ position: inout Int, depth: Int
    ) throws(StorageError) {
        guard depth <= Limits.maximumDepth else { throw .malformedRecord(at: position) }
        switch try RecordReader.takeTag(record, &position) {
        case .null: append(raw: "null")
        case .true: append(raw: "true")
        case .false: append(raw: "false")
        case .int: append(Int64(bitPattern: try RecordReader.takeUInt64(record, &position)))
        case .string: _ = try appendString(record, &position)
        case .array:
            let end = try RecordReader.takeContainer(record, &position)
            try appendArray(record, &position, end: end, depth: depth + 1)
        case .object:
            let end = try RecordReader.takeContainer(record, &position)
            try appendObject(record, &position, end: end, depth: depth + 1)
        case let tag: try append(tag, record, &position)
        }
    }

    /// Appends a value of which plain JSON can say little or nothing.
    private mutating func append(
        _ tag: ValueTag, _ record: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) {
        switch tag {
        case .uint:
            let value = try RecordReader.takeUInt64(record, &position)
            guard value > UInt64(Int64.max) else { throw .malformedRecord(at: position) }
            append(.uint) { $0.append(contentsOf: value.description.utf8) }
        case .double:
            let value = Double(bitPattern: try RecordReader.takeUInt64(record, &position))
            guard !value.isFinite else { return DoubleText.append(finite: value, to: &bytes) }
            append(.double) { DoubleText.append(special: value, to: &$0) }
        case .decimal:
            let value = try RecordReader.takeDecimal(record, &position)
            append(.decimal) { DecimalText.append(value, to: &$0) }
        case .bytes:
            let end = try RecordReader.takeLength(record, &position) + position
            let content = record.extracting(position..<end)
            append(.bytes) { Base64.append(content, to: &$0) }
            position = end
        case .date:
            let value = Double(bitPattern: try RecordReader.takeUInt64(record, &position))
            append(.date) { DateText.append(value, to: &$0) }
        case .uuid:
            let value = try RecordReader.takeUUID(record, &position)
            append(.uuid) { $0 += value.text }
        case .null, .true, .false, .int, .string, .array, .object:
            preconditionFailure("plain JSON says this")
        }
    }

    /// Returns where the string stands.
    private mutating func appendString(
        _ record: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Range<Int> {
        let end = try RecordReader.takeLength(record, &position) + position
        guard appendString(record.extracting(position..<end)) else {
            throw .malformedRecord(at: position)
        }
        defer { position = end }
        return position..<end
    }

    private mutating func appendArray(
        _ record: Span<UInt8>, _ position: inout Int, end: Int, depth: Int
    ) throws(StorageError) {
        let start = position
        bytes.append(UInt8(ascii: "["))
        while position < end {
            if position > start { bytes.append(UInt8(ascii: ",")) }
            try appendValue(record, &position, depth: depth)
        }
        bytes.append(UInt8(ascii: "]"))
        guard position == end else { throw .malformedRecord(at: position) }
    }

    private mutating func appendObject(
        _ record: Span<UInt8>, _ position: inout Int, end: Int, depth: Int
    ) throws(StorageError) {
        let start = position
        let looksLikeForm = try looksLikeForm(record, start, end: end)
        if looksLikeForm { append(raw: "{\"$object\":") }
        bytes.append(UInt8(ascii: "{"))
        var previous: Range<Int>?
        while position < end {
            if position > start { bytes.append(UInt8(ascii: ",")) }
            let name = try appendString(record, &position)
            if let previous, !record.extracting(previous).precedes(record.extracting(name)) {
                throw .malformedRecord(at: name.lowerBound)
            }
            previous = name
            bytes.append(UInt8(ascii: ":"))
            try appendValue(record, &position, depth: depth)
        }
        bytes.append(UInt8(ascii: "}"))
        if looksLikeForm { bytes.append(UInt8(ascii: "}")) }
        guard position == end else { throw .malformedRecord(at: position) }
    }

    /// Whether an object has just one member, whose name begins with a dollar sign.
    private func looksLikeForm(
        _ record: Span<UInt8>, _ start: Int, end: Int
    ) throws(StorageError) -> Bool {
        guard start < end else { return false }
        var position = start
        let length = try RecordReader.takeLength(record, &position)
        guard length > 0, record[position] == UInt8(ascii: "$") else { return false }
        position += length
        try RecordReader.skipValue(record, &position)
        return position == end
    }
}
