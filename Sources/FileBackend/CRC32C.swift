/// The cyclic redundancy check of RFC 3720, section 12.1 (Castagnoli), of all bytes so far.
struct CRC32C: Equatable, Sendable {
    private var state: UInt32 = .max

    /// The check value.
    var value: UInt32 { ~state }

    /// Takes bytes in.
    mutating func update(_ bytes: Span<UInt8>) {
        var state = state
        for index in bytes.indices {
            state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])] ^ state >> 8
        }
        self.state = state
    }

    /// The remainders of all bytes, for the reflected polynomial.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0x82F6_3B78
        }
    }
}
