extension Optional where Wrapped: FieldRepresentable {
    /// Whether there is no value.
    @inlinable public var isLeftOut: Bool { self == nil }

    /// No value.
    @inlinable public static var leftOut: Wrapped?? { .some(nil) }

    /// Writes the wrapped value, or null.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        guard let value = self else { return writer.append(.null) }
        let start = writer.count
        try value.writeValue(to: &writer)
        // It could not be told from nil.
        if writer.isNull(at: start) { throw writer.nullInOptional() }
    }

    /// Reads the wrapped value, or nil for null.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        self = reader.take(.null) ? nil : try Wrapped(valueFrom: &reader)
    }
}

extension Array where Element: FieldRepresentable {
    /// Writes the elements as an array, or as bytes.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        if Element.self == UInt8.self {
            unsafe withUnsafeBytes { bytes in
                writer.append(.bytes)
                unsafe writer.append(counted: bytes)
            }
            return
        }
        let start = try writer.beginArray()
        for element in self { try element.writeValue(to: &writer) }
        try writer.endArray(start)
    }

    /// Reads the elements.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        if Element.self == UInt8.self, let bytes = unsafe reader.takeCounted(.bytes) {
            self = unsafe bytes.withMemoryRebound(to: Element.self) { unsafe Array($0) }
            return
        }
        guard let (end, count) = reader.takeArray() else { throw reader.mismatch(Self.self) }
        self = []
        reserveCapacity(count)
        for _ in 0..<count { append(try Element(valueFrom: &reader)) }
        guard reader.position == end else { throw reader.mismatch(Self.self) }
    }
}

extension FieldRepresentable where Self: RawRepresentable, RawValue: FieldRepresentable {
    /// Writes the raw value.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) throws {
        try rawValue.writeValue(to: &writer)
    }

    /// Reads the value with the raw value at hand.
    @inlinable
    @inline(__always)
    public init(valueFrom reader: inout FieldReader) throws {
        let start = reader.position
        let rawValue = try RawValue(valueFrom: &reader)
        guard let value = Self(rawValue: rawValue) else {
            reader.position = start
            throw reader.unknown(rawValue, Self.self)
        }
        self = value
    }
}
