/// As much of JSON as a report needs, with members in the order in which they were given.
enum JSON {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    var text: String { lines.joined(separator: "\n") }

    private var lines: [String] {
        switch self {
        case .null: ["null"]
        case .bool(let bool): [String(bool)]
        case .number(let number): [String(number)]
        case .string(let string): [Self.quoted(string)]
        case .array(let elements): Self.enclosed("[", elements.map(\.lines), "]")
        case .object(let members):
            Self.enclosed(
                "{",
                members.map { name, value in
                    var lines = value.lines
                    lines[0] = "\(Self.quoted(name)): \(lines[0])"
                    return lines
                }, "}")
        }
    }

    private static func enclosed(
        _ opening: String, _ items: [[String]], _ closing: String
    ) -> [String] {
        if items.isEmpty { return [opening + closing] }
        var lines = [opening]
        for (index, item) in items.enumerated() {
            lines += item.map { "  " + $0 }
            if index < items.count - 1 { lines[lines.count - 1] += "," }
        }
        return lines + [closing]
    }

    static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Line separators and DEL are legal, but trip tools that read line by line.
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
