/// The text of instants, from which the same bits come back.
///
/// An instant is a Double: seconds since 2001-01-01T00:00:00Z. Its shortest decimal text is split
/// into whole seconds, which become date and time, and fraction digits, which are taken over: no
/// arithmetic on Doubles takes part. What a calendar cannot say is written in other ways:
/// `-00:00` for minus zero, `NaN` and `Infinity` as for Doubles, and `@` with the seconds
/// themselves for years beyond six digits and for more than ``maximumFractionDigits``.
enum DateText {
    static let maximumFractionDigits = 30
    private static let secondsInDay = 86_400
    private static let maximumYear = 999_999

    /// Appends the text of an instant.
    static func append(_ seconds: Double, to text: inout [UInt8]) {
        guard seconds.isFinite else { return DoubleText.append(special: seconds, to: &text) }
        guard let decimal = DecimalSeconds(seconds),
            appendCalendarText(of: decimal, to: &text)
        else {
            text.append(UInt8(ascii: "@"))
            return DoubleText.append(finite: seconds, to: &text)
        }
        let isMinusZero = seconds == 0 && seconds.sign == .minus
        text.append(contentsOf: (isMinusZero ? "-00:00" : "Z").utf8)
    }

    /// Appends date, time and fraction, if years and fractions of that size are written so.
    private static func appendCalendarText(
        of seconds: DecimalSeconds, to text: inout [UInt8]
    ) -> Bool {
        let (days, secondOfDay) = seconds.whole.flooredDivision(by: secondsInDay)
        let date = CivilDate(daysSinceReference: days)
        guard abs(date.year) <= maximumYear,
            seconds.fraction.count <= maximumFractionDigits
        else { return false }
        append(year: date.year, to: &text)
        text.append(UInt8(ascii: "-"))
        append(pair: date.month, to: &text)
        text.append(UInt8(ascii: "-"))
        append(pair: date.day, to: &text)
        text.append(UInt8(ascii: "T"))
        append(pair: secondOfDay / 3600, to: &text)
        text.append(UInt8(ascii: ":"))
        append(pair: secondOfDay / 60 % 60, to: &text)
        text.append(UInt8(ascii: ":"))
        append(pair: secondOfDay % 60, to: &text)
        if !seconds.fraction.isEmpty {
            text.append(UInt8(ascii: "."))
            text += seconds.fraction
        }
        return true
    }

    /// Four digits, or a sign and six digits (ISO 8601, expanded representation).
    private static func append(year: Int, to text: inout [UInt8]) {
        if !(1...9999).contains(year) {
            text.append(UInt8(ascii: year < 0 ? "-" : "+"))
            append(pair: abs(year) / 10_000, to: &text)
        }
        append(pair: abs(year) / 100 % 100, to: &text)
        append(pair: abs(year) % 100, to: &text)
    }

    /// Two digits.
    @inline(__always)
    private static func append(pair number: Int, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "0") + UInt8(number / 10))
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

/// A finite number of seconds as whole seconds, rounded down, and the digits of the fraction.
struct DecimalSeconds {
    var whole: Int
    /// The digits behind the point, in ASCII, without zeros at the end.
    var fraction: [UInt8]

    init(whole: Int, fraction: [UInt8]) {
        self.whole = whole
        self.fraction = fraction
        while self.fraction.last == UInt8(ascii: "0") { self.fraction.removeLast() }
    }

    /// The shortest decimal that reads back as `seconds`, or nil if it needs an exponent above 0.
    init?(_ seconds: Double) {
        if let whole = Int(exactly: seconds), whole.magnitude < 1 << 53 {
            self.init(whole: whole, fraction: [])
            return
        }
        var digits = Array(seconds.magnitude.description.utf8)
        var leadingZeros = 0
        if let mark = digits.firstIndex(of: UInt8(ascii: "e")) {
            let exponent = Int(String(decoding: digits[(mark + 1)...], as: UTF8.self))
            guard let exponent, exponent < 0 else { return nil }
            // One digit stands before the point, and none is left there.
            leadingZeros = -exponent - 1
            digits = Array("0.".utf8) + digits[..<mark].filter { $0 != UInt8(ascii: ".") }
        }
        guard let point = digits.firstIndex(of: UInt8(ascii: ".")),
            let whole = Int(String(decoding: digits[..<point], as: UTF8.self))
        else { return nil }
        let zeros = Array(repeating: UInt8(ascii: "0"), count: leadingZeros)
        self.init(whole: whole, fraction: zeros + digits[(point + 1)...])
        if seconds < 0 { negate() }
    }

    /// The Double nearest to `whole` seconds, which are rounded down, and the digits of a fraction.
    static func double(whole: Int, fraction: Span<UInt8>) -> Double? {
        fastDouble(whole, fraction)
            ?? DecimalSeconds(whole: whole, fraction: fraction.array).double
    }

    /// The Double, if one operation gives it.
    private static func fastDouble(_ whole: Int, _ fraction: Span<UInt8>) -> Double? {
        var significand = whole
        for index in fraction.indices {
            guard significand.magnitude < 1 << 53 else { return nil }
            significand = significand * 10 + Int(fraction[index] - 0x30)
        }
        return DoubleText.fastValue(
            UInt64(significand.magnitude), exponent: -fraction.count, isNegative: significand < 0)
    }

    /// The Double nearest to this decimal.
    private var double: Double? {
        var magnitude = self
        let isNegative = whole < 0
        if isNegative { magnitude.negate() }
        let text = "\(isNegative ? "-" : "")\(magnitude.whole)."
        return Double(text + String(decoding: magnitude.fraction + [0x30], as: UTF8.self))
    }

    /// Changes the sign of the number. The fraction counts upwards on both sides of zero.
    private mutating func negate() {
        guard let last = fraction.indices.last else {
            whole = -whole
            return
        }
        whole = -whole - 1
        // The ten's complement: nines less each digit, and one more in the last place.
        for index in fraction.indices { fraction[index] = 0x39 - fraction[index] + 0x30 }
        fraction[last] += 1
    }
}
