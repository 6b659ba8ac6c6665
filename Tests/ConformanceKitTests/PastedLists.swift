import ConformanceKit
import Foundation
import StorageCore

/// Lists as failures print them, letter by letter: `OperationListTests` compares this text with what
/// is printed.
enum PastedLists {
    /// Each operation, and each form of keys, records, stretches and queries.
    // swift-format-ignore
    static func everyForm() throws -> OperationList {
        // everyForm
        try OperationList([
            .prepare(CollectionSchema("a", fields: [FieldSchema("int", .int), FieldSchema("list", .array), FieldSchema("object", .object), FieldSchema("s", .string)], indexes: [IndexSchema("by int", [IndexPart(["int"])]), IndexSchema("xs", [IndexPart(elementsOf: ["list"], ["x"]), IndexPart(["object", "y"], descending: true)])])),
            .prepare(CollectionSchema("ints", key: [.int])),
            .begin,
            .put(Key(1), [:], in: "a"),
            .put(Key("a\u{0}b\"\\"), ["a": nil, "b": true, "int": -5, "s": "e\u{301}"], in: "a"),
            .put(Key(true), ["b": .bytes([UInt8](repeating: 7, count: 3000)), "s": .string(String(repeating: "x", count: 300))], in: "a"),
            .put(Key(json: #"["a",1]"#), Record(json: #"{"d":1.5,"list":[{"x":"\u00e9\ud83d\udc04"}]}"#), in: "a"),
            .savepoint,
            .update(Query(where: Filter(text: #"int < 0 or s == "e\u0301""#)), set: "int", to: 7, in: "a"),
            .update(Query(limit: 1), set: "d", to: Value(json: #"{"$date":"2001-01-01T00:00:00.25Z"}"#), in: "a"),
            .release,
            .savepoint,
            .deleteWhere(Query(where: Filter(text: #"any list (x startsWith "\u00e9")"#), orderedBy: [Order](text: #"list, int:desc, $key:desc"#), limit: 2, offset: 1), in: "a"),
            .deleteRange(.between(.from(Key(1)), .through(Key(9))), in: "a"),
            .rollBackToSavepoint,
            .look,
            .commit,
            .openSnapshot,
            .createIndex(IndexSchema("d", [IndexPart(elementsOf: ["list"])], unique: true), in: "a"),
            .dropIndex("by int", in: "a"),
            .delete(Key(1), in: "a"),
            .look,
            .closeSnapshot,
            .reopen,
            .get(Key(json: #"{"$uuid":"00000000-0000-0001-0100-000000000000"}"#), in: "a"),
            .count(.all, in: "a"),
            .count(.startingWith(Key("a")), in: "a"),
            .scan(.between(.open, .until(Key(-3))), reversed: true, limit: nil, in: "a"),
            .scan(.between(.after(Key(0)), .open), reversed: false, limit: 3, in: "a"),
            .scan(.stringPrefix("a\u{0}"), reversed: false, limit: 0, in: "a"),
            .find(Query(), in: "b"),
            .begin,
            .put(Key(2), [:], in: "ints"),
            .rollBack,
        ])
        // end
    }

    /// What `Fault.overwritesNothing` is shrunk to.
    // swift-format-ignore
    static func overwritesNothing(on suite: any Harness) throws {
        // overwritesNothing
        try OperationList([
            .begin,
            .put(Key(1), [:], in: "a"),
            .savepoint,
            .rollBackToSavepoint,
            .put(Key(1), ["n": 1], in: "a"),
        ]).verify(on: suite)
        // end
    }

    /// The text between `// name` and `// end`, without what it is indented by.
    static func text(_ name: String) throws -> String {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.drop { $0 != "        // \(name)" }.dropFirst()
            .prefix { $0 != "        // end" }
        return body.map { String($0.dropFirst(8)) }.joined(separator: "\n")
    }
}
