/// Fields. A value whose type is ``FieldRepresentable`` writes itself; any other one goes by
/// `Encodable`. Both come to the same bytes.
extension FieldWriter {
    /// Writes a field, unless its value is nil.
    ///
    /// - Throws: ``StorageError/Code/invalidValue``, naming the field, if the value cannot be kept.
    @inlinable
    @inline(__always)
    public mutating func write<Value: FieldRepresentable>(
        _ name: StaticString, _ value: Value
    ) throws {
        if value.isLeftOut { return }
        beginField(name)
        let start = count
        try value.writeValue(to: &self)
        assert(hasOneValue(from: start), "\(Value.self) has to write one value for itself")
    }

    /// Writes a field, unless its value is nil.
    ///
    /// - Throws: As ``write(_:_:)-(_,FieldRepresentable)``, and what the value itself throws as the
    ///   cause of the error.
    public mutating func write<Value: Encodable>(
        _ name: StaticString, _ value: Value
    ) throws {
        if let value = value as? any OptionalValue, value.isNone { return }
        let name = name.description
        assert(follows(name), "the field '\(name)' has to stand before the one written last")
        let field = try RecordEncoding.field(named: name, value)
        append(encoded: field)
        nameCount = name.utf8.count
        nameStart = count - field.count + FieldName.headerSize(nameCount)
    }

    /// Writes a field, unless its value is nil.
    ///
    /// - Throws: As ``write(_:_:)-(_,FieldRepresentable)``.
    @inlinable
    @inline(__always)
    public mutating func write<Value: FieldRepresentable & Encodable>(
        _ name: StaticString, _ value: Value
    ) throws {
        if value.isLeftOut { return }
        let (start, nameStart, nameCount, depth) = (count, nameStart, nameCount, depth)
        beginField(name)
        let valueStart = count
        do {
            try value.writeValue(to: &self)
        } catch {
            // It says the same, and knows the way to an element.
            (count, self.nameStart, self.nameCount, self.depth) = (
                start, nameStart, nameCount, depth
            )
            return try encode(name, value)
        }
        assert(hasOneValue(from: valueStart), "\(Value.self) has to write one value for itself")
    }

    @usableFromInline
    mutating func encode<Value: Encodable>(
        _ name: StaticString, _ value: Value
    ) throws {
        try write(name, value)
    }

    /// Appends a value by way of `Encodable`.
    mutating func append<Value: Encodable>(encodable value: Value) throws {
        let field = try RecordEncoding.field(named: name, value)
        append(
            encoded: Array(field[(FieldName.headerSize(max(nameCount, 0)) + max(nameCount, 0))...]))
    }

    @inlinable
    @inline(__always)
    mutating func beginField(_ name: StaticString) {
        assert(follows(name.description), "the field '\(name)' has to stand before the last one")
        let size = name.utf8CodeUnitCount
        reserve(size &+ 10)
        if size < 0x80 {
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: size), toByteOffset: count, as: UInt8.self)
            count &+= 1
        } else {
            appendLength(size)
        }
        unsafe (base + count).copyMemory(from: name.utf8Start, byteCount: size)
        nameStart = count
        nameCount = size
        count &+= size
    }

    /// Whether a field of that name may come next.
    @usableFromInline
    func follows(_ name: String) -> Bool {
        guard nameCount >= 0 else { return true }
        let last = unsafe UnsafeRawBufferPointer(start: base + nameStart, count: nameCount)
        return unsafe last.lexicographicallyPrecedes(name.utf8)
    }

    /// Whether what was written from `start` on is one value.
    @usableFromInline
    func hasOneValue(from start: Int) -> Bool {
        do throws(StorageError) {
            return try withBytes { (bytes) throws(StorageError) in
                var position = start
                try RecordReader.skipValue(bytes, &position)
                return position == bytes.count
            }
        } catch {
            return false
        }
    }
}
