import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Queries that cannot be answered, and those that are large.
    static let queryErrors: [Check] = [
        Check(
            "QRY-10/unknown-field", "A collection that declares its fields knows no others.",
            proves: .declaredFields, .refusedBefore,
            cause: "a field that is not declared reads as null"
        ) {
            let database = try $0.database
            let fields = [
                FieldSchema("a", .int), FieldSchema("o", .object), FieldSchema("l", .array),
            ]
            try database.write { transaction in
                try transaction.prepare(CollectionSchema(items, fields: fields))
                try transaction.put(["a": 1, "b": 2], key: try Key(1), in: items)
                try expectError(.unknownField, "an index on an undeclared field") {
                    try transaction.createIndex(IndexSchema("b", [IndexPart("b")]), in: items)
                }
            }
            let queries = [
                Query(where: .compare("b", .equal, 2)), Query(orderedBy: [.ascending("b")]),
                Query(where: .not(.or([.isNull("a"), .isMissing("b")]))),
                Query(where: .any("b", .all)), Query(where: .isIn("A", [])),
                Query(where: .text("b", .contains, "", caseInsensitive: true)),
                Query(where: .compare(["b", "a"], .equal, 2)), Query(where: .contains("b", 1)),
            ]
            try database.write { transaction in
                for query in queries {
                    try transaction.expectRefused(query, .unknownField)
                }
                try expectEqual(
                    try transaction.keys(Query(where: .compare("a", .equal, 1))), [try Key(1)],
                    "a query after some that were refused")
            }
        },
        Check(
            "QRY-10/wrong-kind", "A declared field is compared with constants of its kind only.",
            proves: .declaredFields, .refusedBefore,
            cause: "a constant of another kind is converted, or finds nothing"
        ) {
            let database = try $0.database
            let fields = FieldKind.allCases.map { FieldSchema($0.rawValue, $0) }
            try database.write { transaction in
                try transaction.prepare(CollectionSchema(items, fields: fields))
                try transaction.put(["int": "1", "string": 1], key: try Key(1), in: items)
            }
            let filters: [Filter] = [
                .compare("int", .equal, "1"), .compare("string", .equal, 1),
                .compare("bool", .equal, 1), .compare("date", .less, 1), .isIn("int", [1, "1"]),
                .compare("uuid", .equal, "00000000-0000-0000-0000-000000000000"),
                .compare("bytes", .equal, "a"), .compare("decimal", .greater, "1"),
                .not(.or([.compare("double", .notEqual, "1")])), .contains("string", 1),
                .contains("int", 1), .text("int", .startsWith, "1", caseInsensitive: false),
                .text("array", .equals, "1", caseInsensitive: false), .any("object", .all),
                .any("string", .all), .compare(["int", "x"], .equal, 1),
            ]
            try database.write { transaction in
                for filter in filters {
                    try transaction.expectRefused(Query(where: filter), .typeMismatch)
                }
                for filter in [
                    .compare("int", .equal, nil), .compare("int", .equal, 1.0),
                    .compare("double", .less, .decimal(5)), .compare(["object", "x"], .equal, "1"),
                    .isIn("string", [nil, "a"]), .contains("array", 1),
                ] as [Filter] {
                    _ = try transaction.keys(Query(where: filter))
                }
                try expectError(.typeMismatch, "an index over elements of a string") {
                    try transaction.createIndex(
                        IndexSchema("s", [IndexPart(elementsOf: "string")]), in: items)
                }
            }
        },
        Check(
            "QRY-28/no-meaning", "A filter that has no meaning is refused, and finds nothing.",
            proves: .noMeaning,
            cause: "a condition that cannot be answered is left out"
        ) {
            let table = try FieldCollections([1, [1]], in: $0.database)
            try table.expect(.any("f", .compare(.element, .equal, 1)), finds: [1])
            try $0.database.write { transaction in
                for name in ["plain", "indexed"] {
                    for filter in [
                        .compare(.element, .equal, 1), .not(.isNull(.element)),
                        .or([.compare("f", .equal, 1), .isMissing(.element)]),
                    ] as [Filter] {
                        try transaction.expectRefused(
                            Query(where: filter), .invalidArgument, in: name)
                    }
                }
            }
        },
        Check(
            "QRY-29/lists", "Lists of many thousand values are answered.",
            proves: .largeFilters,
            cause: "a list has as many values as a statement has parameters",
            origin: "SQLite takes 999 or 32,766 parameters"
        ) {
            let database = try $0.database
            let values = (0..<50).map { Value.int($0 * 700) }
            let longest: Int64 = $0.effort == .smoke ? 40_000 : 300_000
            let table = try FieldCollections(values, kind: .int, in: database)
            for size in [999, 4_000] {
                let list = (0..<size).map { Value.int(Int64($0)) }
                try table.expect(.isIn("f", list), finds: Array(0...(size - 1) / 700))
            }
            try database.read { transaction in
                for (path, name, size, count) in [
                    ("f", "declared int, indexed", 32_766, 47), (.key, "plain", 32_767, 50),
                    ("f", "declared int", longest, 50),
                ] as [(FieldPath, String, Int64, Int)] {
                    let list = (0..<size).map { Value.int($0) }
                    try expectEqual(
                        try transaction.countAnswer(.isIn(path, list), in: name), count,
                        "the count of '\(name)' where \(path) is in a list of \(size)")
                }
            }
        },
        Check(
            "QRY-29/terms", "1,500 terms, and terms inside 1,500 others, are answered or refused.",
            proves: .largeFilters,
            cause: "the engine's parser or the stack is as deep as the filter",
            origin: "SQLite: \"Expression tree is too large (maximum depth 1000)\""
        ) {
            let values = (0..<40).map { Value.int($0 * 50) }
            let database = try $0.database
            let table = try FieldCollections(values, kind: .int, in: database)
            let terms = (0..<1_500).map { Filter.compare("f", .equal, .int($0)) }
            try table.expect(.or(terms), finds: Array(0..<30))
            try table.expect(.and(terms.map { .not($0) }), finds: Array(30..<40))
            let one = Filter.compare("f", .less, 500)
            let nests: [(String, (Filter) -> Filter)] = [
                ("and", { .and([$0, .all]) }), ("or", { .or([$0, one]) }), ("not", { .not($0) }),
                ("and in or", { .or([.and([$0, one]), .compare("f", .equal, -1)]) }),
                ("any in or", { .or([one, .any("f", $0)]) }),
            ]
            try database.write { transaction in
                for (name, nest) in nests {
                    let filter = (0..<1_500).reduce(one) { inner, _ in nest(inner) }
                    for collection in ["plain", "indexed"] {
                        try transaction.expectAnsweredOrRefused(
                            filter, count: 10, in: collection, "a nest of 1,500 times \(name)")
                    }
                }
            }
        },
    ]
}

extension WriteTransaction {
    /// Fails unless everything that takes a query refuses this one, with that error.
    fileprivate borrowing func expectRefused(
        _ query: Query, _ code: StorageError.Code, in collection: String = items
    ) throws {
        let subject = "of '\(collection)' \(query.summary)"
        try expectError(code, "records \(subject)") { try records(query, in: collection) }
        try expectError(code, "a scan \(subject)") {
            try scan(query, in: collection) { _, _ in true }
        }
        try expectError(code, "a delete \(subject)") { try delete(query, in: collection) }
        try expectError(code, "an update \(subject)") {
            try update(query, in: collection) { _, _ in }
        }
        guard query.orders.isEmpty else { return }
        try expectError(code, "a count \(subject)") {
            try count(where: query.filter, in: collection)
        }
    }

    /// Fails unless a filter is true of so many records, or refused for what it is.
    fileprivate borrowing func expectAnsweredOrRefused(
        _ filter: Filter, count: Int, in collection: String, _ subject: String
    ) throws {
        do {
            try expectEqual(
                try records(Query(where: filter), in: collection).count, count,
                "\(subject) in '\(collection)'")
        } catch let error as StorageError where error.code == .invalidArgument {
            return
        } catch let error as StorageError {
            throw CheckFailure(
                "\(subject) in '\(collection)'",
                expected: "an answer, or the error invalidArgument",
                got: error.context)
        }
    }
}
