import StorageCore

/// The JSON file: the whole state of a storage at one moment.
///
/// ```json
/// {
///   "format": "swift-storage",
///   "version": 1,
///   "checkpoint": 7,
///   "collections": {
///     "languages": [
///       {"key":"en","record":{"name":"English"}},
///       {"key":"es","record":{"name":"Spanish"}}
///     ]
///   }
/// }
/// ```
///
/// A record has a line, collections stand sorted by the UTF-8 bytes of their names and records by
/// their keys, so that equal states have equal files, and a small change is a small difference.
enum Checkpoint {
    static let format = "swift-storage"
    static let version = 1

    /// How much text is collected before it is written.
    private static let chunkSize = 1 << 18

    /// Hands the text of a state to `write`, piece by piece.
    static func write(
        _ tables: Tables, number: Int, _ write: ([UInt8]) throws(StorageError) -> Void
    ) throws(StorageError) {
        var writer = JSONWriter()
        writer.append(raw: "{\n  \"format\": ")
        writer.append(format)
        writer.append(raw: ",\n  \"version\": ")
        writer.append(version)
        writer.append(raw: ",\n  \"checkpoint\": ")
        writer.append(number)
        writer.append(raw: ",\n  \"collections\": {")
        var isFirst = true
        for name in tables.names {
            writer.append(raw: isFirst ? "\n    " : ",\n    ")
            isFirst = false
            writer.append(name)
            writer.append(raw: ": ")
            guard let handle = tables.handle(named: name) else { continue }
            try append(tables[handle], to: &writer, write)
        }
        writer.append(raw: isFirst ? "}\n}\n" : "\n  }\n}\n")
        try write(writer.bytes)
    }

    private static func append(
        _ map: OrderedMap, to writer: inout JSONWriter,
        _ write: ([UInt8]) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard map.count > 0 else { return writer.append(raw: "[]") }
        var isFirst = true
        writer.append(raw: "[")
        do {
            try map.scan(.all, reversed: false) { key, record in
                writer.append(raw: isFirst ? "\n      {\"key\":" : ",\n      {\"key\":")
                isFirst = false
                try writer.append(key: key.array)
                writer.append(raw: ",\"record\":")
                try writer.append(record: record.span)
                writer.append(raw: "}")
                if writer.bytes.count >= chunkSize {
                    try write(writer.bytes)
                    writer.bytes.removeAll(keepingCapacity: true)
                }
                return true
            }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.internalFault, "cannot write a record: \(error)", cause: error)
        }
        writer.append(raw: "\n    ]")
    }
}
