extension Index {
    /// The index as it is kept in the catalog.
    func record() throws(StorageError) -> Record {
        var parts: [Value] = []
        for part in schema.parts {
            var fields: [(name: String, value: Value)] = [
                ("path", .array(part.path.names.map { .string($0) })),
                ("descending", .bool(part.isDescending)),
            ]
            if let elements = part.elements {
                fields.append(("elements", .array(elements.names.map { .string($0) })))
            }
            parts.append(.object(try Record(fields)))
        }
        return try Record([
            ("name", .string(schema.name)), ("number", .int(number)), ("parts", .array(parts)),
            ("unique", .bool(schema.isUnique)), ("native", .bool(isNative)),
        ])
    }

    /// An index from the catalog, or nil if it is not one.
    convenience init?(_ record: Record) throws(StorageError) {
        guard case .string(let name) = try record.value(of: "name"),
            case .int(let number) = try record.value(of: "number"),
            case .bool(let isUnique) = try record.value(of: "unique"),
            case .bool(let isNative) = try record.value(of: "native"),
            case .array(let values) = try record.value(of: "parts")
        else { return nil }
        var parts: [IndexPart] = []
        for value in values {
            guard case .object(let record) = value,
                let path = try Self.path(record.value(of: "path")),
                case .bool(let isDescending) = try record.value(of: "descending")
            else { return nil }
            let elements = try Self.path(record.value(of: "elements"))
            parts.append(
                elements.map { IndexPart(elementsOf: path, $0, descending: isDescending) }
                    ?? IndexPart(path, descending: isDescending))
        }
        self.init(
            schema: IndexSchema(trusted: name, parts, isUnique: isUnique), number: number,
            isNative: isNative, handle: nil)
    }

    private static func path(_ value: Value?) -> FieldPath? {
        guard case .array(let values) = value else { return nil }
        var names: [String] = []
        for value in values {
            guard case .string(let name) = value else { return nil }
            names.append(name)
        }
        return FieldPath(names)
    }
}
