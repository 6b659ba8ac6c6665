import StorageCore

/// The forms of a file of records.
enum ImportFormat: String {
    /// One JSON value: an array of records, or an object of records by key.
    case json
    /// JSON Lines.
    case jsonl

    /// The form of a text: JSON Lines if its name or its second line says so.
    init(of text: String, path: String) {
        if path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") {
            self = .jsonl
            return
        }
        let lines = text.split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isNewline }
        let isObjectByItself = lines.first.map { $0.hasPrefix("{") && $0.hasSuffix("}") } ?? false
        self = isObjectByItself && lines.count > 1 ? .jsonl : .json
    }
}

/// The text of a file of records, and what is needed to find their keys.
struct ImportSource {
    let text: String
    let collection: String
    let keyField: String?

    func entries(_ format: ImportFormat) throws(StorageError) -> [(Key, Record)] {
        switch format {
        case .json: try jsonEntries()
        case .jsonl: try lineEntries()
        }
    }

    private func jsonEntries() throws(StorageError) -> [(Key, Record)] {
        var entries: [(Key, Record)] = []
        switch try Value(json: text) {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                entries.append(try entry(element, "element \(index)"))
            }
        case .object(let object):
            for (name, value) in try object.fields() {
                guard case .object(let record) = value else {
                    throw StorageError(
                        .invalidValue, "the member '\(name)' is not a record; write an object",
                        field: name)
                }
                if let keyField {
                    entries.append((try key(of: record, keyField, "member '\(name)'"), record))
                } else {
                    entries.append((try Key(name), record))
                }
            }
        default:
            throw StorageError(
                .invalidValue, "the file is neither an array nor an object of records")
        }
        return entries
    }

    private func lineEntries() throws(StorageError) -> [(Key, Record)] {
        var entries: [(Key, Record)] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            do throws(StorageError) {
                entries.append(try entry(Value(json: String(line)), "the line"))
            } catch {
                throw StorageError(
                    error.code, "line \(index + 1) of the file: \(error.message)",
                    collection: collection, field: error.field, cause: error)
            }
        }
        return entries
    }

    private func entry(_ value: Value, _ place: String) throws(StorageError) -> (Key, Record) {
        guard case .object(let object) = value else {
            throw StorageError(.invalidValue, "\(place) is not a record; write an object")
        }
        if let keyField { return (try key(of: object, keyField, place), object) }
        // The form in which scan and export print an entry.
        guard let key = try object.value(of: "key"),
            case .object(let record) = try object.value(of: "record")
        else {
            throw StorageError(
                .invalidKey,
                "\(place) has no key; name the field that is the key with '--key FIELD', or give "
                    + "entries in the form of 'storage export'")
        }
        if case .string(let name) = try object.value(of: "collection"), name != collection {
            throw StorageError(
                .invalidValue,
                "\(place) belongs to the collection '\(name)', not to '\(collection)'; export that "
                    + "collection alone")
        }
        return (try Self.key(key, place), record)
    }

    private func key(
        of record: Record, _ field: String, _ place: String
    ) throws(StorageError) -> Key {
        guard let value = try record.value(of: field) else {
            throw StorageError(
                .invalidKey, "\(place) has no field '\(field)', which is to be its key",
                field: field)
        }
        return try Self.key(value, place)
    }

    private static func key(_ value: Value, _ place: String) throws(StorageError) -> Key {
        if case .array(let elements) = value {
            var components: [KeyComponent] = []
            for element in elements { components.append(try component(element, place)) }
            return try Key(components)
        }
        return try Key([component(value, place)])
    }

    private static func component(
        _ value: Value, _ place: String
    ) throws(StorageError) -> KeyComponent {
        switch value {
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .uint(let value): .uint(value)
        case .string(let value): .string(value)
        case .bytes(let value): .bytes(value)
        case .date(let value): .date(value)
        case .uuid(let value): .uuid(value)
        default:
            throw StorageError(
                .invalidKey,
                "the key of \(place) is \(value.json); a key is a Boolean, an integer, a string, "
                    + "bytes, a date, a UUID, or an array of these")
        }
    }
}
