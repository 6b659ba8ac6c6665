extension Span<UInt8> {
    /// The length of the well-formed UTF-8 sequence that begins at `index`, or 0 if there is none.
    ///
    /// The ranges are those of table 3-7 of the Unicode Standard: no overlong forms, no surrogates,
    /// nothing above U+10FFFF.
    func utf8SequenceLength(at index: Int) -> Int {
        let lead = self[index]
        var second: ClosedRange<UInt8> = 0x80...0xBF
        let length: Int
        switch lead {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: return 0
        }
        guard count - index >= length, second.contains(self[index + 1]) else { return 0 }
        for offset in 2..<max(2, length) where self[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
