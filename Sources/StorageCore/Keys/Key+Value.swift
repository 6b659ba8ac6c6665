extension Key {
    /// The key as a value: that of its component, or the array of them if there are several.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if the key came damaged from a storage.
    public func value() throws(StorageError) -> Value {
        let values = try components().map(\.value)
        return values.count == 1 ? values[0] : .array(values)
    }

    func encodedValue() throws(StorageError) -> [UInt8] {
        var writer = RecordWriter()
        writer.append(try value())
        return writer.bytes
    }
}

extension KeyComponent {
    /// The component as a value of a field.
    public var value: Value {
        switch self {
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .uint(let value): .uint(value)
        case .string(let value): .string(value)
        case .bytes(let value): .bytes(value)
        case .date(let value): .date(value)
        case .uuid(let value): .uuid(value)
        }
    }
}
