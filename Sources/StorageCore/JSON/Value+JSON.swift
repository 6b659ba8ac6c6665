extension Value {
    /// A value from its JSON.
    ///
    /// - Throws: ``StorageError/Code/invalidValue`` with line and column if the text is not a
    ///   value.
    public init(json: String) throws(StorageError) {
        var reader = try JSONReader(Array(json.utf8), source: "in the value")
        let bytes = try reader.value()
        try reader.finish()
        var position = 0
        self = try RecordReader.takeValue(bytes.span, &position)
    }

    /// The value as JSON on one line, from which ``init(json:)`` makes the same value. A value with
    /// a record that came damaged from a storage has its bytes in hexadecimal digits instead.
    public var json: String {
        var writer = JSONWriter()
        do {
            try writer.append(self)
            return String(decoding: writer.bytes, as: UTF8.self)
        } catch {
            var encoder = RecordWriter()
            encoder.append(self)
            return encoder.bytes.hexadecimal
        }
    }
}

extension Value: CustomStringConvertible {
    /// The value as JSON.
    public var description: String { json }
}
