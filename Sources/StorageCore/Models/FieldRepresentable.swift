#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A type whose values are fields of a record, as `Codable` writes them.
public protocol FieldRepresentable {
    /// The kind that its values usually have.
    static var fieldKind: FieldKind { get }

    /// The value as a record has it.
    var fieldValue: Value { get }

    /// The value that a record has, or nil if it is no value of this type.
    init?(fieldValue: Value)

    /// Whether a record has no field for this value, as it is with nil.
    var isLeftOut: Bool { get }

    /// The value that a missing field stands for: nil for an optional; no value for a type whose
    /// fields have to be there.
    static var leftOut: Self? { get }

    /// Writes this one value, in the form of ``fieldValue``, if that can be done quickly.
    ///
    /// - Returns: Whether the value is written. If it is not, what this wrote is taken back, and
    ///   ``fieldValue`` is written or, if the type is `Encodable`, what that gives.
    func writeValue(to writer: inout FieldWriter) -> Bool

    /// The one value at hand, if it can be read quickly.
    ///
    /// - Returns: Nil if the value has not the usual form. Then it is read again, by
    ///   ``init(fieldValue:)`` or, if the type is `Decodable`, by that.
    static func readValue(from reader: inout FieldReader) -> Self?
}

extension FieldRepresentable {
    /// False: the type has no nil.
    @inlinable public var isLeftOut: Bool { false }

    /// No value: the field has to be there.
    @inlinable public static var leftOut: Self? { nil }

    /// False: the value is written by way of ``fieldValue``.
    public func writeValue(to writer: inout FieldWriter) -> Bool { false }

    /// Nil: the value is read by ``init(fieldValue:)``.
    public static func readValue(from reader: inout FieldReader) -> Self? { nil }
}

/// A type whose values are strings in a record.
public protocol TextRepresentable: FieldRepresentable {}

extension FieldRepresentable where Self: FixedWidthInteger {
    /// Integers.
    public static var fieldKind: FieldKind { .int }

    /// The integer.
    public var fieldValue: Value { .integer(self) }

    /// The integer, if it is one of this type.
    public init?(fieldValue: Value) {
        switch fieldValue {
        case .int(let value): self.init(exactly: value)
        case .uint(let value): self.init(exactly: value)
        default: return nil
        }
    }
}

extension FieldRepresentable where Self: RawRepresentable, RawValue: FieldRepresentable {
    /// The kind of the raw value.
    public static var fieldKind: FieldKind { RawValue.fieldKind }

    /// The raw value.
    public var fieldValue: Value { rawValue.fieldValue }

    /// The value with that raw value, if there is one.
    public init?(fieldValue: Value) {
        guard let rawValue = RawValue(fieldValue: fieldValue) else { return nil }
        self.init(rawValue: rawValue)
    }
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

    /// The Boolean.
    public var fieldValue: Value { .bool(self) }

    /// The Boolean, if it is one.
    public init?(fieldValue: Value) {
        guard case .bool(let value) = fieldValue else { return nil }
        self = value
    }
}

extension Double: FieldRepresentable {
    /// Doubles.
    public static var fieldKind: FieldKind { .double }

    /// The number.
    public var fieldValue: Value { .double(self) }

    /// The number, if a Double holds it exactly.
    public init?(fieldValue: Value) {
        switch fieldValue {
        case .double(let value): self = value
        case .int(let value): self.init(exactly: value)
        case .uint(let value): self.init(exactly: value)
        default: return nil
        }
    }
}

extension Float: FieldRepresentable {
    /// Doubles, which hold every Float exactly.
    public static var fieldKind: FieldKind { .double }

    /// The number.
    public var fieldValue: Value { .double(Double(self)) }

    /// The number, if a Float holds it exactly.
    public init?(fieldValue: Value) {
        guard let value = Double(fieldValue: fieldValue) else { return nil }
        guard !value.isNaN else {
            self = .nan
            return
        }
        self.init(exactly: value)
    }
}

extension Decimal: FieldRepresentable {
    /// Decimals.
    public static var fieldKind: FieldKind { .decimal }

    /// The decimal.
    public var fieldValue: Value { .decimal(self) }

    /// The number, if it is a decimal or an integer.
    public init?(fieldValue: Value) {
        switch fieldValue {
        case .decimal(let value): self = value
        case .int(let value): self.init(value)
        case .uint(let value): self.init(value)
        default: return nil
        }
    }
}

extension String: TextRepresentable {
    /// Strings.
    public static var fieldKind: FieldKind { .string }

    /// The string.
    public var fieldValue: Value { .string(self) }

    /// The string, if it is one.
    public init?(fieldValue: Value) {
        guard case .string(let value) = fieldValue else { return nil }
        self = value
    }
}

extension URL: TextRepresentable {
    /// Strings.
    public static var fieldKind: FieldKind { .string }

    /// The URL's text.
    public var fieldValue: Value { .string(absoluteString) }

    /// The URL with that text, if it is one.
    public init?(fieldValue: Value) {
        guard case .string(let text) = fieldValue else { return nil }
        self.init(string: text)
    }
}

extension Data: FieldRepresentable {
    /// Bytes.
    public static var fieldKind: FieldKind { .bytes }

    /// The bytes.
    public var fieldValue: Value { .bytes(Array(self)) }

    /// The bytes, if they are some.
    public init?(fieldValue: Value) {
        guard case .bytes(let bytes) = fieldValue else { return nil }
        self.init(bytes)
    }
}

extension Date: FieldRepresentable {
    /// Dates.
    public static var fieldKind: FieldKind { .date }

    /// The instant.
    public var fieldValue: Value { .date(self) }

    /// The instant, if it is one.
    public init?(fieldValue: Value) {
        guard case .date(let value) = fieldValue else { return nil }
        self = value
    }
}

extension UUID: FieldRepresentable {
    /// UUIDs.
    public static var fieldKind: FieldKind { .uuid }

    /// The UUID.
    public var fieldValue: Value { .uuid(self) }

    /// The UUID, if it is one.
    public init?(fieldValue: Value) {
        guard case .uuid(let value) = fieldValue else { return nil }
        self = value
    }
}

extension Optional: FieldRepresentable where Wrapped: FieldRepresentable {
    /// The kind of the wrapped value.
    public static var fieldKind: FieldKind { Wrapped.fieldKind }

    /// The wrapped value, or null.
    public var fieldValue: Value { self?.fieldValue ?? .null }

    /// The wrapped value, nil for null.
    public init?(fieldValue: Value) {
        if case .null = fieldValue {
            self = .none
            return
        }
        guard let value = Wrapped(fieldValue: fieldValue) else { return nil }
        self = value
    }
}

extension Optional: TextRepresentable where Wrapped: TextRepresentable {}

extension Array: FieldRepresentable where Element: FieldRepresentable {
    /// Arrays, and bytes for an array of `UInt8`.
    public static var fieldKind: FieldKind { Element.self == UInt8.self ? .bytes : .array }

    /// The elements.
    public var fieldValue: Value {
        if let bytes = self as? [UInt8] { return .bytes(bytes) }
        return .array(map(\.fieldValue))
    }

    /// The elements, if all of them are of this type.
    public init?(fieldValue: Value) {
        if case .bytes(let bytes) = fieldValue, let elements = bytes as? [Element] {
            self = elements
            return
        }
        guard case .array(let values) = fieldValue else { return nil }
        self = []
        for value in values {
            guard let element = Element(fieldValue: value) else { return nil }
            append(element)
        }
    }
}
