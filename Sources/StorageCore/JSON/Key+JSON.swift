extension Key {
    /// A key from its JSON: `1`, `"a"`, `true`, `{"$uuid":"…"}`, or `["eu",2026]` for a compound
    /// key.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` with line and column if the text is not a key.
    public init(json: String) throws(StorageError) {
        var reader = try JSONReader(Array(json.utf8), source: "in the key", code: .invalidKey)
        let bytes = try reader.key()
        try reader.finish()
        self.init(trusted: bytes)
    }

    /// The key as JSON, from which ``init(json:)`` makes the same key. A key that came damaged from
    /// a storage has its bytes in hexadecimal digits instead.
    public var json: String {
        var writer = JSONWriter()
        do {
            try writer.append(key: bytes)
            return String(decoding: writer.bytes, as: UTF8.self)
        } catch {
            return bytes.hexadecimal
        }
    }
}

extension Key: CustomStringConvertible {
    /// The key as JSON.
    public var description: String { json }
}
