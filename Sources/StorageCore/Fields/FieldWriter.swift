/// Writes the fields of a record, one behind the other, straight into its bytes.
///
/// Fields come in the order of the UTF-8 bytes of their names, each name once; a debug build of the
/// program checks that. What ``Entity()`` writes keeps to it.
@safe
@frozen
public struct FieldWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    /// How many bytes have been written.
    @usableFromInline var count = 0
    /// How many arrays stand around the value that is written.
    @usableFromInline var depth = 0
    /// Where the last field begins, or -1.
    @usableFromInline var fieldStart = -1
    private var ownsMemory = false

    /// The memory of the caller's that most records find room in, in bytes.
    @usableFromInline static var scratchSize: Int { 1024 }

    /// A writer that begins in the caller's memory, and moves to its own when that is full.
    init(scratch: UnsafeMutableRawBufferPointer) {
        // The memory is never empty, and so has an address.
        if let address = scratch.baseAddress, scratch.count > 0 {
            unsafe base = address
            capacity = scratch.count
        } else {
            unsafe base = .allocate(byteCount: Self.scratchSize, alignment: 1)
            capacity = Self.scratchSize
            ownsMemory = true
        }
    }

    deinit {
        if ownsMemory { unsafe base.deallocate() }
    }

    /// Lends a writer to `body`.
    package static func lend<Result>(
        _ body: (inout FieldWriter) throws -> Result
    ) throws -> Result {
        try unsafe withUnsafeTemporaryAllocation(byteCount: scratchSize, alignment: 8) { scratch in
            var writer = unsafe FieldWriter(scratch: scratch)
            return try body(&writer)
        }
    }

    /// Lends what has been written so far.
    package borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
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
}
