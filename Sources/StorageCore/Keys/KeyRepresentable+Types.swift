#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyRepresentable where Self: FixedWidthInteger {
    /// One integer.
    public static var keyKinds: [KeyKind] { [isSigned ? .int : .uint] }

    /// Appends the integer.
    @inlinable
    public func encode(to encoder: inout KeyEncoder) {
        if Self.isSigned {
            encoder.encode(Int64(self))
        } else {
            encoder.encode(UInt64(self))
        }
    }

    /// Reads an integer.
    public init(from decoder: inout KeyDecoder) throws(StorageError) {
        let component = try decoder.decode()
        let value: Self? =
            switch component {
            case .int(let value): Self(exactly: value)
            case .uint(let value): Self(exactly: value)
            default: nil
            }
        guard let value else { throw .wrongKeyKind(component, for: Self.self) }
        self = value
    }
}

extension Int: KeyRepresentable {}
extension Int8: KeyRepresentable {}
extension Int16: KeyRepresentable {}
extension Int32: KeyRepresentable {}
extension Int64: KeyRepresentable {}
extension UInt: KeyRepresentable {}
extension UInt8: KeyRepresentable {}
extension UInt16: KeyRepresentable {}
extension UInt32: KeyRepresentable {}
extension UInt64: KeyRepresentable {}

extension String: KeyRepresentable {
    /// One string.
    public static var keyKinds: [KeyKind] { [.string] }

    /// Appends the string.
    public func encode(to encoder: inout KeyEncoder) {
        encoder.encode(self)
    }

    /// Reads a string.
    public init(from decoder: inout KeyDecoder) throws(StorageError) {
        let component = try decoder.decode()
        guard case .string(let value) = component else {
            throw .wrongKeyKind(component, for: Self.self)
        }
        self = value
    }
}

extension Bool: KeyRepresentable {
    /// One Boolean.
    public static var keyKinds: [KeyKind] { [.bool] }

    /// Appends the Boolean.
    public func encode(to encoder: inout KeyEncoder) {
        encoder.encode(self)
    }

    /// Reads a Boolean.
    public init(from decoder: inout KeyDecoder) throws(StorageError) {
        let component = try decoder.decode()
        guard case .bool(let value) = component else {
            throw .wrongKeyKind(component, for: Self.self)
        }
        self = value
    }
}

extension [UInt8]: KeyRepresentable {
    /// One byte string.
    public static var keyKinds: [KeyKind] { [.bytes] }

    /// Appends the bytes.
    public func encode(to encoder: inout KeyEncoder) {
        encoder.encode(self)
    }

    /// Reads a byte string.
    public init(from decoder: inout KeyDecoder) throws(StorageError) {
        let component = try decoder.decode()
        guard case .bytes(let value) = component else {
            throw .wrongKeyKind(component, for: Self.self)
        }
        self = value
    }
}

extension UUID: KeyRepresentable {
    /// One UUID.
    public static var keyKinds: [KeyKind] { [.uuid] }

    /// Appends the UUID. UUIDs sort by their bytes.
    public func encode(to encoder: inout KeyEncoder) {
        encoder.encode(uuid: halves)
    }

    /// Reads a UUID.
    public init(from decoder: inout KeyDecoder) throws(StorageError) {
        let component = try decoder.decode()
        guard case .uuid(let value) = component else {
            throw .wrongKeyKind(component, for: Self.self)
        }
        self = value
    }
}

extension Date: KeyRepresentable {
    /// One instant.
    public static var keyKinds: [KeyKind] { [.date] }

    /// Appends the instant.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if the date is not a number.
    public func encode(to encoder: inout KeyEncoder) throws(StorageError) {
        let seconds = timeIntervalSinceReferenceDate
        guard !seconds.isNaN else {
            throw StorageError(.invalidKey, "a date that is not a number has no place in an order")
        }
        encoder.encode(date: seconds)
    }

    /// Reads an instant.
    public init(from decoder: inout KeyDecoder) throws(StorageError) {
        let component = try decoder.decode()
        guard case .date(let value) = component else {
            throw .wrongKeyKind(component, for: Self.self)
        }
        self = value
    }
}

extension KeyComponent {
    /// Appends the component.
    func encode(to encoder: inout KeyEncoder) throws(StorageError) {
        switch self {
        case .bool(let value): encoder.encode(value)
        case .int(let value): encoder.encode(value)
        case .uint(let value): encoder.encode(value)
        case .string(let value): encoder.encode(value)
        case .bytes(let value): encoder.encode(value)
        case .date(let value): try value.encode(to: &encoder)
        case .uuid(let value): value.encode(to: &encoder)
        }
    }
}

extension StorageError {
    fileprivate static func wrongKeyKind(
        _ component: KeyComponent, for type: Any.Type
    ) -> StorageError {
        StorageError(.wrongKeyKind, "a key of kind \(component.kind.rawValue) is not a \(type)")
    }
}
