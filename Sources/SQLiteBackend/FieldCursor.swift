import StorageCore

/// Walks the fields of an encoded record in place.
///
/// Every step checks its bounds: a record that a damaged file gave is met with ``isMalformed``,
/// never with a read beyond its end.
@unsafe
struct FieldCursor {
    /// The first byte of the field: the length of its name.
    private(set) var start: UnsafePointer<UInt8>
    private(set) var name: UnsafePointer<UInt8>
    private(set) var nameCount = 0
    private(set) var tag: UInt8 = 0
    /// The value behind its tag; strings and bytes begin with their length.
    private(set) var value: UnsafePointer<UInt8>
    /// The first byte behind the field.
    private(set) var next: UnsafePointer<UInt8>
    private(set) var isMalformed = false
    let end: UnsafePointer<UInt8>

    init(_ bytes: UnsafePointer<UInt8>, count: Int) {
        unsafe start = bytes
        unsafe name = bytes
        unsafe value = bytes
        unsafe next = bytes
        unsafe end = bytes + count
    }

    /// The size of the whole field.
    var size: Int { unsafe next - start }

    /// Moves to the next field. False at the end and at a malformed field.
    @inline(__always)
    mutating func advance() -> Bool {
        guard unsafe next < end else { return false }
        unsafe start = next
        guard let count = unsafe takeLength(), unsafe end - next > count else {
            return unsafe fail()
        }
        unsafe name = next
        unsafe nameCount = count
        unsafe tag = next[count]
        unsafe value = next + count + 1
        unsafe next = value
        guard let size = unsafe valueSize(), unsafe size <= end - next else {
            return unsafe fail()
        }
        unsafe next += size
        return true
    }

    /// The text or bytes of a value that begins with its length.
    var content: (bytes: UnsafePointer<UInt8>, count: Int) {
        var position = unsafe value
        while unsafe position.pointee >= 0x80 { unsafe position += 1 }
        unsafe position += 1
        return unsafe (position, next - position)
    }

    var littleEndian: UInt64 {
        unsafe UInt64(
            littleEndian: UnsafeRawPointer(value).loadUnaligned(as: UInt64.self))
    }

    private mutating func valueSize() -> Int? {
        guard let tag = unsafe ValueTag(rawValue: tag) else { return nil }
        switch tag {
        case .null, .false, .true: return 0
        case .int, .uint, .double, .date: return 8
        case .uuid: return 16
        case .decimal: return 18
        case .string, .bytes: return unsafe takeLength()
        case .array, .object:
            guard unsafe end - next >= 4 else { return nil }
            let length = unsafe UInt32(
                littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt32.self))
            unsafe next += 4
            return Int(length)
        }
    }

    @inline(__always)
    private mutating func takeLength() -> Int? {
        // Nearly all lengths are a single byte.
        if unsafe next < end, unsafe next.pointee < 0x80 {
            unsafe next += 1
            return unsafe Int(next[-1])
        }
        return unsafe takeLongLength()
    }

    private mutating func takeLongLength() -> Int? {
        var length = 0
        var shift = 0
        while unsafe next < end, shift <= 28 {
            let byte = unsafe next.pointee
            unsafe next += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
            shift += 7
        }
        return nil
    }

    private mutating func fail() -> Bool {
        unsafe isMalformed = true
        unsafe next = end
        return false
    }
}
