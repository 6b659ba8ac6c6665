/// Fields. A value whose type is ``FieldRepresentable`` reads itself; any other one goes by
/// `Decodable`. Both take the same records, and refuse the same.
extension FieldReader {
    /// Reads a field. If the record lacks it, an optional is nil.
    ///
    /// - Throws: ``StorageError/Code/decodingFailed``, naming the field, if the record lacks it or
    ///   has something else there; ``StorageError/Code/damaged`` if the bytes are not a record's.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable>(_ name: StaticString) throws -> Value {
        let start = position
        if takeName(name), let value = Value.readValue(from: &self) { return value }
        return try readGeneral(name, from: start, nil)
    }

    /// Reads a field. If the record lacks it, an optional is nil.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    public mutating func read<Value: Decodable>(_ name: StaticString) throws -> Value {
        try decode(name, from: position, nil)
    }

    /// Reads a field. If the record lacks it, an optional is nil.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable & Decodable>(
        _ name: StaticString
    ) throws -> Value {
        let start = position
        if takeName(name), let value = Value.readValue(from: &self) { return value }
        return try readOrDecode(name, from: start, nil)
    }

    /// Reads a field. If the record lacks it, an optional is nil and anything else is `value`.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable>(
        _ name: StaticString, default value: Value
    ) throws -> Value {
        let start = position
        if takeName(name), let value = Value.readValue(from: &self) { return value }
        return try readGeneral(name, from: start, value)
    }

    /// Reads a field. If the record lacks it, an optional is nil and anything else is `value`.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    public mutating func read<Value: Decodable>(
        _ name: StaticString, default value: Value
    ) throws -> Value {
        try decode(name, from: position, value)
    }

    /// Reads a field. If the record lacks it, an optional is nil and anything else is `value`.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable & Decodable>(
        _ name: StaticString, default value: Value
    ) throws -> Value {
        let start = position
        if takeName(name), let value = Value.readValue(from: &self) { return value }
        return try readOrDecode(name, from: start, value)
    }
}

extension FieldReader {
    /// Reads a value of the type that a property has.
    ///
    /// ``Entity()`` reads all values before it sets a property. Between properties that are set one by
    /// one, reading can throw: the compiler then makes the model elsewhere and copies it.
    @inlinable
    @inline(__always)
    public static func value<Model, Value>(
        for property: (Model) -> Value, _ read: () throws -> Value
    ) rethrows -> Value {
        try read()
    }
}

/// The ways for fields that are missing, or have not the usual form, or are wrong.
extension FieldReader {
    /// Reads the field by the general form of its value.
    @usableFromInline
    mutating func readGeneral<Value: FieldRepresentable>(
        _ name: StaticString, from start: Int, _ absent: Value?
    ) throws -> Value {
        guard try find(name, from: start) else {
            return try present(Value.leftOut ?? absent, name)
        }
        let valueStart = position
        let bytes = unsafe record.span
        let value = try RecordReader.takeValue(bytes, &position)
        guard let result = Value(fieldValue: value) else {
            position = valueStart
            throw mismatch(Value.self)
        }
        return result
    }

    /// Reads the field by way of `Decodable`.
    @usableFromInline
    mutating func readOrDecode<Value: FieldRepresentable & Decodable>(
        _ name: StaticString, from start: Int, _ absent: Value?
    ) throws -> Value {
        try decode(name, from: start, Value.leftOut ?? absent)
    }

    /// Reads the field by way of `Decodable`.
    @usableFromInline
    mutating func decode<Value: Decodable>(
        _ name: StaticString, from start: Int, _ absent: Value?
    ) throws -> Value {
        guard try find(name, from: start) else {
            let none = (Value.self as? any OptionalValue.Type)?.none as? Value
            return try present(none ?? absent, name)
        }
        let value = try atValue { try $0.decode(Value.self) }
        let bytes = unsafe record.span
        try RecordReader.skipValue(bytes, &position)
        return value
    }

    /// The value for a field that is missing, if there is one.
    private func present<Value>(
        _ value: Value?, _ name: StaticString
    ) throws(StorageError) -> Value {
        guard let value else { throw missing(name, Value.self) }
        return value
    }
}
