/// The text of Doubles, from which the same bits come back.
enum DoubleText {
    /// Appends a Double that is a number: the shortest text that reads back as the same Double,
    /// always with a point or an exponent.
    static func append(finite value: Double, to text: inout [UInt8]) {
        for byte in value.description.utf8 where byte != UInt8(ascii: "+") { text.append(byte) }
    }

    /// Appends a Double that is not a number, or not a finite one.
    static func append(special value: Double, to text: inout [UInt8]) {
        if value.isInfinite {
            text.append(contentsOf: (value < 0 ? "-Infinity" : "Infinity").utf8)
        } else if value.bitPattern == Double.nan.bitPattern {
            text.append(contentsOf: "NaN".utf8)
        } else {
            text.append(contentsOf: "NaN(0x\(String(value.bitPattern, radix: 16)))".utf8)
        }
    }

    /// The Double that ``append(special:to:)`` wrote, or nil if the text is something else.
    static func special(_ text: Span<UInt8>) -> Double? {
        if text.isEqual(to: "Infinity") { return .infinity }
        if text.isEqual(to: "-Infinity") { return -.infinity }
        return text.isEqual(to: "NaN") ? .nan : nanWithPayload(text)
    }

    private static func nanWithPayload(_ text: Span<UInt8>) -> Double? {
        let (start, end) = (6, 22)
        guard text.count == end + 1, text.extracting(..<start).isEqual(to: "NaN(0x"),
            text[end] == UInt8(ascii: ")")
        else { return nil }
        let digits = text.extracting(start..<end).array
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let bits = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        let value = Double(bitPattern: bits)
        return value.isNaN ? value : nil
    }

    /// `significand` times ten to the `exponent`, if that can be had exactly rounded with one
    /// operation; nil otherwise.
    ///
    /// Both operands are exact then, so that the one rounding is the right one (William Clinger,
    /// "How to Read Floating Point Numbers Accurately", 1990).
    static func fastValue(_ significand: UInt64, exponent: Int, isNegative: Bool) -> Double? {
        guard significand <= 1 << 53, abs(exponent) < powersOfTen.count else { return nil }
        let magnitude =
            exponent < 0
            ? Double(significand) / powersOfTen[-exponent]
            : Double(significand) * powersOfTen[exponent]
        return isNegative ? -magnitude : magnitude
    }

    /// The powers of ten that a Double holds exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
