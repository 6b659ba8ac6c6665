/// The encoding of a value, which grows while the text of the value is read.
///
/// The bytes are those that a ``RecordWriter`` makes. Room for a tag and what stands behind it is
/// made at once, and short text is moved without a call.
@safe
struct RecordBytes: ~Copyable {
    private var bytes: ScratchBytes

    init() {
        unsafe bytes = ScratchBytes(
            UnsafeMutableRawBufferPointer(start: nil, count: 0), orElse: 1024)
    }

    var count: Int { bytes.count }

    /// A copy of the bytes.
    var array: [UInt8] { bytes.lend { $0.array } }

    /// Forgets the bytes, and keeps the memory.
    mutating func removeAll() {
        bytes.count = 0
    }

    /// Lends the bytes to `body`.
    @inline(__always)
    borrowing func lend<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.lend(body)
    }

    /// Appends a tag.
    @inline(__always)
    mutating func append(_ tag: ValueTag) {
        bytes.append(tag.rawValue)
    }

    /// Appends a tag and eight bytes.
    @inline(__always)
    mutating func append(_ tag: ValueTag, _ payload: UInt64) {
        bytes.reserve(9)
        let place = bytes.count
        // There is room for both.
        unsafe bytes.base.storeBytes(of: tag.rawValue, toByteOffset: place, as: UInt8.self)
        unsafe bytes.base.storeBytes(
            of: payload.littleEndian, toByteOffset: place &+ 1, as: UInt64.self)
        bytes.count = place &+ 9
    }

    /// Appends what `write` makes.
    mutating func append(_ write: (inout RecordWriter) -> Void) {
        var writer = RecordWriter()
        write(&writer)
        append(writer.bytes.span)
    }

    /// Appends a tag, the size of a piece of text, and the piece.
    ///
    /// - Precondition: The text has such a piece.
    @inline(__always)
    mutating func append(_ tag: ValueTag, _ piece: Range<Int>, of text: Span<UInt8>) {
        append(tag)
        append(piece, of: text)
    }

    /// Appends the size of a piece of text, and the piece.
    ///
    /// - Precondition: The text has such a piece.
    @inline(__always)
    mutating func append(_ piece: Range<Int>, of text: Span<UInt8>) {
        let size = piece.count
        guard size <= Self.move, text.count &- piece.lowerBound >= Self.move else {
            return appendLong(text.extracting(piece))
        }
        bytes.reserve(1 &+ Self.move)
        let place = bytes.count
        // The text has as many bytes, and there is room for them.
        let word = unsafe text.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: piece.lowerBound, as: SIMD32<UInt8>.self)
        unsafe bytes.base.storeBytes(
            of: UInt8(truncatingIfNeeded: size), toByteOffset: place, as: UInt8.self)
        unsafe bytes.base.storeBytes(of: word, toByteOffset: place &+ 1, as: SIMD32<UInt8>.self)
        bytes.count = place &+ 1 &+ size
    }

    /// How many bytes are moved at once.
    private static var move: Int { 32 }

    @inline(never)
    private mutating func appendLong(_ text: Span<UInt8>) {
        var rest = text.count
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        append(text)
    }

    private mutating func append(_ content: Span<UInt8>) {
        unsafe content.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    /// Begins an array or object and returns what ``endContainer(_:)`` has to be given.
    mutating func beginContainer(_ tag: ValueTag) -> Int {
        append(tag)
        let start = count
        bytes.append(word: 0 as UInt32)
        return start
    }

    /// Writes the length of the container whose content stands behind `start`.
    mutating func endContainer(_ start: Int) {
        let length = UInt32(count - start - 4)
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
        }
    }

    /// Puts the pieces that stand from `start` on into another order.
    mutating func rearrange(from start: Int, _ pieces: [Range<Int>]) {
        let old = array
        bytes.count = start
        for piece in pieces { append(old.span.extracting(piece)) }
    }
}
