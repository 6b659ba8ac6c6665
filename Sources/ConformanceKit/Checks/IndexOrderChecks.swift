import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// What is read from indexes, and in which order.
    static let indexOrders: [Check] = [
        Check(
            "IDX-09/compound", "A compound index serves its parts from the first one on.",
            proves: .indexIsUsed, .indexOrder,
            cause: "only the first part of an index is used"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [
                .ofField([IndexPart("a"), IndexPart("b"), IndexPart("c")])
            ])
            try database.put(
                (0..<60).map { number in
                    [
                        "a": .integer(number % 3), "b": .integer(number / 3 % 4),
                        "c": .integer(number / 12),
                    ]
                })
            func numbers(_ isTrue: (_ a: Int, _ b: Int, _ c: Int) -> Bool) -> [Int] {
                (0..<60).filter { isTrue($0 % 3, $0 / 3 % 4, $0 / 12) }
            }
            func part(_ name: FieldPath, _ comparison: Comparison, _ value: Value) -> Filter {
                .compare(name, comparison, value)
            }
            let a = part("a", .equal, 1)
            try database.expectFound(a, numbers { a, _, _ in a == 1 }, "the first part")
            try database.expectFound(
                .and([a, part("b", .greater, 1)]), numbers { a, b, _ in a == 1 && b > 1 },
                "equality and a range")
            try database.expectFound(
                .and([part("a", .greater, 0), part("b", .equal, 2)]),
                numbers { a, b, _ in a > 0 && b == 2 }, "a range and equality")
            try database.expectFound(
                .and([a, part("c", .equal, 3)]), numbers { a, _, c in a == 1 && c == 3 },
                "the first and the last part")
            try database.expectFound(
                .and([a, part("b", .equal, 2), part("c", .lessOrEqual, 1)]),
                numbers { a, b, c in a == 1 && b == 2 && c <= 1 }, "all parts")
            try database.expectFound(
                part("b", .equal, 2), numbers { _, b, _ in b == 2 }, "the second part alone")
            try database.expectFound(
                .and([.isIn("a", [0, 2]), .isIn("b", [3, 1]), part("c", .greater, 2)]),
                numbers { a, b, c in a != 1 && b % 2 == 1 && c > 2 }, "lists and a range")
        },
        Check(
            "IDX-10/directions", "A compound index of mixed directions gives the order it has.",
            proves: .indexOrder,
            cause: "a descending part is kept ascending"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [
                .ofField([IndexPart("a"), IndexPart("b", descending: true)])
            ])
            try database.put((0..<12).map { ["a": .integer($0 % 2), "b": .integer($0 / 4)] })
            let (mixed, turned) = (
                [Order.ascending("a"), .descending("b")], [Order.descending("a"), .ascending("b")]
            )
            try database.expectGiven(
                Query(orderedBy: mixed), [8, 10, 4, 6, 0, 2, 9, 11, 5, 7, 1, 3], "as it is")
            try database.expectGiven(
                Query(orderedBy: turned), [1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10], "turned around")
            let second = Query(
                where: .compare("a", .equal, 1), orderedBy: [.descending("b")], limit: 3)
            try database.expectGiven(second, [9, 11, 5], "the second part")
            try database.expectGiven(
                Query(where: .compare("b", .greater, 0), orderedBy: mixed),
                [8, 10, 4, 6, 9, 11, 5, 7], "with a condition on the second part")
            try database.expectFound(
                .and([.compare("a", .equal, 0), .compare("b", .less, 2)]), [0, 2, 4, 6],
                "a range of the second part")
        },
        Check(
            "IDX-17/ties", "Equal values stand by key, however they came in and after reopening.",
            proves: .indexOrder, .tiesByKey,
            cause: "equal values stand as they came"
        ) {
            context in
            let database = try context.database
            try database.prepare(indexes: [.ofField()])
            let entries = try (0..<80).map { number in
                Entry(try Key(number), ["f": .integer(number % 4)])
            }
            for entry in entries.shuffled(using: &context.generator) {
                try database.put([entry])
            }
            let ties = (0..<4).map { rest in Array(stride(from: rest, to: 80, by: 4)) }
            let order = Query(orderedBy: [.ascending("f")])
            let turned = Query(orderedBy: [.descending("f")])
            try database.expectGiven(order, ties.flatMap(\.self), "after puts in no order")
            try database.expectGiven(turned, ties.reversed().flatMap(\.self), "descending")
            guard try context.isPersistent else { return }
            try context.reopen()
            try context.database.expectGiven(order, ties.flatMap(\.self), "opened again")
        },
        Check(
            "IDX-18/bounds", "An exclusive bound leaves out every record at the bound.",
            proves: .boundsHold, .indexChangesNoAnswer,
            cause: "an exclusive bound leaves out the first of equal values only"
        ) {
            let database = try $0.database
            for isDescending in [false, true] {
                let name = isDescending ? "down" : "up"
                try database.prepare(
                    name, indexes: [.ofField([IndexPart("f", descending: isDescending)])])
                try database.put((0..<40).map { ["f": .integer($0 / 8)] }, in: name)
                for bound in [-1, 0, 2, 4, 5] {
                    for comparison in Comparison.allCases {
                        let isInside: (Int) -> Bool =
                            switch comparison {
                            case .equal: { $0 == bound }
                            case .notEqual: { $0 != bound }
                            case .less: { $0 < bound }
                            case .lessOrEqual: { $0 <= bound }
                            case .greater: { $0 > bound }
                            case .greaterOrEqual: { $0 >= bound }
                            }
                        try database.expectFound(
                            .compare("f", comparison, .integer(bound)),
                            (0..<40).filter { isInside($0 / 8) }, in: name, "index \(name)")
                    }
                }
                try database.expectFound(
                    .and([.compare("f", .greater, 1), .compare("f", .less, 3)]),
                    Array(16..<24), in: name, "both bounds, index \(name)")
                try database.expectFound(
                    .and([.compare("f", .greater, 3), .compare("f", .less, 1)]), [], in: name,
                    "bounds the wrong way round, index \(name)")
            }
        },
        Check(
            "IDX-19/parts", "A limit and an offset take their part of an index, from either end.",
            proves: .limitsTakeTheFirst, .reverseMirrors, .indexOrder,
            cause: "an index is read from one end only, or up to a number"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put((0..<60).map { ["f": .integer($0 * 7 % 60)] })
            let sorted = (0..<60).sorted { $0 * 7 % 60 < $1 * 7 % 60 }
            for (limit, offset) in [(1, 0), (5, 3), (60, 0), (100, 55), (10, 60), (3, 57)] {
                try database.expectGiven(
                    Query(orderedBy: [.ascending("f")], limit: limit, offset: offset),
                    Array(sorted.dropFirst(offset).prefix(limit)), "ascending")
                try database.expectGiven(
                    Query(
                        where: .compare("f", .less, 30), orderedBy: [.descending("f")],
                        limit: limit, offset: offset),
                    Array(sorted.prefix(30).reversed().dropFirst(offset).prefix(limit)),
                    "descending")
            }
        },
        Check(
            "IDX-26/plan", "A condition that an index bounds is looked up there.",
            proves: .indexIsUsed,
            cause: "queries scan in spite of an index"
        ) {
            let database = try $0.database
            try database.prepare(
                indexes: [
                    .ofField(), IndexSchema("pair", [IndexPart("g"), IndexPart("h")]),
                    IndexSchema("list", [IndexPart(elementsOf: "l")]),
                ])
            try database.put((0..<20).map { ["f": .integer($0), "g": .integer($0), "h": 1] })
            let g = Filter.compare("g", .equal, 3)
            try database.read { transaction in
                for (filter, index) in [
                    (.f(3), "f"), (.between("f", 3, 5), "f"), (.isIn("f", [1, 2]), "f"),
                    (.isNull("f"), "f"),
                    (.text("f", .startsWith, "a", caseInsensitive: false), "f"),
                    (g, "pair"), (.and([g, .compare("h", .greater, 0)]), "pair"),
                    (.and([.compare("x", .equal, 1), g]), "pair"),
                    (.any("l", .compare(.element, .equal, 1)), "list"),
                ] as [(Filter, String)] {
                    let plan = try transaction.explain(Query(where: filter), in: items)
                    try expect(
                        plan.access == .index(index) || plan.engine != nil,
                        "the plan where \(filter)", "index '\(index)', or the engine's own plan",
                        got: plan.description)
                }
                let byKey = try transaction.explain(
                    Query(where: .compare(.key, .equal, 3)), in: items)
                try expectEqual(byKey.access, .primaryKey, "the plan for a key")
                let sorted = try transaction.explain(
                    Query(orderedBy: [.ascending("f")], limit: 3), in: items)
                try expect(
                    !sorted.isSorted, "the plan for an order that an index has", "no sorting",
                    got: sorted.description)
            }
        },
        Check(
            "NUM-12/near", "Numbers of all kinds that lie close together are sorted exactly.",
            proves: .numbersCompareByValue, .indexOrder,
            level: .stochastic,
            cause: "the order of an index rounds numbers",
            origin: "negative numbers that an index had backwards"
        ) { context in
            let schema = try CollectionSchema(items, indexes: [.ofField()])
            var oracle = QueryOracle(schema)
            var values: [Value] = []
            for _ in 0..<60 { values += Value.numbersNearEachOther(using: &context.generator) }
            try context.database.write { transaction in
                try transaction.prepare(schema)
                for (number, value) in values.enumerated() {
                    let entry = Entry(try Key(number), ["f": value])
                    try transaction.put(entry.record, key: entry.key, in: items)
                    try oracle.put(entry)
                }
            }
            try context.database.read { transaction in
                try transaction.expectAnswer(Query(orderedBy: [.ascending("f")]), oracle)
                for value in values.prefix(60) {
                    try transaction.expectAnswer(Query(where: .f(value)), oracle)
                    try transaction.expectAnswer(
                        Query(
                            where: .and([.compare("f", .less, value), .compare(.key, .less, 99)])),
                        oracle)
                }
            }
        },
        Check(
            "IDX-28/random-order", "An index has random values of all kinds in their order.",
            proves: .indexOrder, .oneOrderOfValues,
            level: .stochastic,
            cause: "a kind of value has a wrong order, or none, in an index"
        ) { context in
            let database = try context.database
            let schema = try CollectionSchema(
                items,
                indexes: [
                    .ofField(), IndexSchema("down", [IndexPart("f", descending: true)]),
                ])
            var oracle = QueryOracle(schema)
            try database.write { transaction in
                try transaction.prepare(schema)
                for number in 0..<400 {
                    let value = try Value.random(using: &context.generator, depth: 1)
                    let entry = Entry(try Key(number), ["f": value])
                    try transaction.put(entry.record, key: entry.key, in: items)
                    try oracle.put(entry)
                }
            }
            try database.read { transaction in
                for order in [Order.ascending("f"), .descending("f")] {
                    try transaction.expectAnswer(Query(orderedBy: [order]), oracle)
                    for _ in 0..<40 {
                        let value = try Value.random(using: &context.generator, depth: 1)
                        let comparison = Comparison.allCases.randomElement(
                            using: &context.generator)
                        let filter = Filter.compare("f", comparison ?? .less, value)
                        try transaction.expectAnswer(
                            Query(where: filter, orderedBy: [order]), oracle)
                    }
                }
            }
        },
    ]
}

extension Value {
    /// A Double and its neighbours, decimals on and around it, and integers.
    fileprivate static func numbersNearEachOther(
        using generator: inout SplitMix64
    ) -> [Value] {
        let power = Int.random(in: -120...120, using: &generator)
        let sign: Double = Bool.random(using: &generator) ? 1 : -1
        let exact = (Double("1e\(power)") ?? 0) * .random(in: 1..<10, using: &generator) * sign
        let integer = Int64(1) << Int64.random(in: 52...62, using: &generator) * Int64(sign)
        let digits = UInt64.random(in: 0..<(.max), using: &generator)
        let decimals = [
            "\(exact)", "\(exact.nextUp)", "\(Int64(sign) * Int64(digits >> 1))E\(power - 18)",
            "\(integer).5", "\(integer)", "\(integer).00000000000000001",
        ]
        return [exact, exact.nextUp, exact.nextDown, Double(integer), Double(integer).nextUp].map(
            Value.double)
            + [integer, integer - 1, integer + 1].map(Value.int)
            + decimals.map { .decimal(Decimal(string: $0) ?? .nan) } + [.uint(digits | 1 << 63)]
    }
}
