extension Entity {
    /// The extension of a type that makes it an entity.
    func `extension`(of type: String, _ conformances: [String]) -> String {
        let inheritance = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
        let members = [schema, id, writing, reading].filter { !$0.isEmpty }
        let attributes = availability.map { $0 + "\n" }.joined()
        return attributes + "extension \(type)\(inheritance) {\n"
            + members.map { $0.indented }.joined(separator: "\n\n") + "\n}"
    }

    private var schema: String {
        var parts = fields.map { field in
            let indexing = field.indexing.map { ", .\($0)" } ?? ""
            let name = StringLiteral.literal(field.name)
            return "StorageCore.Field(\(name), \\.\(field.property)\(indexing))"
        }
        if declaresIndexes { parts.append("Self.indexes") }
        let value =
            "StorageCore.Schema<Self>(\n    \(collection), key: \\.\(key), "
            + "translator: StorageCore.FieldTranslator<Self>()\n) {\n"
            + parts.joined(separator: "\n").indented + "\n}"
        return isGeneric
            ? "\(access)static var schema: StorageCore.Schema<Self> {\n\(value.indented)\n}"
            : "\(access)static let schema = \(value)"
    }

    private var id: String {
        typeOfMissingID.map { "\(access)var id: \($0) { \(key) }" } ?? ""
    }

    private var writing: String {
        let statements = fields.map { field in
            "try writer.write(\(StringLiteral.literal(field.name)), self.\(field.property))"
        }
        return "\(access)func writeFields(to writer: inout StorageCore.FieldWriter) throws {\n"
            + statements.joined(separator: "\n").indented + "\n}"
    }

    private var reading: String {
        let (reader, local) = (unused("reader"), unused("value"))
        var values: [String] = []
        var assignments: [String] = []
        for field in fields {
            let value = "\(local)\(assignments.count)"
            let name = StringLiteral.literal(field.name)
            let property = "self.\(field.property)"
            let read: String
            switch field.reading {
            case .plain: read = "\(reader).read(\(name))"
            case .initialValue:
                // A closure cannot mean a model that is not whole.
                values.append("let \(value)_ = \(property)")
                read = "\(reader).read(\(name), default: \(value)_)"
            case .defaultValue(let text): read = "\(reader).read(\(name), default: \(text))"
            case .none: continue
            }
            if let type = field.type {
                values.append("let \(value): \(type) = try \(read)")
            } else {
                values.append(
                    "let \(value) = try StorageCore.FieldReader.value("
                        + "for: { (model: Self) in model.\(field.property) }) {\n    try \(read)\n}"
                )
            }
            assignments.append("\(property) = \(value)")
        }
        return "\(access)init(fieldsFrom \(reader): inout StorageCore.FieldReader) throws {\n"
            + (values + assignments).joined(separator: "\n").indented + "\n}"
    }

    /// A name like `name` that no default value can mean.
    private func unused(_ name: String) -> String {
        var name = name
        let values = fields.compactMap { field in
            if case .defaultValue(let value) = field.reading { value } else { nil }
        }
        while values.contains(where: { $0.contains(name) }) { name += "_" }
        return name
    }
}

extension String {
    /// Each line moved to the right, what is inside of literals of several lines left alone.
    fileprivate var indented: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}
