extension JSONReader {
    /// Where the content of a string is.
    enum StringContent {
        /// In the text, as it is.
        case plain(Range<Int>)
        /// In ``JSONReader/unescaped``.
        case unescaped
    }

    /// Takes a string, whose opening quote is the next byte.
    @inline(__always)
    mutating func stringContent() throws(StorageError) -> StringContent {
        let start = position &+ 1
        let end = bytes.span.endOfPlain(from: start)
        guard end < bytes.count, bytes.span.byte(at: end) == UInt8(ascii: "\"") else {
            return try stringContent(from: start, plainUntil: end)
        }
        position = end &+ 1
        return .plain(start..<end)
    }

    /// Takes the rest of a string that is not ASCII alone, has escapes or is wrong.
    @inline(never)
    private mutating func stringContent(
        from start: Int, plainUntil end: Int
    ) throws(StorageError) -> StringContent {
        position = end
        var hasEscapes = false
        while true {
            guard position < bytes.count else {
                throw error("the string that begins here has no closing quote", at: start - 1)
            }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let content = start..<position
                position += 1
                guard hasEscapes else { return .plain(content) }
                try unescape(content)
                return .unescaped
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position += 1
                // A quote or a backslash means itself here.
                if position < bytes.count, Self.isQuoteOrBackslash(bytes[position]) {
                    position += 1
                }
            case 0..<0x20: throw controlCharacter
            default: try skipSequence()
            }
            position = bytes.span.endOfPlain(from: position)
        }
    }

    /// The string as the name of a member.
    @inline(__always)
    func name(_ content: StringContent) -> JSONName {
        switch content {
        case .plain(let range):
            JSONName(size: range.count, beginning: bytes.span.beginning(of: range))
        case .unescaped:
            JSONName(
                size: unescaped.count,
                beginning: unescaped.span.beginning(of: 0..<unescaped.count))
        }
    }

    private static func isQuoteOrBackslash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func skipSequence() throws(StorageError) {
        let length = bytes.span.utf8SequenceLength(at: position)
        guard length > 0 else {
            throw error(
                "the byte 0x\([bytes[position]].hexadecimal) is not UTF-8 here; save the text as "
                    + "UTF-8")
        }
        position += length
    }

    private var controlCharacter: StorageError {
        let code = String(bytes[position], radix: 16)
        let escape = "\\u" + String(repeating: "0", count: 4 - code.count) + code
        return error("a control character cannot stand in a string; write it as \(escape)")
    }

    /// Writes what the text in `content` means to ``unescaped``.
    private mutating func unescape(_ content: Range<Int>) throws(StorageError) {
        unescaped.removeAll(keepingCapacity: true)
        var index = content.lowerBound
        while index < content.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                unescaped.append(bytes[index])
                index += 1
                continue
            }
            index = try unescapeOne(at: index, end: content.upperBound)
        }
    }

    /// Writes what one escape means, and returns where it ends.
    private mutating func unescapeOne(at index: Int, end: Int) throws(StorageError) -> Int {
        switch bytes[index + 1] {
        case UInt8(ascii: "u"): return try unescapeUnicode(at: index, end: end)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            unescaped.append(bytes[index + 1])
        default:
            throw error(
                #"JSON has no such escape; it has \" \\ \/ \b \f \n \r \t and \uXXXX"#, at: index)
        }
        return index + 2
    }

    private mutating func unescapeUnicode(at index: Int, end: Int) throws(StorageError) -> Int {
        let unit = try hexadecimalUnit(at: index, end: end)
        var code = UInt32(unit)
        var next = index + 6
        if (0xD800..<0xDC00).contains(unit) {
            guard next + 1 < end, bytes[next] == UInt8(ascii: "\\"),
                bytes[next + 1] == UInt8(ascii: "u")
            else { throw loneSurrogate(at: index) }
            let low = try hexadecimalUnit(at: next, end: end)
            guard (0xDC00..<0xE000).contains(low) else { throw loneSurrogate(at: index) }
            code = 0x10000 + (code - 0xD800) << 10 + (UInt32(low) - 0xDC00)
            next += 6
        }
        guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate(at: index) }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return next
    }

    private func hexadecimalUnit(at index: Int, end: Int) throws(StorageError) -> UInt16 {
        var unit: UInt16 = 0
        for offset in 2..<6 {
            let digit = index + offset < end ? bytes[index + offset].hexadecimalValue : nil
            guard let digit else {
                throw error(#"\u needs four hexadecimal digits, such as \u00e9"#, at: index)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private func loneSurrogate(at index: Int) -> StorageError {
        error(
            "half a surrogate pair is no character; write both halves, or the character itself",
            at: index)
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII.
    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
