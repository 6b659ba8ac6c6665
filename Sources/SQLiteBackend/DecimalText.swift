import StorageCore

/// A decimal as text that people and SQL can read, such as `-129.95` or `1E100`.
///
/// Only canonical parts have a text: what was written is what is read, digit by digit.
enum DecimalText {
    /// The text of a decimal, or nil if it has none that reads back as the same parts.
    static func text(_ parts: DecimalParts) -> String? {
        guard isCanonical(parts) else { return nil }
        let sign = parts.flags == DecimalParts.negativeFlag ? "-" : ""
        let digits = parts.significand.description
        let exponent = Int(parts.exponent)
        switch exponent {
        case 0: return sign + digits
        case 1...20: return sign + digits + String(repeating: "0", count: exponent)
        case -40..<0:
            let missing = max(0, 1 - exponent - digits.utf8.count)
            let padded = String(repeating: "0", count: missing) + digits
            let point = padded.index(padded.endIndex, offsetBy: exponent)
            return sign + padded[..<point] + "." + padded[point...]
        default: return sign + digits + "E\(exponent)"
        }
    }

    /// The decimal that a text says, or nil if it does not say one that fits.
    static func parts(_ text: some Collection<UInt8>) -> DecimalParts? {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var significand: UInt128 = 0
        var exponent = 0
        var hasDigits = false
        var isBehindPoint = false
        while let byte = rest.first, byte != UInt8(ascii: "E"), byte != UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "."), !isBehindPoint {
                isBehindPoint = true
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            let (product, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(UInt128(byte - 0x30))
            guard !isTooLarge, !overflows else { return nil }
            significand = sum
            hasDigits = true
            if isBehindPoint { exponent -= 1 }
        }
        guard hasDigits else { return nil }
        if !rest.isEmpty {
            guard let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
                abs(power) <= 1000
            else { return nil }
            exponent += power
        }
        return canonical(isNegative, exponent, significand)
    }

    private static func canonical(
        _ isNegative: Bool, _ exponent: Int, _ significand: UInt128
    ) -> DecimalParts? {
        guard significand != 0 else {
            return DecimalParts(flags: 0, exponent: 0, significand: 0)
        }
        var (exponent, significand) = (exponent, significand)
        while exponent < Int(Int8.max), significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        guard let small = Int8(exactly: exponent) else { return nil }
        return DecimalParts(
            flags: isNegative ? DecimalParts.negativeFlag : 0, exponent: small,
            significand: significand)
    }

    private static func isCanonical(_ parts: DecimalParts) -> Bool {
        guard parts.flags <= DecimalParts.negativeFlag else { return false }
        guard parts.significand != 0 else { return parts.flags == 0 && parts.exponent == 0 }
        return parts.exponent == Int8.max || parts.significand % 10 != 0
    }
}
