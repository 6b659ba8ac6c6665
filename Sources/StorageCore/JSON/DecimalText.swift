#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The text of decimals: plain digits where there are few enough, else digits, `E` and an exponent.
package enum DecimalText {
    /// How many zeros may pad a number before it is written with an exponent.
    private static let maximumPadding = 20

    /// Appends the text of a decimal.
    static func append(_ decimal: Decimal, to text: inout [UInt8]) {
        append(DecimalParts(decimal), to: &text)
    }

    /// Appends the text of a decimal. ``parts(_:)`` reads it back as the same parts, unless it is
    /// NaN.
    package static func append(_ parts: DecimalParts, to text: inout [UInt8]) {
        guard parts.flags != DecimalParts.nanFlag else {
            return text.append(contentsOf: "NaN".utf8)
        }
        if parts.flags == DecimalParts.negativeFlag { text.append(UInt8(ascii: "-")) }
        let digits = Array(parts.significand.description.utf8)
        let exponent = Int(parts.exponent)
        let zero = UInt8(ascii: "0")
        let point = digits.count + exponent
        if exponent > maximumPadding || point < -maximumPadding {
            text += digits
            text.append(contentsOf: "E\(exponent)".utf8)
        } else if exponent >= 0 {
            text += digits + Array(repeating: zero, count: exponent)
        } else if point > 0 {
            text += digits[..<point] + [UInt8(ascii: ".")] + digits[point...]
        } else {
            text += [zero, UInt8(ascii: ".")] + Array(repeating: zero, count: -point) + digits
        }
    }

    /// The number that the text stands for, or nil if it is none, or none that can be kept exactly.
    package static func parts(_ text: Span<UInt8>) -> DecimalParts? {
        var number = DecimalNumber()
        guard number.read(text, from: 0) == text.count, number.hasDigits else { return nil }
        return number.parts
    }

    /// The decimal that the text stands for.
    ///
    /// - Throws: ``JSONFault`` if it is not a decimal, or not one that can be kept exactly.
    static func parse(_ text: Span<UInt8>) throws(JSONFault) -> Decimal {
        if text.isEqual(to: Array("NaN".utf8)) { return .nan }
        var number = DecimalNumber()
        guard number.read(text, from: 0) == text.count, number.hasDigits else {
            throw JSONFault(
                "this is not a decimal; write digits with a point or an exponent, such as 12.50 or "
                    + "1E-30")
        }
        guard let parts = number.parts, let decimal = parts.decimal else {
            throw JSONFault(
                "a decimal has at most 38 digits and an exponent from -128 to 127; round it")
        }
        return decimal
    }
}

/// A number as it was read from decimal digits: an integer and a power of ten.
private struct DecimalNumber {
    private(set) var hasDigits = false
    private var isNegative = false
    private var isTooLong = false
    private var significand: UInt128 = 0
    /// Zeros that are part of the number only if another digit follows them.
    private var pendingZeros = 0
    private var exponent = 0

    /// Reads as much as belongs to a number and returns where that ends.
    mutating func read(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        if index < text.count, text[index] == UInt8(ascii: "-") {
            isNegative = true
            index += 1
        }
        var isBehindPoint = false
        while index < text.count {
            if text[index] == UInt8(ascii: "."), !isBehindPoint, hasDigits {
                isBehindPoint = true
                hasDigits = false
            } else if (0x30...0x39).contains(text[index]) {
                append(text[index] - 0x30, isBehindPoint: isBehindPoint)
            } else {
                break
            }
            index += 1
        }
        return readExponent(text, from: index)
    }

    private mutating func append(_ digit: UInt8, isBehindPoint: Bool) {
        hasDigits = true
        if isBehindPoint { exponent -= 1 }
        guard digit != 0 else {
            if significand != 0 || isTooLong { pendingZeros += 1 }
            return
        }
        for _ in 0...pendingZeros { multiplyByTen() }
        pendingZeros = 0
        let (sum, overflow) = significand.addingReportingOverflow(UInt128(digit))
        significand = sum
        isTooLong = isTooLong || overflow
    }

    private mutating func multiplyByTen() {
        let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
        significand = product
        isTooLong = isTooLong || overflow
    }

    private mutating func readExponent(_ text: Span<UInt8>, from start: Int) -> Int {
        guard start < text.count, hasDigits,
            text[start] == UInt8(ascii: "e") || text[start] == UInt8(ascii: "E")
        else { return start }
        let digits = text.extracting((start + 1)...).array
        guard let value = Int(String(decoding: digits, as: UTF8.self)), abs(value) < 100_000 else {
            return start
        }
        exponent += value
        return text.count
    }

    /// The number as parts of a decimal, or nil if it does not fit.
    var parts: DecimalParts? {
        if isTooLong { return nil }
        if significand == 0 { return DecimalParts(flags: 0, exponent: 0, significand: 0) }
        var exponent = exponent + pendingZeros
        var significand = significand
        while exponent > Int(Int8.max) {
            let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            significand = product
            exponent -= 1
        }
        guard let exponent = Int8(exactly: exponent) else { return nil }
        return DecimalParts(
            flags: isNegative ? DecimalParts.negativeFlag : 0, exponent: exponent,
            significand: significand)
    }
}
