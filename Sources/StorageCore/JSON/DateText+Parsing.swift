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
        guard let seconds = try scanner.scan(text), let value = seconds.double else {
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

    /// - Returns: The instant, or nil if the text is not of the form.
    mutating func scan(_ text: Span<UInt8>) throws(JSONFault) -> DecimalSeconds? {
        guard let year = year(text), take("-", text), let month = number(text, width: 2),
            take("-", text), let day = number(text, width: 2),
            take("Tt ", text), let hour = number(text, width: 2),
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
        return DecimalSeconds(
            whole: date.daysSinceReference * 86_400 + secondOfDay - offset, fraction: fraction)
    }

    private mutating func year(_ text: Span<UInt8>) -> Int? {
        guard let sign = text.count > 0 ? text[0] : nil else { return nil }
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            position += 1
            guard let year = number(text, width: 6) else { return nil }
            guard sign == UInt8(ascii: "-") else { return year }
            // ISO 8601 has no minus zero.
            return year == 0 ? nil : -year
        }
        return number(text, width: 4)
    }

    private mutating func number(_ text: Span<UInt8>, width: Int) -> Int? {
        guard text.count - position >= width else { return nil }
        var number = 0
        for _ in 0..<width {
            guard let digit = digit(text) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }

    private mutating func digit(_ text: Span<UInt8>) -> UInt8? {
        guard position < text.count, (0x30...0x39).contains(text[position]) else { return nil }
        defer { position += 1 }
        return text[position]
    }

    /// Takes one of the given characters.
    private mutating func take(_ choices: StaticString, _ text: Span<UInt8>) -> Bool {
        guard position < text.count,
            choices.description.utf8.contains(text[position])
        else { return false }
        position += 1
        return true
    }

    /// The digits behind a point, none if there is no point, nil if the point has no digits.
    private mutating func fraction(_ text: Span<UInt8>) -> [UInt8]? {
        guard take(".", text) else { return [] }
        var digits: [UInt8] = []
        while let digit = digit(text) { digits.append(digit) }
        return digits.isEmpty ? nil : digits
    }

    /// The seconds by which local time is ahead.
    private mutating func offset(_ text: Span<UInt8>) -> Int? {
        if take("Zz", text) { return 0 }
        let isNegative = take("-", text)
        guard isNegative || take("+", text), let hours = number(text, width: 2), hours < 24,
            take(":", text), let minutes = number(text, width: 2), minutes < 60
        else { return nil }
        hasUnknownOffset = isNegative && hours == 0 && minutes == 0
        return (isNegative ? -60 : 60) * (hours * 60 + minutes)
    }
}
