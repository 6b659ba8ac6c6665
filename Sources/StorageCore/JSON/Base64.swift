/// Base 64 with padding (RFC 4648, section 4). Each byte string has one text.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Appends the text of `content`.
    static func append(_ content: Span<UInt8>, to text: inout [UInt8]) {
        var index = 0
        while index < content.count {
            let taken = min(3, content.count - index)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < taken ? UInt32(content[index + offset]) : 0)
            }
            for place in 0..<4 {
                let sextet = Int(group >> UInt32(18 - 6 * place)) & 0x3F
                text.append(place <= taken ? alphabet[sextet] : padding)
            }
            index += taken
        }
    }

    /// The bytes that `text` stands for, or nil if it is not base 64.
    static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var end = text.count
        while end > 0, text.count - end < 2, text[end - 1] == padding { end -= 1 }
        var content: [UInt8] = []
        content.reserveCapacity(end * 3 / 4)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for index in 0..<end {
            guard let sextet = sextet(text[index]) else { return nil }
            buffer = buffer << 6 | sextet
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            content.append(UInt8(truncatingIfNeeded: buffer >> bits))
            buffer &= (1 << bits) - 1
        }
        // Bits left over would make two texts of the same bytes.
        return buffer == 0 ? content : nil
    }

    private static func sextet(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
