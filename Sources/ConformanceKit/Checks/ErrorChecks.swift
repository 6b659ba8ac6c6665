import StorageCore

extension Check {
    /// Errors: which, when, and what they say.
    static let errors: [Check] = [
        Check(
            "ERR-03/missing", "What is missing reads as nil, false or nothing, never as an error.",
            proves: .missingIsNil,
            cause: "what is missing is an error of the engine that is passed on",
            origin: "MDB_NOTFOUND and SQLITE_NOTFOUND"
        ) {
            let database = try $0.database
            for round in ["no collection", "an empty collection", "a collection of others"] {
                try expectEqual(try database.record(try Key(1)), nil, "get in \(round)")
                try expectEqual(
                    try database.read { try $0.contains(try Key(1), in: items) }, false,
                    "contains in \(round)")
                try expectEqual(try database.delete(try Key(1)), false, "delete in \(round)")
                try expectEqual(
                    try database.keys(KeyRange(through: try Key(5))), [], "scan in \(round)")
                try expectEqual(
                    try database.count(KeyRange(through: try Key(5))), 0, "count in \(round)")
                if round == "no collection" {
                    try database.write { try $0.prepare(CollectionSchema(items)) }
                } else {
                    try database.put(.number(9), try Key(9))
                }
            }
        },
        Check(
            "ERR-03/impossible-names", "A collection that cannot exist reads as empty.",
            proves: .missingIsNil, .anyNames,
            cause: "a name that cannot exist is refused in a read"
        ) {
            let database = try $0.database
            try database.put(.number(1), try Key(1))
            let long = String(repeating: "x", count: 1_000)
            for name in ["", "$catalog", "$x", long, "missing", "ITEMS"] {
                let shown = readable(name)
                try expectEqual(
                    try database.record(try Key(1), in: name), nil, "get in \(shown)")
                try expectEqual(try database.count(in: name), 0, "count in \(shown)")
                try expectEqual(try database.keys(in: name), [], "scan in \(shown)")
                try expectEqual(
                    try database.delete(try Key(1), in: name), false, "delete in \(shown)")
            }
        },
        Check(
            "ERR-01/names",
            "Names that are empty, too long or reserved are refused, with no effect.",
            proves: .reservedNames, .nameSize, .oneCode,
            cause: "a name is not looked at before the engine gets it"
        ) {
            let database = try $0.database
            try database.put(.number(1), try Key(1))
            for name in ["", "$", "$catalog", "$x", String(repeating: "x", count: 256)] {
                try expectError(.invalidName, "put into the collection \(readable(name))") {
                    try database.put(.number(1), try Key(1), in: name)
                }
                try expectError(.invalidName, "a schema named \(readable(name))") {
                    try CollectionSchema(name)
                }
            }
            try expectEqual(
                try database.read { try $0.collections().map(\.name) }, [items],
                "the collections after refused names")
        },
        Check(
            "ERR-01/nul-names", "NUL counts as two bytes of a name, and the longest one is kept.",
            proves: .nameSize, .anyNames,
            cause: "a name is cut at NUL, or NUL is not counted as it is kept"
        ) {
            let nuls = String(repeating: "\0", count: 127)
            let names = [nuls + "x", nuls + "y", String(repeating: "\u{1}", count: 255)]
            for (number, name) in names.enumerated() {
                try $0.database.put(.number(number), try Key(1), in: name)
            }
            for (number, name) in names.enumerated() {
                try $0.expectContent(
                    [Entry(try Key(1), .number(number))], in: name,
                    "a name of 255 control characters")
            }
            try expectError(.invalidName, "a name of 128 times NUL") {
                try CollectionSchema(nuls + "\0")
            }
        },
        Check(
            "ERR-01/schema-keys", "A collection declared with other keys is refused as a mismatch.",
            proves: .schemaMismatches,
            cause: "another declaration of keys is taken over in silence"
        ) {
            let database = try $0.database
            try database.write { try $0.prepare(CollectionSchema(items, key: [.int])) }
            for key in [[KeyKind.string], [.uint], [.int, .int]] {
                try expectError(.schemaMismatch, "prepare with keys of \(key)") {
                    try database.write { try $0.prepare(CollectionSchema(items, key: key)) }
                }
            }
            try database.write { try $0.prepare(CollectionSchema(items, key: [.int])) }
            try database.write { try $0.prepare(CollectionSchema(items)) }
            try database.put(.number(1), try Key(1))
            try $0.expectContent([Entry(try Key(1), .number(1))], "after refused schemas")
        },
        Check(
            "ERR-01/schema-fields", "A field declared with another kind is refused as a mismatch.",
            proves: .schemaMismatches,
            cause: "another declaration of a field is taken over in silence"
        ) {
            let database = try $0.database
            let fields = [FieldSchema("a", .int), FieldSchema("b", .string)]
            try database.write { try $0.prepare(CollectionSchema(items, fields: fields)) }
            let error = try expectError(.schemaMismatch, "prepare with a as a string") {
                try database.write {
                    try $0.prepare(
                        CollectionSchema(items, fields: [FieldSchema("a", .string)]))
                }
            }
            try expectEqual(error.collection, items, "the error's collection")
            try expectEqual(error.field, "a", "the error's field")
            try expectEqual(
                try database.read { try $0.collections() },
                [try CollectionSchema(items, fields: fields)], "the schema after the refusal")
            try expectError(.invalidConfiguration, "a field declared twice") {
                try CollectionSchema(
                    items, fields: [FieldSchema("a", .int), FieldSchema("a", .string)])
            }
        },
        Check(
            "ERR-02/where", "A refusal names the collection and the key.",
            proves: .errorsSayWhere,
            cause: "the engine's error is passed on as it is",
            origin: "SQLite's bare \"unable to open database file\""
        ) {
            let database = try $0.database
            try database.write { try $0.prepare(CollectionSchema(items, key: [.string])) }
            let key = try Key(77)
            let put = try expectError(.wrongKeyKind, "put of an integer key") {
                try database.put(.number(1), key)
            }
            let get = try expectError(.wrongKeyKind, "get of an integer key") {
                try database.record(key)
            }
            for (error, name) in [(put, "put"), (get, "get")] {
                try expectEqual(error.collection, items, "the collection in the error of \(name)")
                try expectEqual(error.key, key, "the key in the error of \(name)")
            }
        },
        Check(
            "ERR-05/before-effect", "What is refused is refused before anything has changed.",
            proves: .refusedBefore,
            cause: "arguments are looked at after the first change"
        ) {
            let database = try $0.database
            try database.put([Entry(try Key(1), .number(1))])
            try expectError(.invalidValue, "a record with a field twice") {
                try database.write { transaction in
                    try transaction.put(.number(2), key: try Key(1), in: items)
                    try transaction.put(
                        try Record([("a", 1), ("a", 2)]), key: try Key(2), in: items)
                }
            }
            try $0.expectContent([Entry(try Key(1), .number(1))], "after a refused record")
        },
        Check(
            "ERR-08/not-poisoned", "An error in one transaction leaves the next ones alone.",
            proves: .errorsEnd,
            cause: "an error leaves a flag, a lock or a transaction behind",
            origin: "\"cannot start a transaction within a transaction\" after an error"
        ) {
            let database = try $0.database
            try database.write { try $0.prepare(CollectionSchema(items, key: [.int])) }
            for number in 0..<20 {
                try expectError(.wrongKeyKind, "put of a text key") {
                    try database.put(.number(0), try Key("x"))
                }
                try expectError(.invalidArgument, "a negative limit") {
                    try database.entries(limit: -1)
                }
                try expectStop("a body that throws") { try database.write { _ in throw Stop() } }
                try database.put(.number(number), try Key(number))
            }
            try $0.expectContent(try [Entry].numbers(0..<20), "writes between errors")
        },
    ]
}
