/// The encoding of values. Each of them makes room for itself.
extension FieldWriter {
    /// Appends a value that is its tag alone.
    @inlinable
    @inline(__always)
    mutating func append(_ tag: FieldTag) {
        append(byte: tag.rawValue)
    }

    @inlinable
    @inline(__always)
    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a tag and what stands behind it.
    @inlinable
    @inline(__always)
    mutating func append<Payload: BitwiseCopyable>(_ tag: FieldTag, _ payload: Payload) {
        let size = 1 &+ MemoryLayout<Payload>.size
        reserve(size)
        unsafe base.storeBytes(of: tag.rawValue, toByteOffset: count, as: UInt8.self)
        unsafe base.storeBytes(of: payload, toByteOffset: count &+ 1, as: Payload.self)
        count &+= size
    }

    /// Appends a length and as many bytes.
    @inlinable
    @inline(__always)
    mutating func append(counted content: UnsafeRawBufferPointer) {
        let size = content.count
        reserve(size &+ 10)
        if size < 0x80 {
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: size), toByteOffset: count, as: UInt8.self)
            count &+= 1
        } else {
            appendLength(size)
        }
        guard let address = content.baseAddress else { return }
        // There has been room for the length, and there is for all of this.
        unsafe (base + count).copyMemory(from: address, byteCount: size)
        count &+= size
    }

    @usableFromInline
    mutating func appendLength(_ length: Int) {
        var rest = length
        while rest >= 0x80 {
            append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(byte: UInt8(rest))
    }

    /// Appends text.
    @inlinable
    @inline(__always)
    mutating func append(_ text: String) {
        append(.string)
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(counted: UnsafeRawBufferPointer($0))
        }
        if isWritten == nil { appendScattered(text) }
    }

    /// Appends text that does not stand in memory as UTF-8.
    @usableFromInline
    mutating func appendScattered(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append(counted: UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes that are an encoding already.
    mutating func append(encoded content: [UInt8]) {
        unsafe content.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    /// Begins an array and returns what ``endArray(_:)`` has to be given, or nil if it would nest too
    /// deeply.
    @inlinable
    mutating func beginArray() -> Int? {
        guard depth < Limits.maximumDepth else { return nil }
        depth &+= 1
        append(.array)
        reserve(4)
        count &+= 4
        return count
    }

    /// Writes the length of the array whose elements stand behind `start`, and returns whether it is
    /// a possible one.
    @inlinable
    mutating func endArray(_ start: Int) -> Bool {
        guard let size = UInt32(exactly: count &- start) else { return false }
        unsafe base.storeBytes(of: size.littleEndian, toByteOffset: start &- 4, as: UInt32.self)
        depth &-= 1
        return true
    }
}
