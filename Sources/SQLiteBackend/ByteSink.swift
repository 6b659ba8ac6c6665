/// Growable bytes for the loops that assemble and take apart records.
///
/// A plain value without an owner: a loop copies it into a local, works on it there, and puts it
/// back. ``Statement`` owns the memory and releases it.
@unsafe
struct ByteSink {
    private(set) var base: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int

    /// What a cached statement may keep; larger buffers are given back after use.
    private static let keptCapacity = 1 << 20

    init(capacity: Int = 256) {
        unsafe base = .allocate(capacity: capacity)
        unsafe self.capacity = capacity
    }

    func deallocate() {
        unsafe base.deallocate()
    }

    mutating func clear() {
        unsafe count = 0
    }

    /// Whether this is more memory than a cached statement may keep.
    var isLarge: Bool { unsafe capacity > Self.keptCapacity }

    /// Forgets the content, and gives the memory back.
    mutating func shrink() {
        unsafe deallocate()
        unsafe self = ByteSink()
    }

    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if unsafe capacity - count < additional { unsafe self = grown(additional) }
    }

    /// The same bytes with more room; these are not to be used any more.
    ///
    /// It takes and returns values, so that a loop can keep its sink in registers.
    @inline(never)
    private func grown(_ additional: Int) -> ByteSink {
        var larger = unsafe ByteSink(capacity: max(count + additional, capacity * 2))
        unsafe larger.base.update(from: base, count: count)
        unsafe larger.count = count
        unsafe deallocate()
        return unsafe larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe reserve(1)
        unsafe appendReserved(byte)
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>?, count size: Int) {
        guard size > 0, let bytes = unsafe bytes else { return }
        unsafe reserve(size)
        unsafe (base + count).update(from: bytes, count: size)
        unsafe count += size
    }

    /// Appends a length in the encoding of records: seven bits a byte, the lowest ones first.
    @inline(__always)
    mutating func appendLength(_ length: Int) {
        var rest = length
        while rest >= 0x80 {
            unsafe append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        unsafe append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Appending where ``reserve(_:)`` has made room already.
extension ByteSink {
    /// What ``appendReserved(padded:count:)`` may read and write beyond its bytes.
    static let padding = 16

    @inline(__always)
    mutating func appendReserved(_ byte: UInt8) {
        unsafe assert(capacity - count >= 1)
        unsafe base[count] = byte
        unsafe count += 1
    }

    @inline(__always)
    mutating func appendReserved(littleEndian value: UInt64) {
        unsafe assert(capacity - count >= 8)
        unsafe UnsafeMutableRawPointer(base + count)
            .storeBytes(of: value.littleEndian, as: UInt64.self)
        unsafe count += 8
    }

    @inline(__always)
    mutating func appendReserved(bigEndian value: UInt64) {
        unsafe appendReserved(littleEndian: value.byteSwapped)
    }

    /// Appends bytes behind which ``padding`` more can be read, and as many written here.
    @inline(__always)
    mutating func appendReserved(padded bytes: UnsafePointer<UInt8>, count size: Int) {
        unsafe assert(capacity - count >= size + Self.padding)
        if unsafe size <= Self.padding {
            // One move of a register in place of a call.
            let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: SIMD16<UInt8>.self)
            unsafe UnsafeMutableRawPointer(base + count)
                .storeBytes(of: word, as: SIMD16<UInt8>.self)
        } else {
            unsafe (base + count).update(from: bytes, count: size)
        }
        unsafe count += size
    }
}
