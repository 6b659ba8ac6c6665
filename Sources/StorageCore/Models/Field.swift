#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A declared scalar field of a model.
public struct Field<Model: Entity>: Sendable {
    /// The field's name in the record: with `Codable`, the name of the coding key.
    public let name: String

    /// The kind of the field's values.
    public let kind: FieldKind

    /// Declares the field that holds a property.
    public init<Value: FieldRepresentable>(_ name: String, _ property: KeyPath<Model, Value>) {
        self.name = name
        kind = Value.fieldKind
    }
}

/// A type whose values are scalars in a record.
public protocol FieldRepresentable {
    /// The kind that its values usually have.
    static var fieldKind: FieldKind { get }
}

extension FieldRepresentable where Self: FixedWidthInteger {
    /// Integers.
    public static var fieldKind: FieldKind { .int }
}

extension FieldRepresentable where Self: RawRepresentable, RawValue: FieldRepresentable {
    /// The kind of the raw value.
    public static var fieldKind: FieldKind { RawValue.fieldKind }
}

extension Int: FieldRepresentable {}
extension Int8: FieldRepresentable {}
extension Int16: FieldRepresentable {}
extension Int32: FieldRepresentable {}
extension Int64: FieldRepresentable {}
extension UInt: FieldRepresentable {}
extension UInt8: FieldRepresentable {}
extension UInt16: FieldRepresentable {}
extension UInt32: FieldRepresentable {}
extension UInt64: FieldRepresentable {}

extension Bool: FieldRepresentable {
    /// Booleans.
    public static var fieldKind: FieldKind { .bool }
}

extension Double: FieldRepresentable {
    /// Doubles.
    public static var fieldKind: FieldKind { .double }
}

extension Float: FieldRepresentable {
    /// Doubles, which hold every Float exactly.
    public static var fieldKind: FieldKind { .double }
}

extension Decimal: FieldRepresentable {
    /// Decimals.
    public static var fieldKind: FieldKind { .decimal }
}

extension String: FieldRepresentable {
    /// Strings.
    public static var fieldKind: FieldKind { .string }
}

extension URL: FieldRepresentable {
    /// Strings.
    public static var fieldKind: FieldKind { .string }
}

extension Data: FieldRepresentable {
    /// Bytes.
    public static var fieldKind: FieldKind { .bytes }
}

extension Date: FieldRepresentable {
    /// Dates.
    public static var fieldKind: FieldKind { .date }
}

extension UUID: FieldRepresentable {
    /// UUIDs.
    public static var fieldKind: FieldKind { .uuid }
}

extension Optional: FieldRepresentable where Wrapped: FieldRepresentable {
    /// The kind of the wrapped value.
    public static var fieldKind: FieldKind { Wrapped.fieldKind }
}
