#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value of a field.
///
/// Values are kept bit for bit by every backend: a Double keeps the sign of its zero and the
/// payload of its NaN, a Date the exact instant, a String its Unicode scalars.
public enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    /// An integer above `Int64.max`. Smaller ones are always ``int(_:)``.
    case uint(UInt64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case bytes([UInt8])
    case date(Date)
    case uuid(UUID)
    indirect case array([Value])
    indirect case object(Record)

    /// An integer: ``int(_:)`` where it fits, and ``uint(_:)`` above.
    public static func integer(_ value: some FixedWidthInteger) -> Value {
        Int64(exactly: value).map(Value.int) ?? .uint(UInt64(value))
    }
}

extension Value: Hashable {
    /// Whether both values have the same bytes: NaN equals itself, and 0.0 is not -0.0.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.string(let left), .string(let right)): left.isIdentical(to: right)
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.bytes(let left), .bytes(let right)): left == right
        case (.uuid(let left), .uuid(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: left.encoded == right.encoded
        }
    }

    /// Hashes the value's bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(encoded)
    }

    private var encoded: [UInt8] {
        var writer = RecordWriter()
        writer.append(self)
        return writer.bytes
    }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A Double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
}
