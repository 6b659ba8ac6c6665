/// Bytes that are looked at several at once.
extension Span<UInt8> {
    /// The eight bytes from `position` on, as they lie in memory.
    ///
    /// - Precondition: They are there.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
    }

    /// The four bytes from `position` on, as they lie in memory.
    ///
    /// - Precondition: They are there.
    @inline(__always)
    func half(at position: Int) -> UInt32 {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt32.self)
    }

    /// The byte at `position`.
    ///
    /// - Precondition: It is there.
    @inline(__always)
    func byte(at position: Int) -> UInt8 { unsafe self[unchecked: position] }

    /// The first eight bytes of a piece, as a number, with zeros behind a shorter one. Two pieces with
    /// different numbers sort as the numbers do; others may be equal or not.
    ///
    /// - Precondition: There is such a piece.
    @inline(__always)
    func beginning(of piece: Range<Int>) -> UInt64 {
        let missing = UInt64(truncatingIfNeeded: 64 &- 8 &* piece.count)
        if count &- piece.lowerBound >= 8 {
            let beginning = UInt64(bigEndian: word(at: piece.lowerBound))
            return piece.count >= 8 ? beginning : beginning & ~(.max &>> (64 &- missing))
        }
        if piece.count >= 4 {
            // Halves that overlap have the same bytes where they do.
            let first = UInt32(bigEndian: half(at: piece.lowerBound))
            let last = UInt32(bigEndian: half(at: piece.upperBound &- 4))
            return UInt64(first) &<< 32 | UInt64(last) &<< missing
        }
        var beginning: UInt64 = 0
        for index in piece { beginning = beginning &<< 8 | UInt64(byte(at: index)) }
        return piece.isEmpty ? 0 : beginning &<< missing
    }
}
