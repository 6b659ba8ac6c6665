import StorageCore

extension Check {
    /// Lists, groups, and what stands inside of values.
    static let lists: [Check] = [
        Check(
            "QRY-02/in-list", "A list finds what equals one of its values; an empty one nothing.",
            proves: .lists,
            cause: "only the first value of a list counts, or an empty list is no condition",
            origin: "an empty IN list that matched everything"
        ) {
            let table = try FieldCollections(
                [1, 2, 3, "2", .some(.null), nil, 2.0], in: $0.database)
            try table.expect(.isIn("f", [2, 7, 1]), finds: [0, 1, 6])
            try table.expect(.isIn("f", [2, 2, 2.0]), finds: [1, 6])
            try table.expect(.isIn("f", []), finds: [])
            try table.expect(.not(.isIn("f", [])), finds: [0, 1, 2, 3, 4, 5, 6])
            try table.expect(.isIn("f", [2]), finds: [1, 6])
            try table.expect(.and([.isIn("f", []), .all]), finds: [])
            try table.expect(.or([.isIn("f", []), .compare("f", .equal, 3)]), finds: [2])
            try table.expect(.and([.not(.isIn("f", [])), .compare("f", .equal, 3)]), finds: [2])
        },
        Check(
            "QRY-03/not-in-null", "Null in a list or in a field is a value like others.",
            proves: .lists, .twoValued,
            cause: "null in a list makes its negation unknown",
            origin: "NOT IN with a NULL finds nothing in SQL"
        ) {
            let table = try FieldCollections(
                ["x", "y", .some(.null), nil], kind: .string, in: $0.database)
            try table.expect(.compare("f", .notEqual, "x"), finds: [1, 2, 3])
            try table.expect(.not(.compare("f", .equal, "x")), finds: [1, 2, 3])
            try table.expect(.not(.compare("f", .greater, "x")), finds: [0, 2, 3])
            try table.expect(.not(.isIn("f", ["x"])), finds: [1, 2, 3])
            try table.expect(.not(.isIn("f", ["x", nil])), finds: [1])
            try table.expect(.isIn("f", ["x", nil]), finds: [0, 2, 3])
        },
        Check(
            "QRY-06/groups", "And, or and not mean what they say, of none and of many.",
            proves: .groupsOfFilters,
            cause: "an or is its first part, or an empty group the wrong constant"
        ) {
            let table = try FieldCollections([1, 2, 3, 4, nil], kind: .int, in: $0.database)
            let (low, even) = (
                Filter.compare("f", .less, 3), Filter.isIn("f", [2, 4])
            )
            try table.expect(.and([]), finds: [0, 1, 2, 3, 4])
            try table.expect(.or([]), finds: [])
            try table.expect(.not(.and([])), finds: [])
            try table.expect(.not(.or([])), finds: [0, 1, 2, 3, 4])
            try table.expect(.and([low, even]), finds: [1])
            try table.expect(.or([low, even]), finds: [0, 1, 3])
            try table.expect(.not(.or([low, even])), finds: [2, 4])
            try table.expect(.not(.and([low, even])), finds: [0, 2, 3, 4])
            try table.expect(.or([low, .and([even, .not(low)])]), finds: [0, 1, 3])
            try table.expect(.and([.or([low, even]), .or([])]), finds: [])
            try table.expect(.and([.and([]), .not(.not(even))]), finds: [1, 3])
        },
        Check(
            "QRY-11/nested", "A path leads into objects, and to nothing else.",
            proves: .paths,
            cause: "a dot in a name is taken for a path",
            origin: "the paths $.a.b and $.\"a.b\" of SQLite's JSON"
        ) {
            let table = try FieldCollections(
                [
                    .object(["a": .object(["b": 1])]), .object(["a": .object(["b": 2])]),
                    .object(["a": 1]), .object(["a.b": 1]), .array([.object(["a": 1])]), 1, nil,
                    .object(["a": nil]),
                ], kind: .object, in: $0.database)
            try table.expect(.compare(["f", "a", "b"], .equal, 1), finds: [0])
            try table.expect(.compare(["f", "a"], .equal, 1), finds: [2])
            try table.expect(.compare(["f", "a.b"], .equal, 1), finds: [3])
            try table.expect(.compare(["f", "a"], .equal, .object(["b": 2])), finds: [1])
            try table.expect(.isMissing(["f", "a"]), finds: [3, 4, 5, 6])
            try table.expect(.isNull(["f", "a"]), finds: [3, 4, 5, 6, 7])
            try table.expect(
                Query(orderedBy: [.descending(["f", "a", "b"])], limit: 2), gives: [1, 0])
        },
        Check(
            "QRY-11/elements", "Any is true of a record once, whichever element it is true of.",
            proves: .anyElement,
            cause: "a record is found once for each of its elements",
            origin: "a join with json_each"
        ) {
            let table = try FieldCollections(
                [
                    ["a", "b"], ["b", "a", "a"], [], [["a"]], "a", nil, [1, nil],
                ], in: $0.database)
            try table.expect(.any("f", .compare(.element, .equal, "a")), finds: [0, 1])
            try table.expect(.any("f", .all), finds: [0, 1, 3, 6])
            try table.expect(.not(.any("f", .all)), finds: [2, 4, 5])
            try table.expect(.any("f", .isNull(.element)), finds: [6])
            try table.expect(
                .any("f", .any(.element, .compare(.element, .equal, "a"))), finds: [3])
            try table.expect(
                .and([
                    .any("f", .compare(.element, .equal, "a")),
                    .any("f", .compare(.element, .equal, "b")),
                ]), finds: [0, 1])
            try table.expect(
                .any(
                    "f",
                    .and([.compare(.element, .greater, "a"), .compare(.element, .less, "b")])),
                finds: [])
            try table.expect(.contains("f", "a"), finds: [0, 1, 4])
            try table.expect(.contains("f", ["a"]), finds: [3])
            try table.expect(.contains("f", 1.0), finds: [6])
        },
        Check(
            "QRY-11/members-of-elements", "Conditions inside any hold of one and the same element.",
            proves: .anyElement,
            cause: "conditions inside any hold of several elements",
            origin: "MongoDB's conditions on arrays without $elemMatch"
        ) {
            let table = try FieldCollections(
                [
                    [.object(["k": 1, "v": "a"]), .object(["k": 2, "v": "b"])],
                    [.object(["k": 1, "v": "b"])], [.object(["v": "b"])], [1],
                ], kind: .array, in: $0.database)
            try table.expect(
                .any("f", .and([.compare("k", .equal, 1), .compare("v", .equal, "b")])),
                finds: [1])
            try table.expect(.any("f", .isMissing("k")), finds: [2, 3])
            try table.expect(.any("f", .compare("k", .greater, 1)), finds: [0])
        },
        Check(
            "QRY-11/key", "The key is asked for as a field is, and a compound one as an array.",
            proves: .paths,
            cause: "the key is looked for among the fields"
        ) {
            let database = try $0.database
            let keys = try [
                Key(1), Key(2), Key("1"), Key([.string("a"), .int(1)]), Key([.int(2), .int(3)]),
            ]
            try database.put(keys.map { Entry($0, ["f": "x"]) })
            try database.read { transaction in
                func expect(_ filter: Filter, _ places: [Int]) throws {
                    try expectEqual(
                        try transaction.keys(Query(where: filter)),
                        places.map { keys[$0] }.sorted(),
                        "records where \(filter)")
                }
                try expect(.compare(.key, .equal, 1), [0])
                try expect(.compare(.key, .equal, 1.0), [0])
                try expect(.compare(.key, .less, 1.5), [0])
                try expect(.compare(.key, .greaterOrEqual, 1.5), [1])
                try expect(.compare(.key, .equal, "1"), [2])
                try expect(.compare(.key, .equal, ["a", 1]), [3])
                try expect(.compare(.key, .equal, [1]), [])
                try expect(.compare(.key, .greater, ["a", 0]), [3])
                try expect(.isIn(.key, [2, "1", "2", [2, 3]]), [1, 2, 4])
                try expect(.contains(.key, 1), [3])
                try expect(.any(.key, .compare(.element, .equal, 1)), [3])
                try expect(.any(.key, .compare(.element, .greater, 2)), [4])
                try expect(.any("f", .compare(.key, .equal, 1)), [])
                try expect(.isMissing(.key), [])
                try expect(.text(.key, .startsWith, "a", caseInsensitive: false), [])
                try expect(.not(.compare(.key, .equal, 1)), [1, 2, 3, 4])
            }
        },
        Check(
            "QRY-11/names", "A name with a dot is no path, and every name is a name.",
            proves: .paths, .constantsAreData, .anyNames,
            cause: "names are spliced into the engine's language",
            origin: "fields called order, \"a\"b or $"
        ) {
            let names = [
                "price.usd", "\"", "'", "]", "[0]", "$", "$.a", " ", "\u{1F404}", "", "`", "order",
                "rowid", "key", "record", "and", "$key", "a\0b",
            ]
            let database = try $0.database
            for isIndexed in [false, true] {
                let name = isIndexed ? "indexed" : "plain"
                let indexes = try names.map { try IndexSchema("by \($0)", [IndexPart([$0])]) }
                try database.write { transaction in
                    try transaction.prepare(
                        CollectionSchema(
                            name, fields: names.map { FieldSchema($0, .int) },
                            indexes: isIndexed ? indexes : []))
                    for (place, field) in names.enumerated() {
                        try transaction.put(
                            try Record([(field, 1)]), key: try Key(place), in: name)
                    }
                    let nested: Record = ["price": .object(["usd": 1])]
                    try transaction.put(nested, key: try Key(99), in: name)
                }
                try database.read { transaction in
                    for (place, field) in names.enumerated() {
                        try expectEqual(
                            try transaction.keys(
                                Query(where: .compare([field], .equal, 1)), in: name),
                            [try Key(place)], "'\(name)' where \(field) == 1")
                        let sorted = Query(orderedBy: [.descending([field])], limit: 1)
                        try expectEqual(
                            try transaction.keys(sorted, in: name), [try Key(place)],
                            "'\(name)' \(sorted.summary)")
                    }
                }
            }
        },
    ]
}
