/// Reads JSON.
struct JSONParser {
    /// Nesting that no message of the compiler comes near.
    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The value that `bytes` are, or nil if they are none.
    static func parse(_ bytes: [UInt8]) -> JSON? {
        var parser = JSONParser(bytes)
        guard let value = parser.takeValue(depth: 0) else { return nil }
        parser.skipSpace()
        return parser.position == bytes.count ? value : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
    }

    private mutating func take(_ byte: Character) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func takeValue(depth: Int) -> JSON? {
        guard depth < Self.maximumDepth else { return nil }
        if take("\"") { return takeString().map { .string($0) } }
        if take("[") { return takeArray(depth) }
        if take("{") { return takeObject(depth) }
        return takeWord()
    }

    private mutating func takeArray(_ depth: Int) -> JSON? {
        var elements: [JSON] = []
        if take("]") { return .array(elements) }
        repeat {
            guard let element = takeValue(depth: depth + 1) else { return nil }
            elements.append(element)
        } while take(",")
        return take("]") ? .array(elements) : nil
    }

    private mutating func takeObject(_ depth: Int) -> JSON? {
        var members: [(name: String, value: JSON)] = []
        if take("}") { return .object(members) }
        repeat {
            guard take("\""), let name = takeString(), take(":"),
                let value = takeValue(depth: depth + 1)
            else { return nil }
            members.append((String(decoding: name, as: UTF8.self), value))
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    /// A number or a constant.
    private mutating func takeWord() -> JSON? {
        let start = position
        while position < bytes.count, !",]}".utf8.contains(bytes[position]),
            !bytes[position].isSpace
        { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        case let word:
            guard let number = Double(word) else { return nil }
            // Fractions do not occur, but are no reason to give up either.
            return .integer(Int(word) ?? Int(exactly: number.rounded()) ?? 0)
        }
    }

    /// The string behind a quotation mark.
    private mutating func takeString() -> [UInt8]? {
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"):
                guard let scalar = takeEscape() else { return nil }
                text += String(Character(scalar)).utf8
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func takeEscape() -> Unicode.Scalar? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return takeScalar()
        default: return Unicode.Scalar(byte)
        }
    }

    private mutating func takeScalar() -> Unicode.Scalar? {
        guard let unit = takeUnit() else { return nil }
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard position + 2 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        position += 2
        guard let low = takeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func takeUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        position += 4
        return UInt32(digits, radix: 16)
    }
}

extension JSON {
    /// The value that `bytes` are, or nil if they are none.
    public init?(_ bytes: [UInt8]) {
        guard let value = JSONParser.parse(bytes) else { return nil }
        self = value
    }
}
