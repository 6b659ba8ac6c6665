/// Writes the fields of a record, one behind the other, straight into its bytes.
///
/// Fields come in the order of the UTF-8 bytes of their names, each name once; a debug build of the
/// program checks that. What ``Entity()`` writes keeps to it.
@safe
@frozen
public struct FieldWriter: ~Copyable {
    @usableFromInline var bytes: ScratchBytes
    /// How many arrays stand around the value that is written.
    @usableFromInline var depth = 0
    /// Where the last field begins, or -1.
    @usableFromInline var fieldStart = -1

    /// The memory of the caller's that most records find room in, in bytes.
    @usableFromInline static var scratchSize: Int { 1024 }

    /// A writer that begins in the caller's memory, and moves to its own when that is full.
    @unsafe
    @inlinable
    init(lent: UnsafeMutableRawBufferPointer) {
        unsafe bytes = ScratchBytes(lent, orElse: Self.scratchSize)
    }

    /// How many bytes have been written.
    @inlinable var count: Int {
        @inline(__always) get { bytes.count }
        @inline(__always) set { bytes.count = newValue }
    }

    @unsafe
    @inlinable var base: UnsafeMutableRawPointer {
        @inline(__always) get { unsafe bytes.base }
    }

    /// Makes room for `size` more bytes.
    @inlinable
    @inline(__always)
    mutating func reserve(_ size: Int) {
        bytes.reserve(size)
    }

    /// Lends a writer to `body`.
    @inlinable
    @inline(__always)
    package static func lend<Result>(
        _ body: (inout FieldWriter) throws -> Result
    ) throws -> Result {
        try unsafe withUnsafeTemporaryAllocation(byteCount: scratchSize, alignment: 8) { scratch in
            var writer = unsafe FieldWriter(lent: scratch)
            return try body(&writer)
        }
    }

    /// Lends what has been written so far.
    @inlinable
    @inline(__always)
    package borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.lend(body)
    }
}
