extension TablesChange: Codable {
    private enum Name: String, CodingKey {
        case create, put, delete, deleteRange, key, record, from, until
    }

    /// Writes the change as `{"put":collection,"key":…,"record":…}` and the like, bytes as base 64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        func encode(_ bytes: [UInt8]?, _ name: Name) throws {
            guard let bytes else { return }
            var text: [UInt8] = []
            Base64.append(bytes.span, to: &text)
            try container.encode(String(decoding: text, as: UTF8.self), forKey: name)
        }
        switch self {
        case .prepare(let collection):
            try container.encode(collection, forKey: .create)
        case .put(let collection, let key, let record):
            try container.encode(collection, forKey: .put)
            try encode(key, .key)
            try encode(record, .record)
        case .delete(let collection, let key):
            try container.encode(collection, forKey: .delete)
            try encode(key, .key)
        case .deleteRange(let collection, let range):
            try container.encode(collection, forKey: .deleteRange)
            try encode(range.lowerBound, .from)
            try encode(range.upperBound, .until)
        }
    }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        func bytes(_ name: Name) throws -> [UInt8]? {
            guard let text = try container.decodeIfPresent(String.self, forKey: name) else {
                return nil
            }
            let bytes = Array(text.utf8)
            guard let content = Base64.decode(bytes.span) else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: container, debugDescription: "'\(text)' is not base 64")
            }
            return content
        }
        func collection(_ name: Name) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: name)
        }
        if let name = try collection(.create) {
            self = .prepare(collection: name)
        } else if let name = try collection(.put) {
            self = .put(
                collection: name, key: try bytes(.key) ?? [], record: try bytes(.record) ?? [])
        } else if let name = try collection(.delete) {
            self = .delete(collection: name, key: try bytes(.key) ?? [])
        } else {
            self = .deleteRange(
                collection: try container.decode(String.self, forKey: .deleteRange),
                KeyRange(from: try bytes(.from), until: try bytes(.until)))
        }
    }
}

extension TablesChanges: Encodable {
    /// Writes the changes as an array, as ``TablesChange/encode(to:)`` writes each of them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for change in self { try container.encode(change) }
    }
}
