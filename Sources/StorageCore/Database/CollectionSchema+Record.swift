extension CollectionSchema {
    /// The schema as it is kept in the catalog.
    func record(_ indexes: [Index]) throws(StorageError) -> Record {
        var fields: [(name: String, value: Value)] = []
        for field in self.fields { fields.append((field.name, .string(field.kind.rawValue))) }
        let kinds = key.map { Value.array($0.map { .string($0.rawValue) }) }
        var described: [Value] = []
        for index in indexes { described.append(.object(try index.record())) }
        return try Record([
            ("fields", .object(try Record(fields))), ("indexes", .array(described)),
            ("key", kinds ?? .null),
        ])
    }

    /// A schema from the catalog.
    init(name: String, record: Record, indexes: [IndexSchema]) throws(StorageError) {
        guard case .object(let fields) = try record.value(of: "fields"),
            let key = try record.value(of: "key")
        else { throw .damagedSchema(name) }
        self.init(
            trusted: name, key: try Self.kinds(key, of: name),
            fields: try Self.fields(fields, of: name), indexes: indexes)
    }

    /// The indexes in an entry of the catalog, sorted by the UTF-8 bytes of their names.
    static func indexes(
        _ record: Record, of name: String
    ) throws(StorageError) -> [Index] {
        guard case .array(let values) = try record.value(of: "indexes") ?? .array([]) else {
            throw .damagedSchema(name)
        }
        var indexes: [Index] = []
        for value in values {
            guard case .object(let record) = value, let index = try Index(record) else {
                throw .damagedSchema(name)
            }
            indexes.append(index)
        }
        return indexes.sorted { $0.schema.name.precedesInUTF8($1.schema.name) }
    }

    private static func kinds(
        _ value: Value, of name: String
    ) throws(StorageError) -> [KeyKind]? {
        guard case .array(let elements) = value else { return nil }
        var kinds: [KeyKind] = []
        for element in elements {
            guard case .string(let text) = element, let kind = KeyKind(rawValue: text) else {
                throw .damagedSchema(name)
            }
            kinds.append(kind)
        }
        return kinds
    }

    private static func fields(
        _ record: Record, of name: String
    ) throws(StorageError) -> [FieldSchema] {
        var fields: [FieldSchema] = []
        for (field, value) in try record.fields() {
            guard case .string(let text) = value, let kind = FieldKind(rawValue: text) else {
                throw .damagedSchema(name)
            }
            fields.append(FieldSchema(field, kind))
        }
        return fields
    }

    /// This schema, with the fields that only `declared` has.
    ///
    /// - Throws: ``StorageError/Code/schemaMismatch`` if the two declare different keys, or one
    ///   field with different kinds.
    func merged(with declared: CollectionSchema) throws(StorageError) -> CollectionSchema {
        if let key, let other = declared.key, key != other {
            throw StorageError(
                .schemaMismatch,
                "the keys of collection '\(name)' are \(key.description(joined: " + ")), and it "
                    + "is declared with \(other.description(joined: " + ")); declare it as it is, "
                    + "or copy it into a new collection",
                collection: name)
        }
        var kinds: [ExactString: FieldKind] = [:]
        for field in fields { kinds[ExactString(field.name)] = field.kind }
        var added: [FieldSchema] = []
        for field in declared.fields {
            guard let kind = kinds[ExactString(field.name)] else {
                added.append(field)
                continue
            }
            guard kind == field.kind else {
                throw StorageError(
                    .schemaMismatch,
                    "the field '\(field.name)' of collection '\(name)' is \(kind.rawValue), and it "
                        + "is declared as \(field.kind.rawValue); declare it as it is, or give the "
                        + "new field another name",
                    collection: name, field: field.name)
            }
        }
        let indexes = try mergedIndexes(with: declared)
        if added.isEmpty, indexes.count == self.indexes.count { return self }
        return CollectionSchema(
            trusted: name, key: key,
            fields: (fields + added).sorted { $0.name.precedesInUTF8($1.name) },
            indexes: indexes)
    }

    private func mergedIndexes(
        with declared: CollectionSchema
    ) throws(StorageError) -> [IndexSchema] {
        var merged = indexes
        for index in declared.indexes {
            guard
                let existing = indexes.first(where: { $0.name.isIdentical(to: index.name) })
            else {
                merged.append(index)
                continue
            }
            guard existing == index else {
                throw StorageError(
                    .schemaMismatch,
                    "the index '\(index.name)' of collection '\(name)' is over "
                        + "\(existing.summary), and it is declared over \(index.summary); declare it "
                        + "as it is, drop it first, or give the new index another name",
                    collection: name)
            }
        }
        return merged.sorted { $0.name.precedesInUTF8($1.name) }
    }
}

extension [KeyKind] {
    fileprivate func description(joined separator: String) -> String {
        map(\.rawValue).joined(separator: separator)
    }
}

extension StorageError {
    fileprivate static func damagedSchema(_ name: String) -> StorageError {
        StorageError(
            .damaged,
            "the catalog's entry of collection '\(name)' is damaged; restore the storage from a "
                + "backup",
            collection: name)
    }
}
