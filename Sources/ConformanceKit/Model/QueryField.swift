import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A field of the records that random queries are about: few values, so that conditions hit, and
/// ties and near misses among them.
struct QueryField: Sendable {
    let name: String
    let kind: FieldKind
    let values: [Value]

    /// What may stand in the field, and inside of it.
    let paths: [FieldPath]

    private init(
        _ name: String, _ kind: FieldKind, members: [FieldPath] = [], _ values: [Value]
    ) {
        self.name = name
        self.kind = kind
        self.values = values
        paths = [[name]] + members
    }

    /// A value that a declared field can be compared with.
    func constant(using generator: inout SplitMix64) -> Value {
        let value = values[Int.random(in: 0..<values.count, using: &generator)]
        return Int.random(in: 0..<12, using: &generator) == 0 ? .null : value
    }

    /// All fields, one of each kind at least.
    static let all: [QueryField] = [
        QueryField("bool", .bool, [false, true]),
        QueryField("int", .int, [0, 1, 1, 2, 2, 3, -1, 1.0, .decimal(1), 1.5, -0.0]),
        QueryField(
            "wide", .int,
            [
                .int(.min), .int(.max), .uint(.max), .uint(1 << 63), .int(1 << 53),
                .int(1 << 53 + 1), .double(0x1p53), .double(0x1p63), .double(-0x1p63),
                .decimal(Decimal(UInt64.max)), .decimal(Decimal(Int64.max)), .double(0x1p64),
            ]),
        QueryField(
            "double", .double,
            [
                0.0, -0.0, 0.1, 1.5, -1.5, .double(.nan), .double(.infinity),
                .double(-.infinity), .double(.leastNonzeroMagnitude), 0, .decimal(Decimal.nan),
                .decimal(decimal("0.1")), .double(-Double.nan), .double(.greatestFiniteMagnitude),
            ]),
        QueryField(
            "decimal", .decimal,
            [
                .decimal(decimal("0.1")), .decimal(decimal("1.50")), .decimal(decimal("9.5")),
                .decimal(9), .decimal(10), .decimal(decimal("-0.1")), .decimal(decimal("1E-120")),
                .decimal(decimal("1E100")), .decimal(decimal("-1E100")), 10, 9.5, 1e100, 0.1, -0.1,
                .decimal(decimal("12345678901234567890123456789012345678")),
                .decimal(decimal("12345678901234567890123456789012345679")),
            ]),
        QueryField("string", .string, texts),
        QueryField(
            "bytes", .bytes, [[], [0], [0, 1], [1], [255], [97], [97, 0]].map(Value.bytes)),
        QueryField(
            "date", .date,
            [0, 0.5, -0.5, 1e9, 1e9 + 0.0002, -63_114_076_800].map {
                .date(Date(timeIntervalSinceReferenceDate: $0))
            }),
        QueryField("uuid", .uuid, [1, 2, 1 << 63].map { .uuid(ConformanceKit.uuid($0)) }),
        QueryField("array", .array, arrays),
        QueryField(
            "list", .array, objects.map { .array([$0]) } + [.array(objects), .array([]), [1]]),
        QueryField(
            "object", .object,
            members: [
                ["object", "x"], ["object", "y", "z"], ["object", "none"], ["object", "y"],
            ],
            objects),
        QueryField("object.x", .int, [1, 2, 7]),
    ]

    /// The fields, those several times that most kinds of conditions are about.
    static let often: [QueryField] =
        all + all.filter { ["string", "int", "list", "object"].contains($0.name) }
        + all.filter { $0.name == "string" }

    private static let texts: [Value] = [
        "", "a", "a", "A", "ab", "abc", "b", "a\0", "a\0b", "\u{E9}", "\u{C9}", "e\u{301}", "%",
        "a%", "_", "a_", "\\", "*", "'", "\"", "\u{DF}", "\u{1E9E}", "\u{3A3}", "\u{3C2}", "k",
        "\u{212A}", "1", "10", "9", "\u{1F404}", "ab\u{FFFF}", "\u{416}",
    ]

    private static let arrays: [Value] = [
        [], [1], ["a"], ["a", "b"], ["b", "a"], ["a", "a"], [1, 1.0], [nil], [["a"], "b"], [1.5],
        ["ab", 2, true], [.decimal(1), "\u{E9}"],
    ]

    private static let objects: [Value] = [
        .object([:]), .object(["x": 1]), .object(["x": 1.0, "y": .object(["z": "a"])]),
        .object(["x": 2, "y": .object(["z": "b"])]), .object(["y": .object(["z": nil])]),
        .object(["x": nil]), .object(["x.y": 1]), .object(["x": "1", "y": 5]),
    ]

    private static func decimal(_ text: String) -> Decimal {
        Decimal(string: text) ?? .nan
    }
}
