import StorageCore

// Arguments as Swift that makes the same value again. It has ASCII only, so that no editor changes
// what it says.

extension String {
    /// The string as a literal.
    var source: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case " "..."~": text.unicodeScalars.append(scalar)
            default: text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text + "\""
    }

    /// JSON, or what has JSON in it, as a raw literal.
    fileprivate var rawSource: String {
        var text = ""
        for unit in utf16 {
            if unit < 0x80, let scalar = Unicode.Scalar(unit) {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        var marks = "#"
        while text.contains("\"" + marks) { marks += "#" }
        return "\(marks)\"\(text)\"\(marks)"
    }
}

extension Key {
    /// The key as an expression, which throws.
    var source: String {
        do {
            let components = try components()
            guard components.count == 1 else { return jsonSource }
            return switch components[0] {
            case .int(let number): "Key(\(number))"
            case .string(let text): "Key(\(text.source))"
            case .bool(let bool): "Key(\(bool))"
            default: jsonSource
            }
        } catch {
            return jsonSource
        }
    }

    private var jsonSource: String { "Key(json: \(json.rawSource))" }
}

extension Record {
    /// The record as an expression, which may throw.
    var source: String {
        do {
            let fields = try fields()
            if fields.isEmpty { return "[:]" }
            let parts = fields.compactMap { field in
                field.value.literal.map { "\(field.name.source): \($0)" }
            }
            if parts.count == fields.count { return "[\(parts.joined(separator: ", "))]" }
        } catch {
            // The bytes are no record: they are shown as they are.
        }
        return "Record(json: \(json.rawSource))"
    }
}

extension Value {
    /// The value as an expression, which may throw.
    var source: String { literal ?? "Value(json: \(json.rawSource))" }

    /// The value as a literal, if it has one.
    fileprivate var literal: String? {
        switch self {
        case .null: "nil"
        case .bool(let bool): String(bool)
        case .int(let number): String(number)
        case .string(let text): text.repetition ?? text.source
        case .bytes(let bytes): bytes.repetition
        default: nil
        }
    }
}

extension String {
    /// A long text of one scalar over and over.
    fileprivate var repetition: String? {
        guard let first = unicodeScalars.first, utf8.count > 20,
            unicodeScalars.allSatisfy({ $0 == first })
        else { return nil }
        let count = unicodeScalars.count
        return ".string(String(repeating: \(String(first).source), count: \(count)))"
    }
}

extension [UInt8] {
    /// Bytes of one number over and over.
    fileprivate var repetition: String? {
        guard let first, allSatisfy({ $0 == first }) else { return nil }
        return ".bytes([UInt8](repeating: \(first), count: \(count)))"
    }
}

extension Filter {
    /// The filter as an expression, which may throw.
    var source: String {
        self == .all ? ".all" : "Filter(text: \(description.rawSource))"
    }
}

extension Query {
    /// The query as an expression, which may throw.
    var source: String {
        var parts: [String] = []
        if filter != .all { parts.append("where: \(filter.source)") }
        if !orders.isEmpty {
            let text = orders.map(\.description).joined(separator: ", ")
            parts.append("orderedBy: [Order](text: \(text.rawSource))")
        }
        if let limit { parts.append("limit: \(limit)") }
        if offset != 0 { parts.append("offset: \(offset)") }
        return "Query(\(parts.joined(separator: ", ")))"
    }
}

extension IndexSchema {
    /// The declaration as an expression, which throws.
    var source: String {
        let unique = isUnique ? ", unique: true" : ""
        let parts = parts.map(\.source).joined(separator: ", ")
        return "IndexSchema(\(name.source), [\(parts)]\(unique))"
    }
}

extension IndexPart {
    fileprivate var source: String {
        let descending = isDescending ? ", descending: true" : ""
        guard let elements else { return "IndexPart(\(path.source)\(descending))" }
        let member = elements.names.isEmpty ? "" : ", \(elements.source)"
        return "IndexPart(elementsOf: \(path.source)\(member)\(descending))"
    }
}

extension FieldPath {
    fileprivate var source: String { "[\(names.map(\.source).joined(separator: ", "))]" }
}

extension CollectionSchema {
    /// The declaration as an expression, which throws.
    var source: String {
        var parts = [name.source]
        if let key { parts.append("key: [\(key.map { ".\($0)" }.joined(separator: ", "))]") }
        if !fields.isEmpty {
            let fields = fields.map { "FieldSchema(\($0.name.source), .\($0.kind))" }
            parts.append("fields: [\(fields.joined(separator: ", "))]")
        }
        if !indexes.isEmpty {
            parts.append("indexes: [\(indexes.map(\.source).joined(separator: ", "))]")
        }
        return "CollectionSchema(\(parts.joined(separator: ", ")))"
    }
}
