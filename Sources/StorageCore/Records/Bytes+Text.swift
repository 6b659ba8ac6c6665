extension [UInt8] {
    /// Two hexadecimal digits a byte, for messages.
    package var hexadecimal: String {
        func digit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
        }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * count)
        for byte in self {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 0xF))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension String {
    /// Whether the UTF-8 bytes of this string sort before those of `other`.
    ///
    /// `<` on strings compares canonical forms, which is neither this nor any engine's order.
    package func precedesInUTF8(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Whether both strings have the same UTF-8 bytes. `==` finds canonical equivalents equal.
    package func isIdentical(to other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        let answer = unsafe left.withContiguousStorageIfAvailable { left in
            unsafe right.withContiguousStorageIfAvailable { right in
                let (left, right) = unsafe (left.span, right.span)
                return left.isEqual(to: right)
            }
        }
        guard let answer, let answer else { return left.elementsEqual(right) }
        return answer
    }
}
