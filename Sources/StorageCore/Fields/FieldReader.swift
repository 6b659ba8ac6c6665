/// Reads the fields of a record where they stand in its bytes, checking bounds, types and order.
///
/// Fields are asked for in the order of the UTF-8 bytes of their names; those that are not asked for
/// are passed over.
@safe
@frozen
public struct FieldReader: ~Copyable {
    @usableFromInline let base: UnsafeRawPointer
    /// The size of the record.
    @usableFromInline let end: Int
    @usableFromInline var position = 0
    /// Where the field that was found last begins, or -1.
    @usableFromInline var fieldStart = -1
    /// What is being read, for messages.
    @usableFromInline let model: any Any.Type

    @inlinable
    init(_ bytes: UnsafeRawBufferPointer, _ model: any Any.Type) {
        let nothing: StaticString = ""
        unsafe base = bytes.baseAddress ?? UnsafeRawPointer(nothing.utf8Start)
        end = bytes.count
        self.model = model
    }

    /// The bytes of the record.
    var record: UnsafeBufferPointer<UInt8> {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: end)
        return unsafe bytes.bindMemory(to: UInt8.self)
    }

    /// Moves behind the name of a field, if it is the next one, as the field that is wanted nearly
    /// always is.
    @inlinable
    @inline(__always)
    mutating func takeName(_ name: StaticString) -> Bool {
        let size = name.utf8CodeUnitCount
        guard size < 0x80, end &- position > size,
            word(position) == UInt8(truncatingIfNeeded: size),
            unsafe hasBytes(name.utf8Start, size, at: position &+ 1)
        else { return false }
        fieldStart = position
        position &+= size &+ 1
        return true
    }

    /// Whether the bytes at `position`, which are there, are those at `other`.
    @inlinable
    @inline(__always)
    func hasBytes(_ other: UnsafePointer<UInt8>, _ size: Int, at position: Int) -> Bool {
        // Of a name that is known when this is compiled, nothing is left but comparing words.
        var offset = 0
        while size &- offset >= 8 {
            if unsafe word(other, UInt64.self, offset) != word(position &+ offset) { return false }
            offset &+= 8
        }
        if size & 4 != 0 {
            if unsafe word(other, UInt32.self, offset) != word(position &+ offset) { return false }
            offset &+= 4
        }
        if size & 2 != 0 {
            if unsafe word(other, UInt16.self, offset) != word(position &+ offset) { return false }
            offset &+= 2
        }
        return unsafe size & 1 == 0
            || word(other, UInt8.self, offset) == word(position &+ offset)
    }

    @inlinable
    @inline(__always)
    func word<Word: BitwiseCopyable>(
        _ other: UnsafePointer<UInt8>, _: Word.Type, _ offset: Int
    ) -> Word {
        unsafe UnsafeRawPointer(other).loadUnaligned(fromByteOffset: offset, as: Word.self)
    }

    @inlinable
    @inline(__always)
    func word<Word: BitwiseCopyable>(_ position: Int) -> Word {
        unsafe base.loadUnaligned(fromByteOffset: position, as: Word.self)
    }

    /// Moves behind the name of a field at `start` or behind, passing over the fields before it, and
    /// returns whether there is such a field.
    mutating func find(_ name: StaticString, from start: Int) throws(StorageError) -> Bool {
        position = start
        let wanted = unsafe UnsafeBufferPointer(
            start: name.utf8Start, count: name.utf8CodeUnitCount)
        while position < end {
            let start = position
            let found = try takeName()
            let bytes = unsafe record.span
            let name = bytes.extracting(found)
            if unsafe name.isEqual(to: wanted.span) {
                fieldStart = start
                return true
            }
            guard unsafe name.precedes(wanted.span) else {
                position = start
                return false
            }
            try pass(found, from: start)
        }
        return false
    }

    /// Passes over the fields that were not asked for.
    @inlinable
    mutating func finish() throws {
        if position != end { try passRest() }
    }

    @usableFromInline
    mutating func passRest() throws {
        while position < end {
            let start = position
            try pass(try takeName(), from: start)
        }
    }

    private mutating func takeName() throws(StorageError) -> Range<Int> {
        let bytes = unsafe record.span
        let count = try RecordReader.takeLength(bytes, &position)
        position += count
        return position - count..<position
    }

    /// Passes over the value of a field that was not asked for.
    private mutating func pass(_ name: Range<Int>, from start: Int) throws(StorageError) {
        let bytes = unsafe record.span
        let last = try lastName()
        if let last, !bytes.extracting(last).precedes(bytes.extracting(name)) {
            throw .malformedRecord(at: name.lowerBound)
        }
        fieldStart = start
        try RecordReader.skipValue(bytes, &position)
    }

    /// Where the name of the field that was found last stands.
    func lastName() throws(StorageError) -> Range<Int>? {
        guard fieldStart >= 0 else { return nil }
        var start = fieldStart
        let count = unsafe try RecordReader.takeLength(record.span, &start)
        return start..<start + count
    }
}
