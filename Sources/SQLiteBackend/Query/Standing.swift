import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a constant stands among the values that a column holds for ordinary rows.
enum Standing: Equatable, Sendable {
    /// It is this value.
    case at(Scalar)
    /// It is below this value, and above all lower ones.
    case below(Scalar)
    /// It is above this value, and below all higher ones.
    case above(Scalar)
    /// It is below all values, though of their class.
    case first
    /// It is above all values, though of their class.
    case last
    /// It is null.
    case null
    /// It is of another class of values, which is before or behind that of the column.
    case foreign(isBefore: Bool)

    /// Where `value` stands in a column of a kind, or nil if SQL cannot say so.
    init?(_ value: Value, in kind: FieldKind) {
        let (own, other) = (ValueClass(kind), ValueClass(value))
        guard own == other else {
            self = other == .null ? .null : .foreign(isBefore: other.rawValue < own.rawValue)
            return
        }
        switch (kind, value) {
        case (.bool, .bool(let value)): self = .at(.integer(value ? 1 : 0))
        case (.int, _): self.init(amongIntegers: value)
        case (.double, _): self.init(amongDoubles: value)
        case (.decimal, _): self.init(amongDecimals: value)
        case (.string, .string(let text)): self = .at(.text(Array(text.utf8)))
        case (.bytes, .bytes(let bytes)): self = .at(.blob(bytes))
        case (.date, .date(let date)): self.init(date.timeIntervalSinceReferenceDate)
        case (.uuid, .uuid(let uuid)):
            var writer = RecordWriter()
            writer.append(uuid)
            self = .at(.blob(Array(writer.bytes.dropFirst())))
        default: return nil
        }
    }

    /// Where a number that a Double holds stands among those of ordinary rows, which have neither
    /// NaN nor minus zero.
    fileprivate init(_ value: Double) {
        self = value.isNaN ? .first : .at(.real(value == 0 ? 0 : value))
    }
}

extension Standing {
    fileprivate init?(amongIntegers value: Value) {
        switch value {
        case .int(let value): self = .at(.integer(value))
        case .uint(let value):
            self = Int64(exactly: value).map { .at(.integer($0)) } ?? .last
        case .double(let value):
            if value.isNaN || value < -0x1p63 {
                self = .first
            } else if value >= 0x1p63 {
                self = .last
            } else {
                let floor = value.rounded(.down)
                self = floor == value ? .at(.integer(Int64(value))) : .above(.integer(Int64(floor)))
            }
        case .decimal(let value): self = DecimalParts(value).standingAmongIntegers
        default: return nil
        }
    }

    fileprivate init?(amongDoubles value: Value) {
        if case .double(let value) = value {
            self.init(value)
            return
        }
        var encoder = SortKeyEncoder()
        do throws(StorageError) {
            try encoder.append(value)
        } catch {
            return nil
        }
        guard let (floor, isExact) = encoder.number else { return nil }
        self.init(floor)
        if case .at(let scalar) = self, !isExact { self = .above(scalar) }
    }

    fileprivate init?(amongDecimals value: Value) {
        let parts: DecimalParts
        switch value {
        case .int(let value): parts = DecimalParts(value.magnitude, isNegative: value < 0)
        case .uint(let value): parts = DecimalParts(value, isNegative: false)
        case .decimal(let value): parts = DecimalParts(value)
        case .double(let value):
            guard let integer = Int64(exactly: value) else { return nil }
            parts = DecimalParts(integer.magnitude, isNegative: integer < 0)
        default: return nil
        }
        guard parts.flags != DecimalParts.nanFlag else {
            self = .first
            return
        }
        var text: [UInt8] = []
        DecimalText.append(parts, to: &text)
        self = .at(.text(text))
    }
}

extension SortKeyEncoder {
    /// The greatest double that is not above the number at hand, and whether it is the number.
    fileprivate var number: (floor: Double, isExact: Bool)? {
        guard bytes.count > 9 else { return nil }
        let bits = bytes[1...8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if bits == 0 { return (.nan, true) }
        return (Double(bitPattern: bits >> 63 == 1 ? bits ^ (1 << 63) : ~bits), bytes[9] == 0)
    }
}

extension DecimalParts {
    /// An integer, without trailing zeros.
    fileprivate init(_ magnitude: UInt64, isNegative: Bool) {
        var significand = magnitude
        var exponent: Int8 = 0
        while significand != 0, significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        self.init(
            flags: isNegative ? Self.negativeFlag : 0, exponent: exponent,
            significand: UInt128(significand))
    }

    fileprivate var standingAmongIntegers: Standing {
        if flags == Self.nanFlag { return .first }
        let isNegative = flags == Self.negativeFlag
        var magnitude = significand
        var isInteger = true
        for _ in 0..<abs(Int(exponent)) where magnitude != 0 {
            if exponent < 0 {
                if magnitude % 10 != 0 { isInteger = false }
                magnitude /= 10
            } else {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                if overflow { return isNegative ? .first : .last }
                magnitude = product
            }
        }
        if isNegative, !isInteger { magnitude += 1 }
        guard magnitude <= UInt128(Int64.max) + (isNegative ? 1 : 0) else {
            return isNegative ? .first : .last
        }
        let floor = Scalar.integer(
            Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude))
        return isInteger ? .at(floor) : .above(floor)
    }
}
