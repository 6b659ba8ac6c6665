extension DateText {
    /// The seconds since the reference date that the text stands for.
    ///
    /// Besides what ``append(_:to:)`` writes, any date and time of RFC 3339 is read.
    ///
    /// - Throws: ``JSONFault`` if it is neither.
    static func parse(_ text: Span<UInt8>) throws(JSONFault) -> Double {
        if let value = DoubleText.special(text) { return value }
        if text.count > 0, text[0] == UInt8(ascii: "@") {
            let number = String(decoding: text.extracting(1...).array, as: UTF8.self)
            guard let seconds = JSONReader.double(number) else {
                throw JSONFault("'@' stands before a number of seconds, such as @1e+300")
            }
            return seconds
        }
        var scanner = DateScanner()
        guard let (whole, fraction) = try scanner.scan(text),
            let value = DecimalSeconds.double(whole: whole, fraction: text.extracting(fraction))
        else {
            throw JSONFault(
                "this is not a date; write it as in RFC 3339, such as 2026-11-30T02:52:16.123Z")
        }
        return value == 0 && scanner.hasUnknownOffset ? -0.0 : value
    }
}

/// Takes a date and time apart.
private struct DateScanner {
    private var position = 0
    /// Whether the offset is `-00:00`.
    private(set) var hasUnknownOffset = false

    /// - Returns: The whole seconds since the reference date, rounded down, and where the digits of
    ///   the fraction stand; or nil if the text is not of the form.
    mutating func scan(
        _ text: Span<UInt8>
    ) throws(JSONFault) -> (whole: Int, fraction: Range<Int>)? {
        guard let year = year(text), take("-", text), let month = number(text, width: 2),
            take("-", text), let day = number(text, width: 2),
            take("T", text) || take("t", text) || take(" ", text),
            let hour = number(text, width: 2),
            take(":", text), let minute = number(text, width: 2),
            take(":", text), let second = number(text, width: 2),
            let fraction = fraction(text), let offset = offset(text), position == text.count
        else { return nil }
        guard second != 60 else {
            throw JSONFault(
                "a leap second cannot be kept; write the second before or after it")
        }
        guard let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60,
            second < 60
        else { throw JSONFault("there is no such day or time of day; check each part") }
        let secondOfDay = (hour * 60 + minute) * 60 + second
        return (date.daysSinceReference * 86_400 + secondOfDay - offset, fraction)
    }

    private mutating func year(_ text: Span<UInt8>) -> Int? {
        if take("+", text) { return number(text, width: 6) }
        guard take("-", text) else { return number(text, width: 4) }
        guard let year = number(text, width: 6) else { return nil }
        // ISO 8601 has no minus zero.
        return year == 0 ? nil : -year
    }

    @inline(__always)
    private mutating func number(_ text: Span<UInt8>, width: Int) -> Int? {
        guard text.count - position >= width else { return nil }
        var number = 0
        for _ in 0..<width {
            guard let digit = digit(text) else { return nil }
            number = number &* 10 &+ Int(digit)
        }
        return number
    }

    @inline(__always)
    private mutating func digit(_ text: Span<UInt8>) -> UInt8? {
        guard position < text.count else { return nil }
        let digit = text[position] &- 0x30
        guard digit < 10 else { return nil }
        position += 1
        return digit
    }

    @inline(__always)
    private mutating func take(_ character: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    /// Where the digits behind a point stand, none if there is no point, nil if the point has no
    /// digits.
    private mutating func fraction(_ text: Span<UInt8>) -> Range<Int>? {
        guard take(".", text) else { return position..<position }
        let start = position
        while digit(text) != nil {}
        return start < position ? start..<position : nil
    }

    /// The seconds by which local time is ahead.
    private mutating func offset(_ text: Span<UInt8>) -> Int? {
        if take("Z", text) || take("z", text) { return 0 }
        let isNegative = take("-", text)
        guard isNegative || take("+", text), let hours = number(text, width: 2), hours < 24,
            take(":", text), let minutes = number(text, width: 2), minutes < 60
        else { return nil }
        hasUnknownOffset = isNegative && hours == 0 && minutes == 0
        return (isNegative ? -60 : 60) * (hours * 60 + minutes)
    }
}
