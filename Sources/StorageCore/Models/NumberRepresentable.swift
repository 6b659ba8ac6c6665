#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A type whose values are numbers in a record, and can be summed.
public protocol NumberRepresentable: FieldRepresentable {
    /// The sum as a value of this type, or nil if it is beyond what the type holds.
    init?(sum: Value)
}

extension NumberRepresentable where Self: FixedWidthInteger {
    /// The sum, if it is an integer of this type.
    public init?(sum: Value) { self.init(fieldValue: sum) }
}

extension Int: NumberRepresentable {}
extension Int8: NumberRepresentable {}
extension Int16: NumberRepresentable {}
extension Int32: NumberRepresentable {}
extension Int64: NumberRepresentable {}
extension UInt: NumberRepresentable {}
extension UInt8: NumberRepresentable {}
extension UInt16: NumberRepresentable {}
extension UInt32: NumberRepresentable {}
extension UInt64: NumberRepresentable {}

extension Double: NumberRepresentable {
    /// The sum, rounded to the nearest Double.
    public init?(sum: Value) {
        switch sum {
        case .int(let value): self.init(value)
        case .uint(let value): self.init(value)
        case .double(let value): self = value
        case .decimal(let value): self = DecimalParts(value).double
        default: return nil
        }
    }
}

extension Float: NumberRepresentable {
    /// The sum, rounded to the nearest Float.
    public init?(sum: Value) {
        guard let value = Double(sum: sum) else { return nil }
        self.init(value)
    }
}

extension Decimal: NumberRepresentable {
    /// The sum, if it is a decimal or an integer.
    public init?(sum: Value) { self.init(fieldValue: sum) }
}

extension Optional: NumberRepresentable where Wrapped: NumberRepresentable {
    /// The sum as a value of the wrapped type.
    public init?(sum: Value) {
        guard let value = Wrapped(sum: sum) else { return nil }
        self = value
    }
}
