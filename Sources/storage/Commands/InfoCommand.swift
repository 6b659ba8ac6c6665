import CommandLineTool
import StorageCore

/// `storage info`: says what a storage is and what it holds.
struct InfoCommand: Command {
    static let name = "info"
    static let summary = "print backend, path, size, durability, collections and indexes"
    static let usage = "URL [--json]"
    static let options = [OptionName.json]

    private let url: StorageURL
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        isJSON = arguments.has("json")
    }

    func run(_ output: Output) throws -> ExitStatus {
        let (description, collections) = try withDatabase(url.openedForReading()) { database in
            let collections = try database.read { tx in
                try tx.collections().map { (schema: $0, count: try tx.count(in: $0.name)) }
            }
            return (database.storage.description, collections)
        }
        if isJSON {
            output.line(try Self.record(description, collections).json)
            return .done
        }
        output.line("backend:     \(description.scheme)")
        output.line("path:        \(description.path ?? "none")")
        output.line("size:        \(description.size.map { "\($0) bytes" } ?? "none on disk")")
        output.line("durability:  \(description.durability.rawValue)")
        output.line("collections: \(collections.count)")
        for (schema, count) in collections {
            output.line("  \(schema.name): \(count) records, \(schema.summary)")
            for index in schema.indexes { output.line("    index \(index.line)") }
        }
        return .done
    }

    private static func record(
        _ description: StorageDescription,
        _ collections: [(schema: CollectionSchema, count: Int)]
    ) throws -> Record {
        let values = try collections.map { schema, count in
            Value.object(
                try Record([
                    ("name", .string(schema.name)), ("count", .integer(count)),
                    ("key", schema.key.map { .array($0.map { .string($0.rawValue) }) } ?? .null),
                    (
                        "fields",
                        .object(
                            try Record(
                                schema.fields.map { ($0.name, .string($0.kind.rawValue)) }))
                    ),
                    ("indexes", .array(try schema.indexes.map { .object(try $0.record()) })),
                ]))
        }
        return try Record([
            ("backend", .string(description.scheme)),
            ("path", description.path.map { .string($0) } ?? .null),
            ("size", description.size.map { .integer($0) } ?? .null),
            ("durability", .string(description.durability.rawValue)),
            ("collections", .array(values)),
        ])
    }
}

extension CollectionSchema {
    fileprivate var summary: String {
        let keys = key.map { $0.map(\.rawValue).joined(separator: " + ") } ?? "any"
        let fields = fields.map { "\($0.name) \($0.kind.rawValue)" }.joined(separator: ", ")
        return "keys: \(keys)" + (fields.isEmpty ? "" : ", fields: \(fields)")
    }
}
