import StorageCore

// Arguments of operations with less to them, the boldest changes first.

extension Stretch {
    /// The keys that it names.
    var keys: [Key] {
        switch self {
        case .all, .stringPrefix: []
        case .startingWith(let key): [key]
        case .between(let lower, let upper): lower.keys + upper.keys
        }
    }

    var simpler: [Stretch] {
        switch self {
        case .all: []
        case .startingWith, .stringPrefix: [.all]
        case .between(let lower, let upper):
            [.all, .between(.open, upper), .between(lower, .open)]
        }
    }

    /// The stretch with other keys.
    func mapped(_ new: (Key) -> Key) -> Stretch {
        switch self {
        case .all, .stringPrefix: self
        case .startingWith(let key): .startingWith(new(key))
        case .between(let lower, let upper): .between(lower.mapped(new), upper.mapped(new))
        }
    }
}

extension Stretch.Lower {
    fileprivate var keys: [Key] {
        switch self {
        case .open: []
        case .from(let key), .after(let key): [key]
        }
    }

    fileprivate func mapped(_ new: (Key) -> Key) -> Stretch.Lower {
        switch self {
        case .open: .open
        case .from(let key): .from(new(key))
        case .after(let key): .after(new(key))
        }
    }
}

extension Stretch.Upper {
    fileprivate var keys: [Key] {
        switch self {
        case .open: []
        case .through(let key), .until(let key): [key]
        }
    }

    fileprivate func mapped(_ new: (Key) -> Key) -> Stretch.Upper {
        switch self {
        case .open: .open
        case .through(let key): .through(new(key))
        case .until(let key): .until(new(key))
        }
    }
}

extension Record {
    /// Records of no field, of fewer, and of the same with simpler values.
    var simpler: [Record] {
        do {
            let fields = try fields()
            if fields.isEmpty { return [] }
            var records = [Record()]
            if fields.map(\.name) != ["n"] { records.append(.number(1)) }
            for place in fields.indices where fields.count > 1 {
                var fewer = fields
                fewer.remove(at: place)
                records.append(try Record(fewer))
            }
            for (place, field) in fields.enumerated() {
                for value in field.value.simpler {
                    var changed = fields
                    changed[place].value = value
                    records.append(try Record(changed))
                }
            }
            return records
        } catch {
            return []
        }
    }
}

extension Value {
    /// Values of the same kind that are smaller, and a number.
    var simpler: [Value] {
        switch self {
        case .null, .bool, .int(0), .int(1): []
        case .int, .uint, .double, .decimal, .date, .uuid: [1]
        case .string(let text) where text.utf8.count > 1: [1, .string(text.half), ""]
        case .bytes(let bytes) where bytes.count > 1:
            [1, .bytes(Array(bytes.prefix(bytes.count / 2))), .bytes([])]
        case .string, .bytes: [1]
        case .array(let elements):
            [1]
                + elements.indices.map { place in
                    var fewer = elements
                    fewer.remove(at: place)
                    return .array(fewer)
                }
        case .object(let record): [1] + record.simpler.map(Value.object)
        }
    }
}

extension String {
    /// The first half of the scalars.
    fileprivate var half: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: unicodeScalars.prefix(unicodeScalars.count / 2))
        return String(text)
    }
}

extension CollectionSchema {
    /// Declarations of less.
    var simpler: [CollectionSchema] {
        let fewerFields = fields.indices.map { place in
            var fewer = fields
            fewer.remove(at: place)
            return fewer
        }
        let fewerIndexes = indexes.indices.map { place in
            var fewer = indexes
            fewer.remove(at: place)
            return fewer
        }
        var schemas: [CollectionSchema] = []
        do {
            if key != nil {
                schemas.append(try CollectionSchema(name, fields: fields, indexes: indexes))
            }
            if !fields.isEmpty {
                schemas.append(try CollectionSchema(name, key: key, indexes: indexes))
            }
            for fields in fewerFields {
                schemas.append(
                    try CollectionSchema(name, key: key, fields: fields, indexes: indexes))
            }
            for indexes in fewerIndexes {
                schemas.append(
                    try CollectionSchema(name, key: key, fields: fields, indexes: indexes))
            }
        } catch {
            // What it declared was possible, so that less of it is.
        }
        return schemas
    }

    /// The declaration under another name, or nil if none is possible.
    static func replacing(_ name: String, in schema: CollectionSchema) -> CollectionSchema? {
        do {
            return try CollectionSchema(
                name, key: schema.key, fields: schema.fields, indexes: schema.indexes)
        } catch {
            return nil
        }
    }
}
