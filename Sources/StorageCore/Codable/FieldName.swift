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

    init(in bytes: Span<UInt8>, start: Int, count: Int) {
        self.init(
            start: start, count: count, prefix: bytes.beginning(of: start..<start &+ count))
    }

    /// The order of both names by their UTF-8 bytes: negative, zero or positive.
    func compare(to other: FieldName, in bytes: Span<UInt8>) -> Int {
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
        unsafe bytes.extracting(start..<start + count).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }
}

extension FieldName {
    /// How many bytes the length of a name of `count` bytes takes.
    static func headerSize(_ count: Int) -> Int {
        count < 0x80 ? 1 : (2...5).first { count < 1 << (7 * $0) } ?? 5
    }

    /// Whether this is the same name as one that has the same prefix.
    func isSame(as other: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var offset = 8
        while offset < count {
            guard bytes[start &+ offset] == other[offset] else { return false }
            offset &+= 1
        }
        return true
    }
}
