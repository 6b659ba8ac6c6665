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
    static let keptCapacity = 1 << 20

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

    /// Forgets the content, and memory beyond ``keptCapacity``.
    mutating func shrink() {
        unsafe count = 0
        guard unsafe capacity > Self.keptCapacity else { return }
        unsafe deallocate()
        unsafe self = ByteSink()
    }

    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if unsafe capacity - count < additional { unsafe grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
        let larger = unsafe max(count + additional, capacity * 2)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        unsafe capacity = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe reserve(1)
        unsafe base[count] = byte
        unsafe count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>?, count size: Int) {
        guard size > 0, let bytes = unsafe bytes else { return }
        unsafe reserve(size)
        unsafe (base + count).update(from: bytes, count: size)
        unsafe count += size
    }

    @inline(__always)
    mutating func appendLittleEndian(_ value: UInt64) {
        unsafe reserve(8)
        unsafe UnsafeMutableRawPointer(base + count)
            .storeBytes(of: value.littleEndian, as: UInt64.self)
        unsafe count += 8
    }

    @inline(__always)
    mutating func appendBigEndian(_ value: UInt64) {
        unsafe appendLittleEndian(value.byteSwapped)
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
