#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A decimal as sign, exponent and significand, with no trailing zeros in the significand.
///
/// Equal decimals have equal parts.
package struct DecimalParts: Equatable {
    package static let negativeFlag: UInt8 = 1
    package static let nanFlag: UInt8 = 2

    /// ``negativeFlag``, ``nanFlag`` or zero.
    package let flags: UInt8
    package let exponent: Int8
    package let significand: UInt128

    package init(_ decimal: Decimal) {
        // Foundation shows a significand as a decimal only; its digits are the way to an integer.
        guard !decimal.isNaN, let digits = UInt128(decimal.significand.description) else {
            self = DecimalParts(flags: Self.nanFlag, exponent: 0, significand: 0)
            return
        }
        var significand = digits
        var exponent = decimal.exponent
        while significand != 0, exponent < Int(Int8.max), significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        let isNegative = decimal.sign == .minus && significand != 0
        self.init(
            flags: isNegative ? Self.negativeFlag : 0,
            exponent: significand == 0 ? 0 : Int8(exponent),
            significand: significand)
    }

    package init(flags: UInt8, exponent: Int8, significand: UInt128) {
        self.flags = flags
        self.exponent = exponent
        self.significand = significand
    }

    /// The decimal, or nil if the parts are not those of one.
    package var decimal: Decimal? {
        if flags == Self.nanFlag {
            return exponent == 0 && significand == 0 ? Decimal.nan : nil
        }
        // An initialiser that takes the exponent apart adds it to that of the significand, and gives
        // no number for ten times the largest power.
        let sign = flags == Self.negativeFlag ? "-" : ""
        guard flags <= Self.negativeFlag,
            let decimal = Decimal(string: "\(sign)\(significand)E\(exponent)")
        else { return nil }
        // Digits beyond what the exponent allows would come back as another number.
        return DecimalParts(decimal) == self ? decimal : nil
    }
}
