#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of a decoder: the bytes, and what is read at a given offset.
///
/// Decoders and containers hold on to it, so that those that user code keeps stay valid: they have
/// a copy of the bytes then. Values are read where they stand; nothing is kept but how deeply the
/// reading recurses.
///
/// Not thread-safe: a decoding belongs to the call that made it.
@safe
final class RecordDecoding {
    // Changes once, when no access is under way: the dynamic checks of exclusivity could never fail.
    @exclusivity(unchecked) private var storedBytes: UnsafeBufferPointer<UInt8>
    private var ownsBytes = false

    private var recursion = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe storedBytes = bytes
    }

    deinit {
        if ownsBytes { unsafe storedBytes.deallocate() }
    }

    /// Lends a decoding of `bytes` to `body`.
    static func lend<Result>(
        _ bytes: Span<UInt8>, _ body: (RecordDecoding) throws -> Result
    ) throws -> Result {
        try unsafe bytes.withUnsafeBufferPointer { try unsafe lend($0, body) }
    }

    /// Lends a decoding of `bytes`, which have to be there until this returns, to `body`.
    @unsafe
    static func lend<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (RecordDecoding) throws -> Result
    ) throws -> Result {
        var decoding = unsafe RecordDecoding(bytes)
        defer {
            // Whoever kept a decoder reads on when the caller's bytes are gone.
            if !isKnownUniquelyReferenced(&decoding) { decoding.copyBytes() }
        }
        return try body(decoding)
    }

    private func copyBytes() {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: unsafe storedBytes.count)
        _ = unsafe copy.initialize(fromContentsOf: storedBytes)
        unsafe storedBytes = UnsafeBufferPointer(copy)
        ownsBytes = true
    }

    /// The bytes of the record.
    var bytes: UnsafeBufferPointer<UInt8> {
        unsafe storedBytes
    }

    /// How many bytes there are.
    var count: Int { unsafe storedBytes.count }

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
        let bytes = unsafe bytes.span
        var position = position
        return try RecordReader.takeTag(bytes, &position)
    }

    /// The eight bytes behind the tag of the value at `position`.
    func word(at position: Int) throws(StorageError) -> UInt64 {
        let bytes = unsafe bytes.span
        var position = position + 1
        return try RecordReader.takeUInt64(bytes, &position)
    }

    /// The unsigned integer at `position`, which has no signed form.
    func large(at position: Int) throws(StorageError) -> UInt64 {
        let value = try word(at: position)
        guard value > UInt64(Int64.max) else { throw .malformedRecord(at: position) }
        return value
    }

    /// Where the content of the array or object at `position` stands.
    func content(at position: Int) throws(StorageError) -> Range<Int> {
        let bytes = unsafe bytes.span
        var position = position + 1
        let end = try RecordReader.takeContainer(bytes, &position)
        return position..<end
    }

    /// Where the text or bytes at `position` stand.
    func payload(at position: Int) throws(StorageError) -> Range<Int> {
        let bytes = unsafe bytes.span
        var position = position + 1
        let count = try RecordReader.takeLength(bytes, &position)
        return position..<position + count
    }

    /// The text at `position`.
    func string(at position: Int) throws(StorageError) -> String {
        try string(in: try payload(at: position))
    }

    /// The text of a payload.
    func string(in payload: Range<Int>) throws(StorageError) -> String {
        let bytes = unsafe bytes.span
        var start = payload.lowerBound
        return try RecordReader.takeString(bytes, &start, count: payload.count)
    }

    /// How many values stand in `range`, the last of which ends there.
    func countValues(in range: Range<Int>) throws(StorageError) -> Int {
        var (count, position) = (0, range.lowerBound)
        while position < range.upperBound {
            position = try end(of: position, before: range.upperBound)
            count += 1
        }
        return count
    }

    /// The UUID at `position`.
    func uuid(at position: Int) throws(StorageError) -> UUID {
        let bytes = unsafe bytes.span
        var start = position + 1
        return try RecordReader.takeUUID(bytes, &start)
    }

    /// The decimal at `position`.
    func decimal(at position: Int) throws(StorageError) -> Decimal {
        let bytes = unsafe bytes.span
        var start = position + 1
        return try RecordReader.takeDecimal(bytes, &start)
    }

    /// Where the value behind the one at `position` begins, which has to be no further than `end`.
    func end(of position: Int, before end: Int) throws(StorageError) -> Int {
        let bytes = unsafe bytes.span
        var next = position
        try RecordReader.skipValue(bytes, &next)
        guard next <= end else { throw .malformedRecord(at: position) }
        return next
    }

    /// The names of the fields in `range`, each with the offset of its value.
    ///
    /// - Throws: ``StorageError/Code/damaged`` if they are not sorted or not each there once.
    func fields(in range: Range<Int>) throws(StorageError) -> [ObjectField] {
        let bytes = unsafe bytes.span
        var fields: [ObjectField] = []
        fields.reserveCapacity(8)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = try RecordReader.takeLength(bytes, &position)
            let name = FieldName(in: bytes, start: position, count: count)
            if let previous = fields.last,
                previous.name.compare(to: name, in: bytes) >= 0
            {
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
    /// The field of that name, if there is one.
    ///
    /// - Complexity: O(log n), beyond names that have their first eight bytes in common.
    @inline(__always)
    func first(named name: Span<UInt8>, in bytes: Span<UInt8>) -> ObjectField? {
        let prefix = name.beginning(of: name.indices)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low &+ high) / 2
            if self[middle].name.prefix < prefix { low = middle &+ 1 } else { high = middle }
        }
        while low < count, self[low].name.prefix == prefix {
            let field = self[low]
            if field.name.isSame(as: name, in: bytes) { return field }
            low &+= 1
        }
        return nil
    }
}
