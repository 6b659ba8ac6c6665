/// Bytes that are written one behind the other: first into memory that is lent, and once that is
/// full into memory of their own.
@safe
@frozen
@usableFromInline
struct ScratchBytes: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    /// How many bytes have been written.
    @usableFromInline var count = 0
    @usableFromInline var ownsMemory = false

    /// Begins in the caller's memory, which has to stay there for as long as this does.
    @unsafe
    @inlinable
    init(_ lent: UnsafeMutableRawBufferPointer, orElse size: Int) {
        if let address = lent.baseAddress, lent.count > 0 {
            unsafe base = address
            capacity = lent.count
        } else {
            unsafe base = .allocate(byteCount: size, alignment: 1)
            capacity = size
            ownsMemory = true
        }
    }

    @inlinable
    deinit {
        if ownsMemory { unsafe base.deallocate() }
    }

    /// Makes room for `size` more bytes.
    @inlinable
    @inline(__always)
    mutating func reserve(_ size: Int) {
        if capacity &- count < size { grow(by: size) }
    }

    @usableFromInline
    mutating func grow(by size: Int) {
        capacity = max(2 * capacity, count + size)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        unsafe larger.copyMemory(from: base, byteCount: count)
        if ownsMemory { unsafe base.deallocate() }
        unsafe base = larger
        ownsMemory = true
    }

    @inlinable
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Appends a value as it lies in memory.
    @inlinable
    @inline(__always)
    mutating func append<Word: BitwiseCopyable>(word: Word) {
        let size = MemoryLayout<Word>.size
        reserve(size)
        unsafe base.storeBytes(of: word, toByteOffset: count, as: Word.self)
        count &+= size
    }

    @unsafe
    @inlinable
    @inline(__always)
    mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
        guard let address = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe (base + count).copyMemory(from: address, byteCount: bytes.count)
        count &+= bytes.count
    }

    /// The byte at a place that has been written.
    subscript(place: Int) -> UInt8 {
        get {
            precondition(place < count, "there is no byte at \(place) of \(count)")
            return unsafe base.load(fromByteOffset: place, as: UInt8.self)
        }
        set {
            precondition(place < count, "there is no byte at \(place) of \(count)")
            unsafe base.storeBytes(of: newValue, toByteOffset: place, as: UInt8.self)
        }
    }

    /// Lends what has been written so far.
    @inlinable
    @inline(__always)
    borrowing func lend<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
    }
}
