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
        reserve(1)
        unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
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
    mutating func append(counted bytes: UnsafeRawBufferPointer) {
        let size = bytes.count
        reserve(size &+ 10)
        if size < 0x80 {
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: size), toByteOffset: count, as: UInt8.self)
            count &+= 1
        } else {
            appendLength(size)
        }
        if let address = bytes.baseAddress {
            unsafe (base + count).copyMemory(from: address, byteCount: size)
        }
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

    /// Appends a value by way of its general form.
    @usableFromInline
    mutating func append(general value: Value) throws(StorageError) {
        guard value.depth + depth <= Limits.maximumDepth else { throw .tooDeep(name) }
        var writer = RecordWriter()
        writer.append(value)
        append(encoded: writer.bytes)
    }

    /// Appends bytes that are an encoding already.
    mutating func append(encoded bytes: [UInt8]) {
        reserve(bytes.count)
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(start: base + count, count: bytes.count)
                .copyMemory(from: bytes)
        }
        count += bytes.count
    }

    /// Begins an array and returns what ``endArray(_:)`` has to be given.
    @inlinable
    @inline(__always)
    mutating func beginArray() throws(StorageError) -> Int {
        guard depth < Limits.maximumDepth else { throw tooDeep() }
        depth &+= 1
        append(.array)
        reserve(4)
        count &+= 4
        return count
    }

    /// Writes the length of the array whose elements stand behind `start`.
    @inlinable
    @inline(__always)
    mutating func endArray(_ start: Int) throws(StorageError) {
        guard let size = UInt32(exactly: count &- start) else { throw tooLarge() }
        unsafe base.storeBytes(of: size.littleEndian, toByteOffset: start &- 4, as: UInt32.self)
        depth &-= 1
    }
}

extension FieldWriter {
    /// Whether the value at `position`, which has been written, is null.
    @inlinable
    @inline(__always)
    func isNull(at position: Int) -> Bool {
        unsafe count > position
            && base.load(fromByteOffset: position, as: UInt8.self) == FieldTag.null.rawValue
    }

    /// The name of the field that is being written.
    var name: String {
        let name = unsafe UnsafeRawBufferPointer(start: base + nameStart, count: max(nameCount, 0))
        return unsafe String(decoding: name, as: UTF8.self)
    }

    @usableFromInline
    func tooDeep() -> StorageError { .tooDeep(name) }

    @usableFromInline
    func tooLarge() -> StorageError { .tooLarge(name) }

    /// The error that says that an optional has a value that is nil in turn.
    @usableFromInline
    func nullInOptional() -> StorageError { .nullInOptional(name) }
}
