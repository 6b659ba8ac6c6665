extension RecordEncoding {
    /// Appends a name to the innermost frame; the value has to follow.
    func beginField(_ name: String) {
        let isPlain: Void? = unsafe name.utf8.withContiguousStorageIfAvailable {
            unsafe beginField(utf8: $0)
        }
        if isPlain == nil {
            var name = name
            name.withUTF8 { unsafe beginField(utf8: $0) }
        }
    }

    @inline(__always)
    private func beginField(utf8: UnsafeBufferPointer<UInt8>) {
        let start = state.writer.count
        let prefix = unsafe state.writer.append(name: utf8)
        state.fields.append(EncodedField(start: start, size: utf8.count, prefix: prefix))
        state.top.count &+= 1
    }

    /// Begins the next element of the innermost frame; the value has to follow.
    func beginElement() {
        if state.top.elementsPerMember > 0,
            state.top.count.isMultiple(of: state.top.elementsPerMember)
        {
            state.fields.append(EncodedField(memberAt: state.writer.count))
        }
        state.top.count &+= 1
    }

    /// Appends a value of a type whose values always write themselves.
    @inline(__always)
    func write(_ value: some FieldRepresentable) {
        let isWritten = value.writeValue(to: &state.writer)
        assert(isWritten)
    }

    /// Appends null.
    func appendNull() {
        state.writer.append(.null)
    }

    /// Appends a value in the form that its type has in a record, unless it is one that
    /// ``appendKnown(_:)`` appends.
    func append<T: Encodable>(_ value: T) throws {
        if try appendWide(value) { return }
        guard state.outer.count + 1 < Self.maximumFrames else {
            throw StorageError.tooDeep(fieldPath)
        }
        pushFrame(T.self, depth: state.top.innerDepth)
        if state.failedPath != nil { state.failedPath = nil }
        try value.encode(to: FieldEncoder(place: place))
        try popFrame()
    }

    /// Appends an integer of 128 bits, and returns whether the value is one.
    private func appendWide<T: Encodable>(_ value: T) throws -> Bool {
        if T.self == Int128.self {
            try append(wide: unsafe unsafeBitCast(value, to: Int128.self))
        } else if T.self == UInt128.self {
            try append(wide: unsafe unsafeBitCast(value, to: UInt128.self))
        } else {
            return false
        }
        return true
    }

    private func append(wide value: some FixedWidthInteger) throws {
        if let value = Int64(exactly: value) { return write(value) }
        guard let value = UInt64(exactly: value) else {
            let field = fieldPath
            throw StorageError(
                .invalidValue,
                "\(StorageError.subject(field)) is \(value), which has more than 64 bits; make it "
                    + "a Decimal or a String",
                field: field)
        }
        write(value)
    }
}

extension FieldWriter {
    /// Appends the name of a field, and returns its ``FieldName/prefix``.
    @inline(__always)
    fileprivate mutating func append(name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let prefix = unsafe name.span.beginning(of: name.indices)
        if name.count <= 8 {
            // The prefix is the name; what follows takes the place of the zeros behind it.
            reserve(9)
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: name.count), toByteOffset: count, as: UInt8.self)
            unsafe base.storeBytes(
                of: prefix.bigEndian, toByteOffset: count &+ 1, as: UInt64.self)
            count &+= 1 &+ name.count
        } else {
            unsafe append(counted: UnsafeRawBufferPointer(name))
        }
        return prefix
    }
}
