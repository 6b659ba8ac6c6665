import StorageCore

extension Check {
    /// The order of answers, and the part of them that is asked for.
    static let orders: [Check] = [
        Check(
            "QRY-12/ascending",
            "Ascending begins with the least value, descending with the greatest.",
            proves: .orderDirections,
            cause: "ascending and descending swapped",
            origin: "the sort test of vapor/fluent-kit compares one direction with the other only"
        ) {
            let table = try FieldCollections([3, 1, 2, 10, -1], kind: .int, in: $0.database)
            try table.expect(Query(orderedBy: [.ascending("f")]), gives: [4, 1, 2, 0, 3])
            try table.expect(Query(orderedBy: [.descending("f")]), gives: [3, 0, 2, 1, 4])
            try table.expect(Query(orderedBy: [.descending(.key)]), gives: [4, 3, 2, 1, 0])
            try table.expect(Query(), gives: [0, 1, 2, 3, 4])
        },
        Check(
            "QRY-12/kinds", "Values of different kinds have one order.",
            proves: .oneOrderOfValues,
            cause: "values of different kinds are compared as text, or by when they came"
        ) {
            let table = try FieldCollections(
                [
                    .object([:]), [], .uuid(uuid(1)), .bytes([]), "", 0, false, nil, true,
                    .double(.nan), [nil], .object(["a": nil]), 1.5,
                ], in: $0.database)
            try table.expectOrder([7, 6, 8, 9, 5, 12, 4, 3, 2, 1, 10, 0, 11])
        },
        Check(
            "QRY-13/directions", "Each part of an order has its own direction.",
            proves: .orderDirections,
            cause: "the second part of an order, or its direction, is ignored"
        ) {
            try $0.expectOrders(
                [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("a", 1), ("", 3)],
                [
                    ([.ascending("s"), .ascending("n")], [5, 0, 4, 1, 2, 3]),
                    ([.ascending("s"), .descending("n")], [5, 1, 0, 4, 3, 2]),
                    ([.descending("s"), .ascending("n")], [2, 3, 0, 4, 1, 5]),
                    ([.descending("s"), .descending("n")], [3, 2, 1, 0, 4, 5]),
                    ([.ascending("n"), .descending("s")], [2, 0, 4, 3, 1, 5]),
                    ([.ascending("n"), .descending(.key)], [4, 2, 0, 3, 1, 5]),
                    ([.descending("s"), .descending("s"), .ascending("n")], [2, 3, 0, 4, 1, 5]),
                ])
        },
        Check(
            "QRY-14/nulls", "Null and missing are first ascending, and last descending.",
            proves: .orderDirections, .oneOrderOfValues,
            cause: "nulls stand at the other end",
            origin: "NULLS FIRST and LAST differ between engines"
        ) {
            let table = try FieldCollections(
                [2, .some(.null), 1, nil, 3, .some(.null)], kind: .int, in: $0.database)
            try table.expect(Query(orderedBy: [.ascending("f")]), gives: [1, 3, 5, 2, 0, 4])
            try table.expect(Query(orderedBy: [.descending("f")]), gives: [4, 0, 2, 1, 3, 5])
        },
        Check(
            "QRY-15/ties", "Records with equal values stand in the order of their keys.",
            proves: .tiesByKey,
            cause: "equal values stand as they came, or in the direction of the order"
        ) {
            let values = (0..<60).map { Value.int(Int64($0 * 7 % 3)) }
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            let places = (0..<3).map { rest in values.indices.filter { values[$0] == .int(rest) } }
            try table.expect(
                Query(orderedBy: [.ascending("f")]), gives: places.flatMap(\.self))
            try table.expect(
                Query(orderedBy: [.descending("f")]), gives: places.reversed().flatMap(\.self))
            try table.expect(
                Query(orderedBy: [.ascending("f"), .descending(.key)], limit: 30),
                gives: places[0].reversed() + places[1].reversed().prefix(10))
        },
        Check(
            "QRY-16/other-field", "Records are sorted by a field that no filter and no index has.",
            proves: .orderDirections, .scanIsDefinition,
            cause: "an order without an index is ignored"
        ) {
            let database = try $0.database
            try database.write { transaction in
                try transaction.createIndex(IndexSchema("a", [IndexPart("a")]), in: items)
                for place in 0..<20 {
                    let record: Record = [
                        "a": .integer(place % 2), "b": .integer(place * 7 % 20),
                    ]
                    try transaction.put(record, key: try Key(place), in: items)
                }
            }
            let query = Query(where: .compare("a", .equal, 1), orderedBy: [.ascending("b")])
            try database.read { transaction in
                try expectEqual(
                    try transaction.keys(query).map { try $0.decode(as: Int.self) },
                    [3, 9, 15, 1, 7, 13, 19, 5, 11, 17].sorted { $0 * 7 % 20 < $1 * 7 % 20 },
                    query.summary)
            }
        },
        Check(
            "QRY-18/limits", "Limit and offset count what is left after filter and order.",
            proves: .limitComesLast,
            cause: "the limit is applied before the filter, or the offset behind the limit",
            origin: "SQLite has no OFFSET without LIMIT"
        ) {
            let table = try FieldCollections(
                [9, 1, 8, 2, 7, 3, 6, 4, 5], kind: .int, in: $0.database)
            let even = Filter.isIn("f", [2, 4, 6, 8])
            let order = [Order.descending("f")]
            try table.expect(Query(where: even, orderedBy: order, limit: 2), gives: [2, 6])
            try table.expect(
                Query(where: even, orderedBy: order, limit: 2, offset: 1), gives: [6, 7])
            try table.expect(Query(where: even, orderedBy: order, offset: 3), gives: [3])
            try table.expect(Query(where: even, limit: 1, offset: 1), gives: [3])
            try table.expect(Query(where: even, limit: 0), gives: [])
            try table.expect(Query(orderedBy: order, limit: 0, offset: 2), gives: [])
            try table.expect(Query(offset: 7), gives: [7, 8])
            try table.expect(Query(orderedBy: order, offset: 9), gives: [])
            try table.expect(Query(offset: 100), gives: [])
            try table.expect(Query(limit: 100, offset: 8), gives: [8])
            try table.expect(Query(where: even, offset: 0), gives: [2, 3, 6, 7])
        },
        Check(
            "QRY-18/extremes", "The greatest numbers are a limit and an offset as others are.",
            proves: .limitComesLast,
            cause: "the sum of limit and offset overflows"
        ) {
            let table = try FieldCollections([3, 1, 2], kind: .int, in: $0.database)
            let order = [Order.ascending("f")]
            try table.expect(Query(orderedBy: order, limit: .max), gives: [1, 2, 0])
            try table.expect(Query(orderedBy: order, limit: .max, offset: 1), gives: [2, 0])
            try table.expect(Query(orderedBy: order, limit: 1, offset: .max), gives: [])
            try table.expect(Query(limit: .max, offset: .max), gives: [])
            try $0.database.read { transaction in
                _ = try transaction.explain(Query(limit: .max, offset: .max), in: "indexed")
            }
        },
        Check(
            "QRY-18/negative", "A negative limit or offset is an error.",
            proves: .negativeNumbers,
            cause: "a negative limit means none",
            origin: "LIMIT -1 of SQLite is no limit"
        ) {
            _ = try FieldCollections([1], in: $0.database)
            try $0.database.read { transaction in
                for query in [Query(limit: -1), Query(offset: -1), Query(limit: .min)] {
                    for name in ["plain", "indexed", "missing"] {
                        try expectError(.invalidArgument, "'\(name)' \(query.summary)") {
                            try transaction.records(query, in: name)
                        }
                    }
                }
            }
        },
    ]
}

extension CheckContext {
    /// Fails unless records of a text `s` and a number `n` are given in these orders, with indexes
    /// and without.
    fileprivate func expectOrders(
        _ records: [(s: String, n: Int64)], _ orders: [(parts: [Order], places: [Int])]
    ) throws {
        let parts: [[IndexPart]] = [
            [], [IndexPart("s"), IndexPart("n")],
            [IndexPart("s"), IndexPart("n", descending: true)],
            [IndexPart("n", descending: true), IndexPart("s")], [IndexPart("s", descending: true)],
        ]
        for (number, parts) in parts.enumerated() {
            let name = "collection \(number)"
            let indexes = parts.isEmpty ? [] : [try IndexSchema("sorted", parts)]
            try database.write { transaction in
                try transaction.prepare(CollectionSchema(name, indexes: indexes))
                for (place, record) in records.enumerated() {
                    try transaction.put(
                        ["s": .string(record.s), "n": .int(record.n)], key: try Key(place), in: name
                    )
                }
            }
            try database.read { transaction in
                for order in orders {
                    let query = Query(orderedBy: order.parts)
                    try expectEqual(
                        try transaction.keys(query, in: name), order.places.map { try Key($0) },
                        "'\(name)' with an index on \(parts), \(query.summary)")
                }
            }
        }
    }
}
