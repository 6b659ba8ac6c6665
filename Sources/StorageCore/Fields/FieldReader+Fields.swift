/// Fields. A value whose type is ``FieldRepresentable`` reads itself; any other one goes by
/// `Decodable`. Both take the same records, and refuse the same.
extension FieldReader {
    /// Reads a field. If the record lacks it, an optional is nil.
    ///
    /// - Throws: ``StorageError/Code/decodingFailed``, naming the field, if the record lacks it or
    ///   has something else there; ``StorageError/Code/damaged`` if the bytes are not a record's.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable>(
        _ name: StaticString
    ) throws -> Value {
        guard try find(name) else { return try leftOut(name) }
        return try Value(valueFrom: &self)
    }

    /// Reads a field. If the record lacks it, an optional is nil.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: Decodable>(
        _ name: StaticString
    ) throws -> Value {
        guard try find(name) else { return try decodeLeftOut(name) }
        return try decode()
    }

    /// Reads a field. If the record lacks it, an optional is nil.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable & Decodable>(
        _ name: StaticString
    ) throws -> Value {
        guard try find(name) else { return try leftOut(name) }
        return try readOrDecode()
    }

    /// Reads a field. If the record lacks it, an optional is nil and anything else is `value`.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable>(
        _ name: StaticString, default value: Value
    ) throws -> Value {
        guard try find(name) else { return Value.leftOut ?? value }
        return try Value(valueFrom: &self)
    }

    /// Reads a field. If the record lacks it, an optional is nil and anything else is `value`.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: Decodable>(
        _ name: StaticString, default value: Value
    ) throws -> Value {
        guard try find(name) else { return decodeLeftOut(Value.self) ?? value }
        return try decode()
    }

    /// Reads a field. If the record lacks it, an optional is nil and anything else is `value`.
    ///
    /// - Throws: As ``read(_:)-(_)``.
    @inlinable
    @inline(__always)
    public mutating func read<Value: FieldRepresentable & Decodable>(
        _ name: StaticString, default value: Value
    ) throws -> Value {
        guard try find(name) else { return Value.leftOut ?? value }
        return try readOrDecode()
    }

    @inlinable
    @inline(__always)
    mutating func readOrDecode<Value: FieldRepresentable & Decodable>()
        throws -> Value
    {
        let start = position
        do {
            return try Value(valueFrom: &self)
        } catch {
            // It takes other forms of the value too, or else knows the way to what is wrong.
            position = start
            return try decode()
        }
    }

    @inlinable
    @inline(__always)
    func leftOut<Value: FieldRepresentable>(_ name: StaticString) throws -> Value {
        guard let value = Value.leftOut else { throw missing(name, Value.self) }
        return value
    }

    @usableFromInline
    func decodeLeftOut<Value: Decodable>(_ name: StaticString) throws -> Value {
        guard let value = decodeLeftOut(Value.self) else { throw missing(name, Value.self) }
        return value
    }

    @usableFromInline
    func decodeLeftOut<Value: Decodable>(_: Value.Type) -> Value? {
        (Value.self as? any OptionalValue.Type)?.none as? Value
    }
}
