#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of a decoder: the bytes, and what is read at a given offset.
///
/// Decoders and containers hold on to it, so that those that user code keeps stay valid. Values are
/// read where they stand; nothing is kept but how deeply the reading recurses.
///
/// Not thread-safe: a decoding belongs to the call that made it.
final class RecordDecoding {
    let bytes: [UInt8]

    /// The field that is likely to be asked for next. It is a guess only, which is checked.
    var hint = 0

    private var recursion = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Begins to read a value inside another one, unless too many of them wrap one another.
    func enter(_ place: DecodingPlace) throws {
        guard recursion < RecordEncoding.maximumFrames else { throw place.tooDeep }
        recursion += 1
    }

    /// Ends what ``enter(_:)`` began.
    func leave() {
        recursion -= 1
    }

    /// The kind of the value at `position`.
    func tag(at position: Int) throws(StorageError) -> ValueTag {
        let bytes = bytes
        var position = position
        return try RecordReader.takeTag(bytes.span, &position)
    }

    /// The eight bytes behind the tag of the value at `position`.
    func word(at position: Int) throws(StorageError) -> UInt64 {
        let bytes = bytes
        var position = position + 1
        return try RecordReader.takeUInt64(bytes.span, &position)
    }

    /// The unsigned integer at `position`, which has no signed form.
    func large(at position: Int) throws(StorageError) -> UInt64 {
        let value = try word(at: position)
        guard value > UInt64(Int64.max) else { throw .malformedRecord(at: position) }
        return value
    }

    /// Where the content of the array or object at `position` stands.
    func content(at position: Int) throws(StorageError) -> Range<Int> {
        let bytes = bytes
        var position = position + 1
        let end = try RecordReader.takeContainer(bytes.span, &position)
        return position..<end
    }

    /// Where the text or bytes at `position` stand.
    func payload(at position: Int) throws(StorageError) -> Range<Int> {
        let bytes = bytes
        var position = position + 1
        let count = try RecordReader.takeLength(bytes.span, &position)
        return position..<position + count
    }

    /// The text at `position`.
    func string(at position: Int) throws(StorageError) -> String {
        let bytes = bytes
        let payload = try payload(at: position)
        var start = payload.lowerBound
        return try RecordReader.takeString(bytes.span, &start, count: payload.count)
    }

    /// The UUID at `position`.
    func uuid(at position: Int) throws(StorageError) -> UUID {
        let bytes = bytes
        var start = position + 1
        return try RecordReader.takeUUID(bytes.span, &start)
    }

    /// The decimal at `position`.
    func decimal(at position: Int) throws(StorageError) -> Decimal {
        let bytes = bytes
        var start = position + 1
        return try RecordReader.takeDecimal(bytes.span, &start)
    }

    /// Where the value behind the one at `position` begins, which has to be no further than `end`.
    func end(of position: Int, before end: Int) throws(StorageError) -> Int {
        let bytes = bytes
        var next = position
        try RecordReader.skipValue(bytes.span, &next)
        guard next <= end else { throw .malformedRecord(at: position) }
        return next
    }

    /// The names of the fields in `range`, each with the offset of its value.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if they are not sorted or not each there once.
    func fields(in range: Range<Int>) throws(StorageError) -> [ObjectField] {
        let bytes = bytes
        var fields: [ObjectField] = []
        fields.reserveCapacity(8)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = try RecordReader.takeLength(bytes.span, &position)
            let name = FieldName(in: bytes, start: position, count: count)
            if let previous = fields.last, previous.name.compare(to: name, in: bytes) >= 0 {
                throw .malformedRecord(at: position)
            }
            position += count
            fields.append(ObjectField(name: name, value: position))
            position = try end(of: position, before: range.upperBound)
        }
        return fields
    }
}

/// A field in the bytes.
struct ObjectField {
    let name: FieldName
    /// The offset of the value's tag.
    let value: Int
}

extension [ObjectField] {
    /// The index of the field of that name, which is likely to be `hint`.
    ///
    /// - Complexity: O(log n), and O(1) if the hint is right.
    func index(
        of name: UnsafeBufferPointer<UInt8>, in bytes: [UInt8], hint: Int
    ) -> Int? {
        let prefix = unsafe FieldName.prefix(of: name)
        if hint < count, unsafe self[hint].name.compare(to: name, prefix, in: bytes) == 0 {
            return hint
        }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let order = unsafe self[middle].name.compare(to: name, prefix, in: bytes)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
