import CommandLineTool
import StorageCore

/// `storage index`: creates, drops and lists the indexes of a collection.
struct IndexCommand: Command {
    static let name = "index"
    static let summary = "create, drop or list the indexes of a collection"
    static let usage = """
        URL COLLECTION create NAME PART,… [--unique] [--json]
               storage index URL COLLECTION drop NAME [--json]
               storage index URL COLLECTION list [--json]

        A part is a field, as in 'city' or 'address.city:desc', or what is in the elements of
        an array, as in 'tags[]' or 'items[].sku'.
        """
    static let options = [
        OptionName("unique", nil, "two records may not have the same values"), OptionName.json,
    ]

    private enum Action {
        case create(IndexSchema)
        case drop(String)
        case list
    }

    private let url: StorageURL
    private let collection: String
    private let action: Action
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        isJSON = arguments.has("json")
        let isUnique = arguments.has("unique")
        let word = try arguments.take("create, drop or list")
        switch word {
        case "create": action = .create(try arguments.takeIndex(isUnique: isUnique))
        case "drop": action = .drop(try arguments.take("NAME"))
        case "list": action = .list
        default:
            throw UsageError(
                "an index is created, dropped or listed: write create, drop or list, not '\(word)'")
        }
        guard !isUnique || word == "create" else {
            throw UsageError("'--unique' goes with 'create'")
        }
    }

    func run(_ output: Output) throws -> ExitStatus {
        switch action {
        case .create(let index): try create(index, output)
        case .drop(let name):
            try withDatabase(url.openedForWriting()) { database in
                try database.write { tx in try tx.dropIndex(name, in: collection) }
            }
            output.result("dropped", isJSON: isJSON)
        case .list: try list(output)
        }
        return .done
    }

    private func create(_ index: IndexSchema, _ output: Output) throws {
        let progress = Progress("index")
        defer { progress.finish() }
        let wasThere = try withDatabase(url) { database in
            try database.write { tx in
                let wasThere = try tx.indexes(in: collection).contains(index)
                try tx.createIndex(index, in: collection, progress: progress.step)
                return wasThere
            }
        }
        let result = wasThere ? "unchanged" : "created"
        guard isJSON else { return output.line("\(result) \(index.line)") }
        output.line(
            try Record([("result", .string(result)), ("index", .object(index.record()))]).json)
    }

    private func list(_ output: Output) throws {
        let indexes = try withDatabase(url.openedForReading()) { database in
            try database.read { tx in try tx.indexes(in: collection) }
        }
        guard isJSON else {
            for index in indexes { output.line(index.line) }
            return
        }
        output.line(Value.array(try indexes.map { .object(try $0.record()) }).json)
    }
}

extension Arguments {
    fileprivate mutating func takeIndex(isUnique: Bool) throws(UsageError) -> IndexSchema {
        let name = try take("NAME")
        let parts = try take("PART,…")
        return try read { () throws(StorageError) in
            try IndexSchema(name, [IndexPart](text: parts), unique: isUnique)
        }
    }
}

extension IndexSchema {
    /// The index in one line.
    var line: String {
        "\(name): \(parts.map(\.description).joined(separator: ","))"
            + (isUnique ? " (unique)" : "")
    }

    /// The index as a JSON object.
    func record() throws(StorageError) -> Record {
        try Record([
            ("name", .string(name)),
            ("parts", .array(parts.map { .string($0.description) })),
            ("unique", .bool(isUnique)),
        ])
    }
}
