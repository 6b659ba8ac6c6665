extension Optional where Wrapped: FieldRepresentable {
    /// Whether there is no value.
    @inlinable public var isLeftOut: Bool { self == nil }

    /// No value.
    @inlinable public static var leftOut: Wrapped?? { .some(nil) }

    /// Writes the wrapped value, or null.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        guard let value = self else {
            writer.append(.null)
            return true
        }
        // A value that is nil in turn could not be told from nil.
        return !value.isLeftOut && value.writeValue(to: &writer)
    }

    /// Reads the wrapped value, or nil for null.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Wrapped?? {
        if reader.take(.null) { return .some(nil) }
        // Spelled out: what is nil here would be a value that is nil otherwise.
        guard let value = Wrapped.readValue(from: &reader) else { return nil }
        return .some(value)
    }
}

extension Array where Element: FieldRepresentable {
    /// Writes the elements as an array, or as bytes.
    @inlinable
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        if Element.self == UInt8.self {
            unsafe withUnsafeBytes { bytes in
                writer.append(.bytes)
                unsafe writer.append(counted: bytes)
            }
            return true
        }
        guard let start = writer.beginArray() else { return false }
        for element in self {
            guard element.writeValue(to: &writer) else { return false }
        }
        return writer.endArray(start)
    }

    /// Reads the elements.
    @inlinable
    public static func readValue(from reader: inout FieldReader) -> [Element]? {
        if Element.self == UInt8.self, let bytes = unsafe reader.takeCounted(.bytes) {
            return unsafe bytes.withMemoryRebound(to: Element.self) { unsafe Array($0) }
        }
        guard let (end, count) = reader.takeArray(ofTexts: Element.self == String.self) else {
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            guard let element = Element.readValue(from: &reader) else { return nil }
            elements.append(element)
        }
        return reader.position == end ? elements : nil
    }
}

extension FieldRepresentable where Self: RawRepresentable, RawValue: FieldRepresentable {
    /// Writes the raw value.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        rawValue.writeValue(to: &writer)
    }

    /// Reads the value with the raw value at hand.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Self? {
        RawValue.readValue(from: &reader).flatMap { Self(rawValue: $0) }
    }
}
