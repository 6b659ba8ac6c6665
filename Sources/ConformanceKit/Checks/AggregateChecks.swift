import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// What is worked out from the records of a query.
    static let aggregates: [Check] = [
        Check(
            "QRY-20/values", "Aggregates are of the values that are there, null left out.",
            proves: .aggregates, .scanIsDefinition,
            cause: "null counts as a value, or as zero",
            origin: "AVG over a column that has NULL as 0"
        ) {
            let table = try FieldCollections(
                [3, nil, .null, 1, 2.5, 1], kind: .int, in: $0.database)
            try table.expect(
                every, of: .all, [.int(6), .int(3), .int(1), .int(3), .double(7.5), .double(1.875)])
            try table.expect(
                every, of: .compare("f", .greater, 1),
                [.int(2), .int(2), .double(2.5), .int(3), .double(5.5), .double(2.75)])
        },
        Check(
            "QRY-20/nothing",
            "Of nothing the count and the sum are 0, and there is no other value.",
            proves: .aggregates,
            cause: "the least, the greatest or the average of nothing is 0",
            origin: "SUM of no rows is NULL in SQL, and 0 elsewhere"
        ) {
            let nothing: [Value] = [.int(0), .int(0), .null, .null, .int(0), .null]
            let table = try FieldCollections([1, nil], kind: .int, in: $0.database)
            try table.expect(every, of: .compare("f", .greater, 1), nothing)
            try table.expect(
                every, of: .isNull("f"), [.int(1)] + nothing.dropFirst())
            try $0.database.read { transaction in
                try expectEqual(
                    try transaction.aggregate(every, in: "no such collection").map(\.values),
                    [nothing], "aggregates of a collection that is not there")
            }
        },
        Check(
            "QRY-21/exact", "Sums are exact, or rounded once, in whatever order records come.",
            proves: .exactSums,
            cause: "numbers are added up as Doubles, one by one",
            origin: "1e16 + 1 - 1e16 is 0 where each sum is rounded"
        ) {
            let cases: [([Value?], Value)] = [
                ([.int(.max), .int(1), .int(-1), .int(-2)], .int(.max - 2)),
                ([.int(1 << 53), .int(1)], .int(1 << 53 + 1)),
                ([.int(.max), .int(1)], .uint(1 << 63)),
                ([.double(1e16), .double(1), .double(-1e16), .double(1)], .double(2)),
                ([.double(0.1), .double(0.2), .double(0.3)], .double(0.6)),
                ([.decimal(Decimal(0.1 as Double)), .int(2)], .decimal(Decimal(2.1 as Double))),
            ]
            for (values, sum) in cases {
                for values in [values, values.reversed()] {
                    let table = try FieldCollections(values, kind: .int, in: $0.database)
                    try table.expect([.sum("f")], of: .all, [sum])
                }
            }
        },
        Check(
            "QRY-21/overflow",
            "A sum that no number of its kind holds is an error, as is one of text.",
            proves: .exactSums, .errorsSayWhere,
            cause: "a sum wraps, or turns into a Double"
        ) {
            for (values, code) in [
                ([.uint(.max), .int(1)], .overflow), ([.int(1), "2"], .typeMismatch),
            ] as [([Value?], StorageError.Code)] {
                let table = try FieldCollections(values, in: $0.database)
                try $0.database.read { transaction in
                    for name in table.names {
                        let error = try expectError(code, "the sum of '\(name)'") {
                            try transaction.aggregate([.sum("f")], in: name)
                        }
                        try expectEqual(error.field, "f", "the field that the error names")
                    }
                }
            }
        },
        Check(
            "QRY-22/groups", "A row for each value that there is, in the order of values.",
            proves: .groupRows, .aggregates,
            cause: "null and missing are two groups, or none",
            origin: "GROUP BY in the order of a hash"
        ) {
            let table = try FieldCollections(
                ["b", nil, 2, "a", .null, 2.0, "b"], kind: .string, in: $0.database)
            let rows: [AggregateRow] = [
                AggregateRow(group: [.null], values: [.int(2)]),
                AggregateRow(group: [.int(2)], values: [.int(2)]),
                AggregateRow(group: ["a"], values: [.int(1)]),
                AggregateRow(group: ["b"], values: [.int(2)]),
            ]
            try $0.database.read { transaction in
                for name in table.names {
                    try expectEqual(
                        try transaction.aggregate([.count], by: ["f"], in: name), rows,
                        "the groups of '\(name)'")
                }
            }
        },
        Check(
            "QRY-22/distinct", "The different values of a field come once each, in their order.",
            proves: .groupRows,
            cause: "equal values of different kinds, or null and missing, come twice"
        ) {
            let table = try FieldCollections(
                [3, 1, nil, 3, 1.0, .null, "1"], kind: .int, in: $0.database)
            try $0.database.read { transaction in
                for name in table.names {
                    try expectEqual(
                        try transaction.distinct("f", in: name), [.null, 1, 3, "1"],
                        "the values of '\(name)'")
                }
            }
        },
    ]
}

private let every: [Aggregate] = [
    .count, .distinctCount("f"), .minimum("f"), .maximum("f"), .sum("f"), .average("f"),
]

extension FieldCollections {
    /// Fails unless these are the aggregates of the records that the filter is true of.
    fileprivate func expect(
        _ aggregates: [Aggregate], of filter: Filter, _ values: [Value]
    ) throws {
        try reading { name, transaction in
            try expectEqual(
                try transaction.aggregate(aggregates, where: filter, in: name).map(\.values),
                [values], "aggregates of '\(name)' where \(filter)")
        }
    }
}
