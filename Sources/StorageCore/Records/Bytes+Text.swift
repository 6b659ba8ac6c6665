extension [UInt8] {
    /// Two hexadecimal digits a byte, for messages.
    package var hexadecimal: String {
        let digits = [Character]("0123456789abcdef")
        var text = ""
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return text
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
