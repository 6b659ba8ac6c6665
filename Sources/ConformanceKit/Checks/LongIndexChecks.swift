import StorageCore

extension Check {
    /// Indexed values that are longer than a key of any engine.
    static let longIndexes: [Check] = [
        Check(
            "IDX-25/long", "Long values that begin alike are found, sorted and told apart exactly.",
            proves: .longValues,
            cause: "an entry is cut, and not compared with the record",
            origin: "LMDB keeps keys of up to 511 bytes"
        ) {
            let texts = longTexts
            let table = try FieldCollections(
                texts.map { .string($0) }, kind: .string, in: $0.database)
            let sorted = texts.indices.sorted {
                texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8)
            }
            try table.expectOrder(sorted)
            // Each of them against all takes seconds.
            let step = $0.effort == .smoke ? 5 : 1
            for (place, text) in texts.enumerated() where place % step == 0 {
                let rank = sorted.firstIndex(of: place) ?? 0
                try table.expect(.compare("f", .equal, .string(text)), finds: [place])
                try table.expect(
                    .compare("f", .less, .string(text)), finds: sorted.prefix(rank).sorted())
                try table.expect(
                    .compare("f", .greaterOrEqual, .string(text)),
                    finds: sorted.dropFirst(rank).sorted())
                let longer = texts.indices.filter { texts[$0].utf8.starts(with: text.utf8) }
                try table.expect(
                    .text("f", .startsWith, text, caseInsensitive: false), finds: longer)
            }
            try table.expect(.compare("f", .equal, .string(texts[0] + "x")), finds: [])
        },
        Check(
            "IDX-25/changes", "Long values follow replaces and deletes, one by one.",
            proves: .longValues, .indexFollows,
            cause: "entries of long values that begin alike are taken for one"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [
                .ofField(), IndexSchema("g", [IndexPart("n"), IndexPart("f")]),
            ])
            let texts = longTexts.map { Value.string($0) }
            try database.put(texts.map { ["f": $0, "n": 1] })
            for (place, text) in texts.enumerated() {
                try database.put(["f": text, "n": 2], try Key(place))
                try database.put(["f": "short", "n": 1], try Key(place))
                try database.expectFound(.f(text), [], "a long value that was replaced")
                let rest = texts.indices.dropFirst(place + 1)
                try database.expectFound(
                    .compare("f", .greater, "y"), Array(rest), "the long values that are left")
            }
            try database.put(["f": texts[4], "n": 1], try Key(0))
            try database.put(["f": texts[4], "n": 1], try Key(1))
            try database.expectFound(.f(texts[4]), [0, 1], "a long value of two records")
            try database.delete(try Key(0))
            try database.expectFound(.f(texts[4]), [1], "a long value of a record that is left")
        },
        Check(
            "IDX-25/long-keys",
            "Records with the longest keys are found, and sorted by their keys.",
            proves: .longValues, .keySize,
            cause: "an entry has no room for a long key behind its value"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            let long = String(repeating: "k", count: 476)
            let keys = try (["", "k", "l"] + ["", "a", "b", "\0"].map { long + $0 }).map {
                try Key($0)
            }
            let sorted = keys.sorted()
            for value in ["short", .string(String(repeating: "v", count: 500))] as [Value] {
                try database.put(keys.map { Entry($0, ["f": value]) })
                try database.read { transaction in
                    for order in [[], [Order.ascending("f")], [.descending("f")]] {
                        let query = Query(where: .f(value), orderedBy: order)
                        try expectEqual(try transaction.keys(query), sorted, "records of long keys")
                        try expectEqual(
                            try transaction.keys(Query(orderedBy: order + [.descending(.key)])),
                            sorted.reversed(), "records of long keys, backwards")
                    }
                }
                try database.delete(keys[4])
                try database.put(["f": 1], keys[5])
                try database.read { transaction in
                    try expectEqual(
                        try transaction.keys(Query(where: .f(value))),
                        sorted.filter { $0 != keys[4] && $0 != keys[5] }, "what is left")
                    try expectEqual(
                        try transaction.countAnswer(.f(1)), 1, "the record that was replaced")
                }
            }
        },
        Check(
            "IDX-25/unique", "A unique index tells long values apart, and finds equal ones.",
            proves: .longValues, .uniqueEquality,
            cause: "long values are compared by a hash, or by their beginning"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            let texts = longTexts
            try expectSuccess("puts of long values that begin alike") {
                try database.put(texts.map { ["f": .string($0)] })
            }
            for (place, text) in texts.enumerated() {
                let error = try expectError(.uniqueViolation, "a long value that is taken") {
                    try database.put(["f": .string(text)], try Key(99))
                }
                try expectEqual(
                    error.conflicts.first?.keys, [try Key(place), try Key(99)],
                    "the keys of a long value's conflict")
            }
        },
    ]

    /// Texts of 400 to 70,000 bytes, the first 399 to 1,000 of which are the same.
    private static let longTexts: [String] =
        [(1_000, 70_000, "a"), (1_000, 70_000, "b"), (1_000, 600, ""), (1_000, 999, "")].map {
            let text = String(repeating: "z", count: min($0.0, $0.1)) + $0.2
            return text + String(repeating: "-", count: $0.1 - text.utf8.count)
        } + ["a", "b", "\0", "\u{E9}"].map { String(repeating: "z", count: 1_000) + $0 }
        + [399, 440, 465, 466, 467, 468, 469, 470, 471, 472, 480, 511, 512].map {
            String(repeating: "z", count: $0)
        }
}
