/// What string literals stand for.
enum StringLiteral {
    /// The text of a literal of one line without interpolations, or nil if it is not one.
    static func text(of literal: some StringProtocol) -> String? {
        let hashes = literal.prefix { $0 == "#" }.count
        let quoted = literal.dropFirst(hashes).dropLast(hashes)
        guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
        if quoted.hasPrefix("\"\"\""), quoted.utf8.count > 2 { return nil }
        return unescaped(quoted.dropFirst().dropLast(), hashes)
    }

    private static func unescaped(_ content: some StringProtocol, _ hashes: Int) -> String? {
        let delimiter = "\\" + String(repeating: "#", count: hashes)
        var text = ""
        var rest = Substring(content)
        while let character = rest.first {
            guard rest.hasPrefix(delimiter) else {
                text.append(character)
                rest.removeFirst()
                continue
            }
            rest.removeFirst(delimiter.count)
            guard let escape = rest.popFirst() else { return nil }
            switch escape {
            case "0": text += "\0"
            case "t": text += "\t"
            case "n": text += "\n"
            case "r": text += "\r"
            case "\\", "\"", "'": text.append(escape)
            case "u":
                guard let scalar = takeScalar(&rest) else { return nil }
                text.unicodeScalars.append(scalar)
            default: return nil
            }
        }
        return text
    }

    private static func takeScalar(_ rest: inout Substring) -> Unicode.Scalar? {
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
        let digits = rest[..<end]
        rest = rest[end...].dropFirst()
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
    }

    /// A literal that stands for `text`.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                literal += "\\"
                literal.unicodeScalars.append(scalar)
            case " "..."~": literal.unicodeScalars.append(scalar)
            case _ where scalar.value >= 0xA1 && scalar.properties.isAlphabetic:
                literal.unicodeScalars.append(scalar)
            default: literal += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return literal + "\""
    }
}
