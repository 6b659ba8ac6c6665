extension Record {
    /// A record from its JSON, an object.
    ///
    /// - Throws: ``StorageError/Code/invalidValue`` with line and column if the text is not a
    ///   record.
    public init(json: String) throws(StorageError) {
        var reader = try JSONReader(Array(json.utf8), source: "in the record")
        let bytes = try reader.record()
        try reader.finish()
        self.init(trusted: bytes)
    }

    /// The record as JSON on one line, from which ``init(json:)`` makes the same record. A record
    /// that came damaged from a storage has its bytes in hexadecimal digits instead.
    public var json: String {
        var writer = JSONWriter()
        do {
            try writer.append(record: bytes.span)
            return String(decoding: writer.bytes, as: UTF8.self)
        } catch {
            return bytes.hexadecimal
        }
    }
}

extension Record: CustomStringConvertible {
    /// The record as JSON.
    public var description: String { json }
}
