extension JSONReader {
    /// A number: an integer if it has neither a point nor an exponent.
    enum Number {
        case int(Int64)
        case double(Double)
    }

    /// Whether the next byte can begin a number.
    var isAtNumber: Bool {
        guard position < bytes.count else { return false }
        return bytes[position] == UInt8(ascii: "-") || isAtDigit
    }

    /// Takes a number. `-0` is the integer 0, and `-0.0` the Double minus zero.
    mutating func number() throws(StorageError) -> Number {
        let start = position
        let digits = try takeNumber()
        guard digits.isInteger else {
            if let value = digits.double { return .double(value) }
            return .double(try double(from: start))
        }
        guard let value = digits.integer else { throw notInRange(from: start, digits) }
        return .int(value)
    }

    /// The Double that a text is, if it is a number of JSON's form and not too large for one.
    static func double(_ text: String) -> Double? {
        do {
            var reader = try JSONReader(Array(text.utf8))
            guard reader.isAtNumber else { return nil }
            let digits = try reader.takeNumber()
            guard reader.position == reader.bytes.count else { return nil }
            return try digits.double ?? reader.double(from: 0)
        } catch {
            return nil
        }
    }

    private mutating func takeNumber() throws(StorageError) -> Digits {
        var digits = Digits()
        digits.isNegative = isAt(UInt8(ascii: "-"))
        if digits.isNegative { position += 1 }
        let first = position
        try takeDigits(&digits, "a digit after '-'")
        guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw error("a number does not begin with a zero before other digits", at: first)
        }
        if isAt(UInt8(ascii: ".")) {
            digits.isInteger = false
            position += 1
            let point = position
            try takeDigits(&digits, "a digit after the point")
            digits.exponent -= position - point
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            digits.isInteger = false
            digits.exponent += try takeExponent()
        }
        return digits
    }

    /// The digits of a number as an integer, as far as that fits, and a power of ten.
    private struct Digits {
        var isNegative = false
        /// Whether there is neither a point nor an exponent.
        var isInteger = true
        var significand: UInt64 = 0
        var isTooLong = false
        var exponent = 0

        /// The integer, if it has a place in 64 bits.
        @inline(__always)
        var integer: Int64? {
            let limit = Int64.max.magnitude + (isNegative ? 1 : 0)
            guard !isTooLong, significand <= limit else { return nil }
            return Int64(truncatingIfNeeded: isNegative ? 0 &- significand : significand)
        }

        /// The nearest Double, if one operation gives it.
        @inline(__always)
        var double: Double? {
            isTooLong
                ? nil
                : DoubleText.fastValue(significand, exponent: exponent, isNegative: isNegative)
        }

        @inline(__always)
        private mutating func append(_ digit: UInt64) {
            // Whatever the digit is, there is room for it.
            guard significand >= UInt64.max / 10 else {
                significand = significand &* 10 &+ digit
                return
            }
            let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(digit)
            significand = sum
            isTooLong = isTooLong || overflow || carry
        }

        /// Appends the digits that begin at `start`, and returns where they end.
        @inline(__always)
        mutating func append(_ text: Span<UInt8>, from start: Int) -> Int {
            var index = start
            while index < text.count {
                let digit = text.byte(at: index) &- 0x30
                guard digit < 10 else { break }
                append(UInt64(digit))
                index &+= 1
            }
            return index
        }
    }

    private var isAtDigit: Bool {
        position < bytes.count && (0x30...0x39).contains(bytes[position])
    }

    @inline(__always)
    private mutating func takeDigits(
        _ digits: inout Digits, _ expectation: StaticString
    ) throws(StorageError) {
        let end = digits.append(bytes.span, from: position)
        guard end > position else { throw unexpected(expectation.description) }
        position = end
    }

    private mutating func takeExponent() throws(StorageError) -> Int {
        position += 1
        var isNegative = false
        if position < bytes.count,
            bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
        {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        var digits = Digits()
        try takeDigits(&digits, "a digit in the exponent")
        // No text is long enough for a larger exponent to be made up for by its digits.
        let magnitude = digits.isTooLong ? Int(Int32.max) : Int(min(digits.significand, 1 << 31))
        return isNegative ? -magnitude : magnitude
    }

    /// The error for an integer that begins at `start` and ends at the current position.
    private func notInRange(from start: Int, _ digits: Digits) -> StorageError {
        if !digits.isTooLong, !digits.isNegative {
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            return error(
                #"\#(text) is above Int64.max; write {"$uint":"\#(text)"}"#, at: start)
        }
        return error(
            "this integer has no place in 64 bits; write a decimal, {\"$decimal\":\"…\"}, or add "
                + "'.0' for a Double",
            at: start)
    }

    /// The Double nearest to the number that begins at `start` and ends at the current position.
    private func double(from start: Int) throws(StorageError) -> Double {
        let value = Double(String(decoding: bytes[start..<position], as: UTF8.self))
        guard let value, value.isFinite else {
            throw error(
                "this number is too large for a Double; write a decimal, {\"$decimal\":\"…\"}",
                at: start)
        }
        return value
    }
}
