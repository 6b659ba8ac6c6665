/// Encodes values so that the order of the bytes is the total order of values.
///
/// Missing and null are one value here; numbers of every kind with the same numeric value are one
/// value, and so are all NaNs. No encoding is a prefix of another one: several in a row sort as
/// tuples do, and the complement of each byte sorts the other way round.
/// `Documentation/FileFormat.md` has the table.
@safe
package struct SortKeyEncoder: ~Copyable {
    private(set) var scratch: ScratchBytes

    /// An encoder in memory of its own.
    package init() {
        unsafe scratch = ScratchBytes(
            UnsafeMutableRawBufferPointer(start: nil, count: 0), orElse: 64)
    }

    /// An encoder that begins in the caller's memory.
    @unsafe
    init(lent memory: UnsafeMutableRawBufferPointer) {
        unsafe scratch = ScratchBytes(memory, orElse: 64)
    }

    /// A copy of the encoding so far.
    package var bytes: [UInt8] { scratch.lend { $0.array } }

    /// The size of the encoding so far.
    package var count: Int { scratch.count }

    /// Appends what has been encoded before.
    mutating func append(encoded bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe scratch.append(contentsOf: $0) }
    }

    /// Appends a byte.
    mutating func append(byte: UInt8) { scratch.append(byte) }

    /// Appends eight bytes that sort as the numbers do.
    mutating func append(bigEndian value: UInt64) { scratch.append(word: value.bigEndian) }

    /// Forgets what has been encoded.
    mutating func removeAll() { scratch.count = 0 }

    /// Appends the value that is missing, or null.
    package mutating func appendNull() {
        append(byte: SortKeyTag.null)
    }

    /// Appends a value.
    package mutating func append(_ value: Value) throws(StorageError) {
        var writer = RecordWriter()
        writer.append(value)
        let encoded = writer.bytes
        let span = encoded.span
        var position = 0
        try append(span, &position)
    }

    /// Appends the value whose tag stands at `position` of a record's bytes, and moves behind it.
    package mutating func append(
        _ record: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) {
        switch try RecordReader.takeTag(record, &position) {
        case .null: appendNull()
        case .false: append(byte: SortKeyTag.false)
        case .true: append(byte: SortKeyTag.true)
        case .int: append(int: Int64(bitPattern: try RecordReader.takeUInt64(record, &position)))
        case .uint: append(uint: try RecordReader.takeUInt64(record, &position))
        case .double:
            append(double: Double(bitPattern: try RecordReader.takeUInt64(record, &position)))
        case .decimal: append(decimal: try RecordReader.takeDecimalParts(record, &position))
        case .string: try appendText(SortKeyTag.string, record, &position)
        case .bytes: try appendText(SortKeyTag.bytes, record, &position)
        case .date:
            append(byte: SortKeyTag.date)
            append(ordered: Double(bitPattern: try RecordReader.takeUInt64(record, &position)))
        case .uuid:
            guard record.count - position >= 16 else { throw .malformedRecord(at: position) }
            append(byte: SortKeyTag.uuid)
            append(encoded: record.extracting(position..<position + 16))
            position += 16
        case .array:
            append(byte: SortKeyTag.array)
            let end = try RecordReader.takeContainer(record, &position)
            while position < end { try append(record, &position) }
            append(byte: SortKeyTag.end)
        case .object:
            append(byte: SortKeyTag.object)
            let end = try RecordReader.takeContainer(record, &position)
            while position < end {
                append(byte: SortKeyTag.member)
                let count = try RecordReader.takeLength(record, &position)
                appendEscaped(record, &position, count: count)
                try append(record, &position)
            }
            append(byte: SortKeyTag.end)
        }
    }

    /// Turns everything from `start` on around, so that it sorts the other way.
    package mutating func complement(from start: Int) {
        for index in start..<count { scratch[index] = ~scratch[index] }
    }

    /// Appends the beginning that all strings have which begin with `prefix`.
    package mutating func append(prefix: [UInt8]) {
        append(byte: SortKeyTag.string)
        let span = prefix.span
        var position = 0
        appendContent(span, &position, count: span.count)
    }

    private mutating func appendText(
        _ tag: UInt8, _ record: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) {
        let count = try RecordReader.takeLength(record, &position)
        append(byte: tag)
        appendEscaped(record, &position, count: count)
    }

    private mutating func appendEscaped(
        _ record: Span<UInt8>, _ position: inout Int, count: Int
    ) {
        appendContent(record, &position, count: count)
        append(byte: SortKeyTag.end)
    }

    private mutating func appendContent(
        _ record: Span<UInt8>, _ position: inout Int, count: Int
    ) {
        for index in position..<position + count {
            let byte = record[index]
            if byte > SortKeyTag.escape {
                append(byte: byte)
            } else {
                append(byte: SortKeyTag.escape)
                append(byte: byte + 1)
            }
        }
        position += count
    }
}

extension Span<UInt8> {
    /// The sort key of the value that begins at `place`, or of the missing one.
    func sortKey(at place: Int?) throws(StorageError) -> [UInt8] {
        var encoder = SortKeyEncoder()
        if var place {
            try encoder.append(self, &place)
        } else {
            encoder.appendNull()
        }
        return encoder.bytes
    }
}

/// The bytes that give a sort key its shape.
package enum SortKeyTag {
    static let end: UInt8 = 0x00
    static let escape: UInt8 = 0x01
    static let member: UInt8 = 0x01
    package static let null: UInt8 = 0x08
    static let `false`: UInt8 = 0x10
    static let `true`: UInt8 = 0x11
    static let number: UInt8 = 0x20
    static let string: UInt8 = 0x30
    static let bytes: UInt8 = 0x40
    static let date: UInt8 = 0x50
    static let uuid: UInt8 = 0x60
    static let array: UInt8 = 0x70
    static let object: UInt8 = 0x78
}
