/// The exact sum of Doubles, rounded once, so that it does not depend on their order.
///
/// The sum is kept as an integer in units of the smallest Double, wide enough for as many of the
/// largest ones as memory holds: the long accumulator of Kulisch.
struct ExactSum {
    /// Digits to the base 2³², the least significant first, with what has not been carried yet.
    private var digits: [Int64] = []
    private var pending = 0
    private var nan = false
    private var positiveInfinity = false
    private var negativeInfinity = false

    /// The digits of every Double, and 64 bits more.
    private static let count = (1074 + 1024 + 64) / 32 + 1
    /// The exponent of the smallest Double.
    private static let smallest = -1074
    /// A digit holds this many additions before it has to be carried.
    private static let maximumPending = 1 << 30

    /// Adds a number.
    mutating func add(_ value: Double) {
        if value.isNaN { nan = true }
        if value.isInfinite {
            if value > 0 { positiveInfinity = true } else { negativeInfinity = true }
        }
        guard value.isFinite, value != 0 else { return }
        let isNormal = value.isNormal
        add(
            value.significandBitPattern | (isNormal ? 1 << 52 : 0),
            at: isNormal ? Int(value.exponentBitPattern) - 1 : 0, isNegative: value < 0)
    }

    /// Adds an integer.
    mutating func add(_ value: Int128) {
        let magnitude = value.magnitude
        let isNegative = value < 0
        add(UInt64(truncatingIfNeeded: magnitude), at: -Self.smallest, isNegative: isNegative)
        add(
            UInt64(truncatingIfNeeded: magnitude >> 64), at: 64 - Self.smallest,
            isNegative: isNegative)
    }

    /// Adds `magnitude` times two to the power of `shift` of the smallest units.
    private mutating func add(_ magnitude: UInt64, at shift: Int, isNegative: Bool) {
        if digits.isEmpty { digits = Array(repeating: 0, count: Self.count) }
        let place = shift / 32
        let wide = UInt128(magnitude) << UInt128(shift % 32)
        for offset in 0..<3 {
            let digit = Int64(UInt32(truncatingIfNeeded: wide >> UInt128(32 * offset)))
            digits[place + offset] += isNegative ? -digit : digit
        }
        pending += 1
        if pending == Self.maximumPending { carry() }
    }

    /// Brings all digits but the last one into the range of a digit.
    private mutating func carry() {
        pending = 0
        for index in 0..<max(digits.count - 1, 0) {
            digits[index + 1] += digits[index] >> 32
            digits[index] &= 0xFFFF_FFFF
        }
    }

    /// The sum, rounded to the nearest Double, ties to even.
    var value: Double {
        if nan || positiveInfinity && negativeInfinity { return .nan }
        if positiveInfinity { return .infinity }
        if negativeInfinity { return -.infinity }
        var sum = self
        sum.carry()
        guard let last = sum.digits.last else { return 0 }
        let isNegative = last < 0
        if isNegative {
            for index in sum.digits.indices { sum.digits[index] = -sum.digits[index] }
            sum.carry()
        }
        let magnitude = sum.roundedMagnitude
        return isNegative ? -magnitude : magnitude
    }

    private var roundedMagnitude: Double {
        guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        let highest = 32 * top + 63 - digits[top].leadingZeroBitCount
        // Below 53 bits the pattern of a Double is the number of smallest units itself.
        guard highest > 52 else { return Double(bitPattern: bits(from: 0, count: highest + 1)) }
        var significand = bits(from: highest - 52, count: 53)
        var exponent = highest - 51
        let isHalf = bits(from: highest - 53, count: 1) == 1
        if isHalf, significand & 1 == 1 || hasBits(below: highest - 53) {
            significand += 1
            if significand == 1 << 53 {
                significand >>= 1
                exponent += 1
            }
        }
        guard exponent < 2047 else { return .infinity }
        return Double(bitPattern: UInt64(exponent) << 52 | significand & (1 << 52 - 1))
    }

    private func bits(from start: Int, count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for offset in 0..<count {
            let place = start + offset
            if digits[place / 32] >> Int64(place % 32) & 1 == 1 { bits |= 1 << UInt64(offset) }
        }
        return bits
    }

    private func hasBits(below end: Int) -> Bool {
        if digits[..<(end / 32)].contains(where: { $0 != 0 }) { return true }
        return digits[end / 32] & (1 << Int64(end % 32) - 1) != 0
    }
}
