/// The cyclic redundancy check of RFC 3720, section 12.1 (Castagnoli), of all bytes so far.
struct CRC32C: Equatable, Sendable {
    private var state: UInt32 = .max

    /// The check value.
    var value: UInt32 { ~state }

    /// Takes bytes in.
    ///
    /// Eight of them at once, each by the table of its distance from the last (Michael Kounavis and
    /// Frank Berry, "A Systematic Approach to Building High Performance Software-Based CRC
    /// Generators", 2005).
    mutating func update(_ bytes: Span<UInt8>) {
        var state = state
        var index = 0
        let tables = Self.tables.span
        while bytes.count - index >= 8 {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromByteOffset: index, as: UInt64.self)
            var rest = UInt64(littleEndian: word) ^ UInt64(state)
            state = 0
            for distance in (0..<8).reversed() {
                state ^= tables[distance << 8 | Int(rest & 0xFF)]
                rest >>= 8
            }
            index += 8
        }
        while index < bytes.count {
            state = tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])] ^ state >> 8
            index += 1
        }
        self.state = state
    }

    /// The remainders of all bytes, for the reflected polynomial: of each with no byte behind it
    /// first, then with one, up to seven.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { rest, _ in
                rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0x82F6_3B78
            }
        }
        for index in 256..<2048 {
            let nearer: UInt32 = tables[index - 256]
            tables.append(tables[Int(nearer & 0xFF)] ^ nearer >> 8)
        }
        return tables
    }()
}
