/// A value of JSON, as the compiler sends messages in.
///
/// Foundation would take longer to load than all expansions of most programs take.
public indirect enum JSON: Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case string([UInt8])
    case array([JSON])
    case object([(name: String, value: JSON)])

    /// A string.
    public static func text(_ text: String) -> JSON { .string(Array(text.utf8)) }

    /// The member of that name, or nil.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The bytes of a string, in UTF-8.
    public var bytes: [UInt8]? {
        guard case .string(let bytes) = self else { return nil }
        return bytes
    }

    /// The text of a string.
    public var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The number.
    public var integer: Int? {
        guard case .integer(let integer) = self else { return nil }
        return integer
    }

    /// The elements of an array.
    public var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// Whether both are written the same.
    public static func == (left: JSON, right: JSON) -> Bool { left.encoded == right.encoded }
}

extension JSON {
    /// The text, in UTF-8.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(Array(member.name.utf8), to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += (byte < 0x10 ? "\\u000\(digits)" : "\\u00\(digits)").utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
