/// Bytes that are looked at by their offsets.
protocol ByteCollection: RandomAccessCollection where Element == UInt8, Index == Int {}

extension [UInt8]: ByteCollection {}
extension UnsafeBufferPointer<UInt8>: @unsafe ByteCollection {}

/// Where the name of a field stands in the bytes, with its beginning at hand for quick comparison.
struct FieldName: BitwiseCopyable {
    let start: Int
    let count: Int
    /// The first eight bytes, big-endian, with zeros behind a shorter name.
    let prefix: UInt64

    init(start: Int, count: Int, prefix: UInt64) {
        self.start = start
        self.count = count
        self.prefix = prefix
    }

    init(in bytes: some ByteCollection, start: Int, count: Int) {
        var prefix: UInt64 = 0
        for offset in 0..<min(count, 8) {
            prefix |= UInt64(bytes[start + offset]) << UInt64(56 - 8 * offset)
        }
        self.init(start: start, count: count, prefix: prefix)
    }

    init(in bytes: Span<UInt8>, start: Int, count: Int) {
        guard bytes.count &- start >= 8 else {
            self = unsafe bytes.withUnsafeBufferPointer {
                unsafe FieldName(in: $0, start: start, count: count)
            }
            return
        }
        let word = UInt64(bigEndian: bytes.word(at: start))
        let mask = count < 8 ? ~(~0 >> UInt64(8 &* count)) : UInt64.max
        self.init(start: start, count: count, prefix: word & mask)
    }

    /// The order of both names by their UTF-8 bytes: negative, zero or positive.
    func compare(to other: FieldName, in bytes: some ByteCollection) -> Int {
        if prefix != other.prefix { return prefix < other.prefix ? -1 : 1 }
        let common = min(count, other.count)
        var offset = min(common, 8)
        while offset < common {
            let (left, right) = (bytes[start + offset], bytes[other.start + offset])
            if left != right { return left < right ? -1 : 1 }
            offset += 1
        }
        return count - other.count
    }

    /// The name as text; damaged bytes are shown with replacement characters.
    func text(in bytes: Span<UInt8>) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe text(in: $0) }
    }

    /// The name as text; damaged bytes are shown with replacement characters.
    func text(in bytes: some ByteCollection) -> String {
        String(decoding: bytes[start..<start + count], as: UTF8.self)
    }
}

extension FieldName {
    /// How many bytes the length of the name takes, which stands before it.
    var headerSize: Int { Self.headerSize(count) }

    /// How many bytes the length of a name of `count` bytes takes.
    static func headerSize(_ count: Int) -> Int {
        count < 0x80 ? 1 : (2...5).first { count < 1 << (7 * $0) } ?? 5
    }

    /// The same name `distance` bytes further on.
    func moved(by distance: Int) -> FieldName {
        FieldName(start: start + distance, count: count, prefix: prefix)
    }
}

extension FieldName {
    /// The first eight bytes of a name, as ``prefix`` has them.
    @inline(__always)
    static func prefix(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = unsafe name.span
        let missing = UInt64(truncatingIfNeeded: 64 &- 8 &* bytes.count)
        if bytes.count >= 8 { return UInt64(bigEndian: bytes.word(at: 0)) }
        if bytes.count >= 4 {
            // Halves that overlap have the same bytes where they do.
            let (first, last) = (bytes.half(at: 0), bytes.half(at: bytes.count &- 4))
            return UInt64(UInt32(bigEndian: first)) << 32
                | UInt64(UInt32(bigEndian: last)) << missing
        }
        var prefix: UInt64 = 0
        for index in bytes.indices { prefix = prefix << 8 | UInt64(bytes.byte(at: index)) }
        return bytes.isEmpty ? 0 : prefix << missing
    }

    /// Whether this is the same name as one that has the same prefix.
    func isSame(
        as other: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard count == other.count else { return false }
        var offset = 8
        while offset < count {
            guard unsafe bytes[start &+ offset] == other[offset] else { return false }
            offset &+= 1
        }
        return true
    }
}
