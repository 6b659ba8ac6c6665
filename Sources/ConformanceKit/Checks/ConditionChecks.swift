import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// What conditions are true of.
    static let conditions: [Check] = [
        Check(
            "QRY-01/comparisons", "Each comparison holds by value, for values of each kind.",
            proves: .oneOrderOfValues, .nothingIsConverted,
            cause: "the engine answers for values that it cannot compare"
        ) {
            for (kind, low, middle, high) in comparable {
                let other: Value = kind == .uuid ? 1 : .uuid(uuid(1))
                let table = try FieldCollections(
                    [low, middle, high, nil, .some(.null), other], kind: kind, in: $0.database)
                try table.expect(.compare("f", .equal, middle), finds: [1])
                try table.expect(.compare("f", .notEqual, middle), finds: [0, 2, 3, 4, 5])
                try table.expect(.compare("f", .less, middle), finds: [0])
                try table.expect(.compare("f", .lessOrEqual, middle), finds: [0, 1])
                try table.expect(.compare("f", .greater, middle), finds: [2])
                try table.expect(.compare("f", .greaterOrEqual, middle), finds: [1, 2])
            }
        },
        Check(
            "NUM-17/queries", "False is less than true, and neither is a number.",
            proves: .boolsAreNoNumbers, .nothingIsConverted,
            cause: "Bools compared as the numbers 1 and 0",
            origin: "SQLite has no Bool"
        ) {
            let table = try FieldCollections([false, true, 0, 1, nil], in: $0.database)
            try table.expect(.compare("f", .equal, true), finds: [1])
            try table.expect(.compare("f", .less, true), finds: [0])
            try table.expect(.compare("f", .greater, false), finds: [1])
            try table.expect(.compare("f", .greaterOrEqual, 0), finds: [2, 3])
        },
        Check(
            "NUM-10/kinds", "Numbers of different kinds are compared by what they are.",
            proves: .numbersCompareByValue,
            cause: "integers compared as Doubles: beyond 2^53 they are equal"
        ) {
            let table = try FieldCollections(
                [1, 1.0, .decimal(1), 1.5, .int(1 << 53 + 1), .double(0x1p53), .uint(1 << 63)],
                kind: .double, in: $0.database)
            for one in [1, 1.0, .decimal(1)] as [Value] {
                try table.expect(.compare("f", .equal, one), finds: [0, 1, 2])
                try table.expect(.compare("f", .greater, one), finds: [3, 4, 5, 6])
            }
            try table.expect(.compare("f", .greater, .double(0x1p53)), finds: [4, 6])
            try table.expect(.compare("f", .less, .int(1 << 53 + 1)), finds: [0, 1, 2, 3, 5])
            try table.expect(.compare("f", .equal, .double(0x1p63)), finds: [6])
            try table.expect(.compare("f", .lessOrEqual, .int(.max)), finds: [0, 1, 2, 3, 4, 5])
        },
        Check(
            "NUM-03/queries", "Integers above Int64.max are found and sorted as such.",
            proves: .integersAreExact, .numbersCompareByValue,
            cause: "integers above Int64.max compared as negative ones"
        ) {
            let table = try FieldCollections(
                [.uint(.max), 0, .uint(1 << 63), .int(.max), -1], kind: .int, in: $0.database)
            try table.expectOrder([4, 1, 3, 2, 0])
            try table.expect(.compare("f", .greater, .int(.max)), finds: [0, 2])
            try table.expect(.compare("f", .equal, .uint(.max)), finds: [0])
            try table.expect(.isIn("f", [-1, .uint(1 << 63)]), finds: [2, 4])
        },
        Check(
            "NUM-09/nan", "All NaNs are one number, before all others.",
            proves: .nanIsOneNumber,
            cause: "NaN compared as IEEE does: not equal, not less, not greater",
            origin: "NaN in a B-tree that breaks its order"
        ) {
            let payload = Value.double(Double(bitPattern: 0x7FF8_0000_0000_0001))
            let table = try FieldCollections(
                [1.0, .double(.nan), payload, .double(-.infinity), .decimal(.nan)],
                kind: .double, in: $0.database)
            try table.expectOrder([1, 2, 4, 3, 0])
            try table.expect(.compare("f", .equal, .double(.nan)), finds: [1, 2, 4])
            try table.expect(.compare("f", .notEqual, .double(.nan)), finds: [0, 3])
            try table.expect(.compare("f", .less, 5.0), finds: [0, 1, 2, 3, 4])
            try table.expect(.compare("f", .greater, .double(.nan)), finds: [0, 3])
        },
        Check(
            "NUM-09/infinities", "The infinities are the least and the greatest number.",
            proves: .numbersCompareByValue, .doublesAreExact,
            cause: "infinities compared as the greatest numbers"
        ) {
            let table = try FieldCollections(
                [.double(.infinity), 0, .double(-.infinity), .double(.greatestFiniteMagnitude)],
                kind: .double, in: $0.database)
            try table.expectOrder([2, 1, 3, 0])
            try table.expect(.compare("f", .greater, 0.0), finds: [0, 3])
            try table.expect(.compare("f", .equal, .double(.infinity)), finds: [0])
        },
        Check(
            "NUM-09/zeros", "Minus zero equals zero in filters and in orders.",
            proves: .nanIsOneNumber,
            cause: "minus zero compared by its bits"
        ) {
            let table = try FieldCollections(
                [-0.0, 0.0, 0, .decimal(0), 1], kind: .double, in: $0.database)
            for zero in [0, 0.0, -0.0, .decimal(0)] as [Value] {
                try table.expect(.compare("f", .equal, zero), finds: [0, 1, 2, 3])
                try table.expect(.compare("f", .less, zero), finds: [])
            }
            try table.expectOrder([0, 1, 2, 3, 4])
        },
        Check(
            "NUM-13/queries", "Decimals are found and sorted by their exact value.",
            proves: .decimalsAreExact, .numbersCompareByValue,
            cause: "Decimals compared as Doubles, or as text",
            origin: "9, 9.5 and 10 sorted as text"
        ) {
            let texts = ["0.1", "3.133", "9", "10", "9.5", "1.0", "1.00", "-1E100", "1E-120"]
            let long = "1234567890123456789012345678901234567"
            let values = (texts + [long + "8", long + "9"]).map { Value.decimal(decimal($0)) }
            let table = try FieldCollections(values, kind: .decimal, in: $0.database)
            try table.expectOrder([7, 8, 0, 5, 6, 1, 2, 4, 3, 9, 10])
            try table.expect(.compare("f", .equal, .decimal(decimal("1.000"))), finds: [5, 6])
            try table.expect(.compare("f", .equal, .decimal(decimal(long + "8"))), finds: [9])
            try table.expect(.between("f", .decimal(9), .decimal(10)), finds: [2, 3, 4])
            // The nearest Double is a little more than a tenth.
            try table.expect(.compare("f", .equal, 0.1), finds: [])
            try table.expect(.compare("f", .less, 0.1), finds: [0, 7, 8])
        },
        Check(
            "NUM-08/queries", "A Float that was kept is found by the same Float.",
            proves: .doublesAreExact, .numbersCompareByValue,
            cause: "Floats compared by the digits that they are printed with"
        ) {
            let floats: [Float] = [0.1, 3.14, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
            let table = try FieldCollections(
                floats.map { .double(Double($0)) }, kind: .double, in: $0.database)
            for (place, float) in floats.enumerated() {
                try table.expect(.compare("f", .equal, .double(Double(float))), finds: [place])
            }
            try table.expect(.compare("f", .equal, 0.1), finds: [])
        },
        Check(
            "NUM-14/queries", "A date is found by the same instant, however near others are.",
            proves: .datesAreExact,
            cause: "dates compared by milliseconds, or as text",
            origin: "…00Z < …00.5Z is false of texts"
        ) {
            let values = (0..<50).map { number in
                Value.date(Date(timeIntervalSinceReferenceDate: 7e8 + Double(number) * 0.0002))
            }
            let table = try FieldCollections(values, kind: .date, in: $0.database)
            for place in [0, 7, 49] {
                try table.expect(.compare("f", .equal, values[place]), finds: [place])
                try table.expect(
                    .compare("f", .greater, values[place]), finds: Array(place + 1..<50))
                try table.expect(
                    .compare("f", .lessOrEqual, values[place]), finds: Array(0...place))
            }
        },
        Check(
            "QRY-04/null-missing", "Null and missing are one value, but for who asks.",
            proves: .oneOrderOfValues, .nullIsNotAbsent,
            cause: "a missing value is taken for null by who asks for missing ones"
        ) {
            let table = try FieldCollections(
                [nil, .some(.null), 0, false, ""], in: $0.database)
            try table.expect(.isNull("f"), finds: [0, 1])
            try table.expect(.isMissing("f"), finds: [0])
            try table.expect(.not(.isMissing("f")), finds: [1, 2, 3, 4])
            try table.expect(.compare("f", .equal, .null), finds: [0, 1])
            try table.expect(.compare("f", .notEqual, .null), finds: [2, 3, 4])
            try table.expect(.compare("f", .lessOrEqual, .null), finds: [0, 1])
            try table.expect(.compare("f", .less, .null), finds: [])
            try table.expect(.isIn("f", [nil, 0]), finds: [0, 1, 2])
        },
        Check(
            "QRY-05/not-equal-null", "A record without a value is not equal, not less, not more.",
            proves: .twoValued,
            cause: "a comparison with null is unknown, as in SQL, and so is its negation",
            origin: "SQL's <> leaves out the rows that are NULL"
        ) {
            let table = try FieldCollections(
                [4, 5, 6, .some(.null), nil], kind: .int, in: $0.database)
            try table.expect(.compare("f", .notEqual, 5), finds: [0, 2, 3, 4])
            try table.expect(.not(.compare("f", .equal, 5)), finds: [0, 2, 3, 4])
            try table.expect(.not(.compare("f", .less, 5)), finds: [1, 2, 3, 4])
            try table.expect(.not(.compare("f", .greaterOrEqual, 5)), finds: [0, 3, 4])
            try table.expect(.not(.compare("f", .notEqual, 5)), finds: [1])
            let texts = try FieldCollections(["x", "y", nil, 5], kind: .string, in: $0.database)
            try texts.expect(
                .not(.text("f", .contains, "x", caseInsensitive: false)), finds: [1, 2, 3])
        },
        Check(
            "QRY-07/between", "Both bounds are inside; bounds the wrong way round hold nothing.",
            proves: .betweenIsInclusive,
            cause: "between leaves one of its bounds out"
        ) {
            let table = try FieldCollections(
                [1, 2, 2.5, 3, 4, nil, "2"], kind: .double, in: $0.database)
            try table.expect(.between("f", 2, 3), finds: [1, 2, 3])
            try table.expect(.between("f", 2.5, 2.5), finds: [2])
            try table.expect(.between("f", 3, 2), finds: [])
            try table.expect(.not(.between("f", 2, 3)), finds: [0, 4, 5, 6])
        },
        Check(
            "QRY-10/no-coercion", "What looks the same in text is not the same value.",
            proves: .nothingIsConverted,
            cause: "texts that look like numbers equal the numbers",
            origin: "'1' = 1 is true in a typed column of SQLite"
        ) {
            let table = try FieldCollections(
                [1, "1", true, "true", .bytes([0x31]), ["1"], .some(.null), "null", "", "01"],
                in: $0.database)
            try table.expect(.compare("f", .equal, 1), finds: [0])
            try table.expect(.compare("f", .equal, "1"), finds: [1])
            try table.expect(.compare("f", .equal, true), finds: [2])
            try table.expect(.compare("f", .equal, "null"), finds: [7])
            try table.expect(.compare("f", .greaterOrEqual, 0), finds: [0])
            try table.expect(.isIn("f", ["1", "true"]), finds: [1, 3])
            try table.expect(.contains("f", 1), finds: [])
        },
    ]

    /// Three values of each kind, from the least to the greatest.
    private static let comparable: [(FieldKind, Value, Value, Value)] = [
        (.int, -3, 5, 40),
        (.int, .int(.max), .uint(1 << 63), .uint(.max)),
        (.double, -1e300, 0.5, .double(.infinity)),
        (.decimal, .decimal(-9), .decimal(10), .decimal(100)),
        (.string, "10", "9", "a"),
        (.bytes, .bytes([]), .bytes([1, 255]), .bytes([2])),
        (.date, date(-1), date(0.25), date(1e9)),
        (.uuid, .uuid(uuid(1)), .uuid(uuid(2)), .uuid(uuid(1 << 63))),
        (.array, [], [1, "b"], [2]),
        (.object, .object([:]), .object(["a": 2]), .object(["b": 1])),
    ]

    private static func date(_ seconds: Double) -> Value {
        .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    private static func decimal(_ text: String) -> Decimal {
        Decimal(string: text) ?? .nan
    }
}
