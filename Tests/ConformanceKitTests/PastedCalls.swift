import Foundation
import StorageCore

/// The last calls to a storage as failures print them, letter by letter: `CallLogTests` compares this
/// text with what is printed.
enum PastedCalls {
    /// What the check of `CallLogTests` does.
    // swift-format-ignore
    static func run(on database: Database) throws {
        // run
        try database.write { transaction in
            try transaction.prepare(CollectionSchema("items", fields: [FieldSchema("f", .int)]))
            try transaction.put(["f": 1, "s": "\u{e9}"], key: Key(1), in: "items")
            try transaction.savepoint { transaction in
                try transaction.delete(Key(json: #"["a",1]"#), in: "items")
                try transaction.delete(KeyRange(after: Key(1), until: Key("b")), in: "items")
            }
        }
        try database.read { transaction in
            _ = try transaction.get(Key(1), in: "items")
            _ = try transaction.records(KeyRange(from: Key(0), through: Key(9)), in: "items", reversed: true)
            _ = try transaction.count(.all, in: "items")
        }
        // end
    }

    /// The text between `// run` and `// end`, without what it is indented by.
    static func lines() throws -> [String] {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "        // run" }.dropFirst().prefix { $0 != "        // end" }
            .map { String($0.dropFirst(8)) }
    }
}
