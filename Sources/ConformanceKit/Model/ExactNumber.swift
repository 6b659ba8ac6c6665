#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A number as its decimal digits, all of them, whatever kind of value it came from.
///
/// It is 0.d₁d₂d₃… times ten to the power of `exponent`. All NaNs are one number, before all others.
struct ExactNumber {
    /// What numbers sort by first.
    private enum Rank: Int {
        case notANumber, minusInfinity, negative, zero, positive, infinity
    }

    private let rank: Rank
    private let exponent: Int
    /// From the most significant one, without zeros at either end.
    private let digits: [UInt8]

    private init(_ rank: Rank, digits: [UInt8] = [], exponent: Int = 0) {
        self.rank = rank
        self.digits = digits
        self.exponent = exponent
    }

    init(_ integer: some BinaryInteger) {
        self.init(isNegative: integer < 0, digits: Self.digits(integer.magnitude), exponent: 0)
    }

    init(_ double: Double) {
        guard double.isFinite else {
            self.init(double.isNaN ? .notANumber : double < 0 ? .minusInfinity : .infinity)
            return
        }
        // A normal number leaves the first bit of its significand out.
        let significand = double.significandBitPattern | (double.isNormal ? 1 << 52 : 0)
        let power = double.isNormal ? Int(double.exponent) - 52 : -1074
        var digits = LongDigits(significand)
        // Halving is five times as much of a tenth.
        digits.multiply(by: power < 0 ? 5 : 2, times: abs(power))
        self.init(
            isNegative: double.sign == .minus, digits: digits.digits, exponent: min(power, 0))
    }

    init(_ decimal: Decimal) {
        guard !decimal.isNaN else {
            self.init(.notANumber)
            return
        }
        let text = decimal.description.utf8
        let fraction = text.drop { $0 != UInt8(ascii: ".") }.dropFirst()
        let digits = text.filter { (0x30...0x39).contains($0) }.map { $0 - 0x30 }
        self.init(
            isNegative: text.first == UInt8(ascii: "-"), digits: digits,
            exponent: -fraction.count)
    }

    /// The number with these digits, times ten to the power of `exponent`.
    private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        let significant = digits.drop { $0 == 0 }
        let trailingZeros = significant.reversed().prefix { $0 == 0 }.count
        guard !significant.isEmpty else {
            self.init(Rank.zero)
            return
        }
        self.init(
            isNegative ? .negative : .positive, digits: significant.dropLast(trailingZeros),
            exponent: exponent + significant.count)
    }

    /// The order of the two: negative, zero or positive.
    static func compare(_ left: ExactNumber, _ right: ExactNumber) -> Int {
        guard left.rank == right.rank else { return left.rank.rawValue - right.rank.rawValue }
        let order =
            left.exponent != right.exponent
            ? left.exponent - right.exponent : left.digits.order(to: right.digits)
        return left.rank == .negative ? -order : order
    }

    private static func digits(_ magnitude: some BinaryInteger) -> [UInt8] {
        String(magnitude).utf8.map { $0 - 0x30 }
    }
}

/// The digits of a natural number of any size.
private struct LongDigits {
    private static let base: UInt64 = 1_000_000_000

    /// Nine digits each, the least significant ones first.
    private var limbs: [UInt64]

    init(_ number: UInt64) {
        limbs = [
            number % Self.base, number / Self.base % Self.base, number / Self.base / Self.base,
        ]
    }

    mutating func multiply(by factor: UInt64, times: Int) {
        for _ in 0..<times {
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product = limbs[index] * factor + carry
                limbs[index] = product % Self.base
                carry = product / Self.base
            }
            if carry != 0 { limbs.append(carry) }
        }
    }

    var digits: [UInt8] {
        limbs.reversed().flatMap { limb in
            String(limb + Self.base).utf8.dropFirst().map { $0 - 0x30 }
        }
    }
}

extension [UInt8] {
    /// The order of two byte strings, where the beginning of another one comes first: negative,
    /// zero or positive.
    func order(to other: [UInt8]) -> Int {
        for (left, right) in zip(self, other) where left != right { return left < right ? -1 : 1 }
        return count - other.count
    }
}
