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
        let start = beginField(name)
        guard value.writeValue(to: &self) else { return try writeGeneral(name, value, at: start) }
        assert(isField(at: start), "\(Value.self) has to write one value for itself")
    }

    /// Writes a field, unless its value is nil.
    ///
    /// - Throws: As ``write(_:_:)-(_,FieldRepresentable)``, with what the value itself threw as the
    ///   cause.
    public mutating func write<Value: Encodable>(_ name: StaticString, _ value: Value) throws {
        if let value = value as? any OptionalValue, value.isNone { return }
        try encode(name, value, at: count)
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
        let start = beginField(name)
        guard value.writeValue(to: &self) else { return try encode(name, value, at: start) }
        assert(isField(at: start), "\(Value.self) has to write one value for itself")
    }

    /// Writes the name of a field, and returns where that begins.
    @inlinable
    @inline(__always)
    mutating func beginField(_ name: StaticString) -> Int {
        assert(follows(name.description), "the field '\(name)' has to stand before the last one")
        let start = count
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
        fieldStart = start
        count &+= size
        return start
    }
}

/// The ways for values that do not write themselves.
extension FieldWriter {
    /// Writes a field by way of the general form of its value.
    @usableFromInline
    mutating func writeGeneral<Value: FieldRepresentable>(
        _ name: StaticString, _ model: Value, at start: Int
    ) throws {
        let name = name.description
        let value = model.fieldValue
        if Value.self is any OptionalValue.Type, case .null = value {
            throw StorageError.nullInOptional(name)
        }
        guard value.depth <= Limits.maximumDepth else { throw StorageError.tooDeep(name) }
        var writer = RecordWriter()
        writer.appendName(name)
        writer.append(value)
        replace(from: start, with: writer.bytes)
    }

    /// Writes a field by way of `Encodable`.
    @usableFromInline
    mutating func encode<Value: Encodable>(
        _ name: StaticString, _ value: Value, at start: Int
    ) throws {
        let field = try RecordEncoding.field(named: name.description, value)
        // What was begun here is taken back, and is not what comes before the field.
        if start == count { assert(follows(name.description)) }
        replace(from: start, with: field)
    }

    private mutating func replace(from start: Int, with field: [UInt8]) {
        count = start
        depth = 0
        fieldStart = start
        append(encoded: field)
    }
}

/// What a debug build checks.
extension FieldWriter {
    /// Whether a field of that name may come next.
    @usableFromInline
    func follows(_ name: String) -> Bool {
        guard fieldStart >= 0 else { return true }
        do throws(StorageError) {
            return try withBytes { (bytes) throws(StorageError) in
                var position = fieldStart
                let size = try RecordReader.takeLength(bytes, &position)
                let last = bytes.extracting(position..<position + size).array
                return last.lexicographicallyPrecedes(name.utf8)
            }
        } catch {
            return false
        }
    }

    /// Whether what was written from `start` on is one field.
    @usableFromInline
    func isField(at start: Int) -> Bool {
        do throws(StorageError) {
            return try withBytes { (bytes) throws(StorageError) in
                var position = start
                position += try RecordReader.takeLength(bytes, &position)
                try RecordReader.skipValue(bytes, &position)
                return position == bytes.count
            }
        } catch {
            return false
        }
    }
}
