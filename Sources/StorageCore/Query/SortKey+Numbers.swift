extension SortKeyEncoder {
    /// Numbers sort by the greatest Double that is not above them, and then by what is above it:
    /// nothing, for a number that a Double holds exactly, or else its decimal digits.
    mutating func append(int value: Int64) {
        let nearest = Double(value)
        let back = Int64(exactly: nearest)
        if back == value { return append(double: nearest) }
        append(
            floor: back.map { $0 < value } ?? false ? nearest : nearest.nextDown,
            DecimalParts(
                flags: value < 0 ? DecimalParts.negativeFlag : 0, exponent: 0,
                significand: UInt128(value.magnitude)))
    }

    mutating func append(uint value: UInt64) {
        let nearest = Double(value)
        let back = UInt64(exactly: nearest)
        if back == value { return append(double: nearest) }
        append(
            floor: back.map { $0 < value } ?? false ? nearest : nearest.nextDown,
            DecimalParts(flags: 0, exponent: 0, significand: UInt128(value)))
    }

    mutating func append(double value: Double) {
        append(byte: SortKeyTag.number)
        append(ordered: value)
        append(byte: SortKeyTag.end)
    }

    mutating func append(decimal parts: DecimalParts) {
        if parts.flags == DecimalParts.nanFlag { return append(double: .nan) }
        let (nearest, order) = parts.nearestDouble
        switch order {
        case 0: append(double: nearest)
        case 1: append(floor: nearest, parts)
        default: append(floor: nearest.nextDown, parts)
        }
    }

    /// Eight bytes that sort as Doubles do, NaN first; both zeros are one.
    mutating func append(ordered value: Double) {
        append(bigEndian: value.orderedWord)
    }

    /// A number between two Doubles: the one below, and the digits.
    ///
    /// Among those with the same one below, digits of one length of the integral part sort as the
    /// numbers do, and the other way round for negative numbers.
    private mutating func append(floor: Double, _ parts: DecimalParts) {
        append(byte: SortKeyTag.number)
        append(ordered: floor)
        append(byte: 0x01)
        let start = count
        let digits = Array(parts.significand.description.utf8)
        let magnitude = UInt16(0x4000 + Int(parts.exponent) + digits.count)
        append(byte: UInt8(magnitude >> 8))
        append(byte: UInt8(truncatingIfNeeded: magnitude))
        let trailingZeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        for digit in digits.dropLast(trailingZeros) { append(byte: digit) }
        append(byte: SortKeyTag.end)
        if parts.flags == DecimalParts.negativeFlag { complement(from: start) }
    }
}

extension DecimalParts {
    /// A Double next to this number, and where the number stands: -1 below it, 0 on it, 1 above.
    var nearestDouble: (value: Double, order: Int) {
        let sign: Double = flags == Self.negativeFlag ? -1 : 1
        if significand < 1 << 53, abs(Int(exponent)) <= 22 {
            // Both operands are exact, so that the fused difference has the sign of the exact one.
            let digits = sign * Double(UInt64(significand))
            let power = Self.powersOfTen[abs(Int(exponent))]
            if exponent < 0 {
                let value = digits / power
                return (value, Self.sign(-(-digits).addingProduct(value, power)))
            }
            let value = digits * power
            return (value, Self.sign((-value).addingProduct(digits, power)))
        }
        let text = "\(significand)E\(exponent)"
        guard let magnitude = Double(text) else { return (sign * .infinity, 0) }
        return (sign * magnitude, Int(sign) * compareMagnitude(to: magnitude))
    }

    private static func sign(_ difference: Double) -> Int {
        difference == 0 ? 0 : difference < 0 ? -1 : 1
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Compares the magnitude with that of a finite Double, exactly.
    private func compareMagnitude(to double: Double) -> Int {
        var left = WideInteger(significand)
        // A normal number leaves the first bit of its significand out.
        let hidden: UInt64 = double.isNormal ? 1 << 52 : 0
        var right = WideInteger(UInt128(double.significandBitPattern | hidden))
        let powerOfTwo = double.isNormal ? Int(double.exponent) - 52 : -1074
        if exponent >= 0 {
            left.multiply(by: 10, times: Int(exponent))
        } else {
            right.multiply(by: 10, times: -Int(exponent))
        }
        if powerOfTwo >= 0 {
            right.multiply(by: 2, times: powerOfTwo)
        } else {
            left.multiply(by: 2, times: -powerOfTwo)
        }
        return left.compare(to: right)
    }
}

/// A natural number of any size, as much as comparing a decimal with a Double takes.
private struct WideInteger {
    /// The limbs, the least significant first, without zeros at the end.
    private var limbs: [UInt32] = []

    init(_ value: UInt128) {
        var rest = value
        while rest != 0 {
            limbs.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
    }

    mutating func multiply(by factor: UInt32, times: Int) {
        for _ in 0..<times {
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product = UInt64(limbs[index]) * UInt64(factor) + carry
                limbs[index] = UInt32(truncatingIfNeeded: product)
                carry = product >> 32
            }
            if carry != 0 { limbs.append(UInt32(carry)) }
        }
    }

    func compare(to other: WideInteger) -> Int {
        if limbs.count != other.limbs.count { return limbs.count < other.limbs.count ? -1 : 1 }
        for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
            return limbs[index] < other.limbs[index] ? -1 : 1
        }
        return 0
    }
}
