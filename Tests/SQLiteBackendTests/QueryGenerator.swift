import Foundation
import SeededNumbers
import StorageCore

/// Makes records, filters and orders at random, from few values that meet often and badly.
struct QueryGenerator {
    var random: SplitMix64
    /// Whether constants are of the declared kind of what they are compared with, as `Database`
    /// demands of collections that declare fields.
    var isTyped: Bool

    static let fields: [FieldSchema] = [
        FieldSchema("b", .bool), FieldSchema("i", .int), FieldSchema("d", .double),
        FieldSchema("m", .decimal), FieldSchema("s", .string), FieldSchema("x", .bytes),
        FieldSchema("t", .date), FieldSchema("u", .uuid),
    ]

    private static let numbers: [Value] = [
        .int(.min), .int(.min + 1), -2, -1, 0, 1, 2, 5, 10, 100, .int(1 << 53),
        .int(1 << 53 + 1), .int(.max - 1), .int(.max), .uint(1 << 63), .uint(.max), .double(-0.0),
        0.0, 0.5, 1.0, 1.5, 2.0, -1.5, 0x1p53, 0x1p63, -0x1p63, 0x1p64, 1e300, -1e300,
        .double(.nan), .double(Double(nan: 5, signaling: false)), .double(.infinity),
        .double(-.infinity), .double(.leastNonzeroMagnitude), 9_007_199_254_740_993.0,
    ]

    private static let decimals: [Value] = [
        "0", "1", "1.5", "0.1", "100", "-1", "-0.5", "9223372036854775807", "9223372036854775807.5",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775808.5",
        "9007199254740993", "9007199254740992.5", "1E-100", "-1E-100", "12E100", "NaN",
        "18446744073709551615", "0.5",
    ].map { .decimal($0 == "NaN" ? .nan : Decimal(string: $0) ?? 0) }

    private static let texts: [Value] = [
        "", "a", "ab", "abc", "b", "a\0", "a\0b", "\0", "B", "é", "e\u{301}", "\u{7F}",
        "\u{10FFFF}",
        "%", "a%", "_", "a'b", "\"", "bab", "abab",
    ]

    private static let others: [FieldKind: [Value]] = [
        .bool: [true, false],
        .bytes: [.bytes([]), .bytes([0]), .bytes([0, 1]), .bytes([255]), .bytes([97])],
        .date: [
            .date(Date(timeIntervalSinceReferenceDate: 0)),
            .date(Date(timeIntervalSinceReferenceDate: -0.0)),
            .date(Date(timeIntervalSinceReferenceDate: .nan)),
            .date(Date(timeIntervalSinceReferenceDate: 0.1)), .date(.distantPast),
        ],
        .uuid: [.uuid(UUID(0, 0)), .uuid(UUID(0, 1)), .uuid(UUID(.max, 0))],
        .array: [[], [1], [1, "a"], ["ab"], [nil]],
        .object: [.object([:]), .object(["n": 1]), .object(["n": "a"]), .object(["n": nil])],
    ]

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// A value of the class of a kind.
    mutating func value(_ kind: FieldKind) -> Value {
        switch kind {
        case .int, .double: pick(chance(85) ? Self.numbers : Self.decimals)
        case .decimal: pick(chance(60) ? Self.decimals : Self.numbers)
        case .string: pick(Self.texts)
        default: pick(Self.others[kind] ?? [])
        }
    }

    private mutating func anyValue() -> Value {
        chance(10) ? nil : value(pick(FieldKind.allCases))
    }

    /// A value of exactly a kind, as far as there is one.
    private mutating func exactValue(_ kind: FieldKind) -> Value {
        for _ in 0..<40 {
            let value = value(kind)
            switch (kind, value) {
            case (.int, .int), (.double, .double), (.decimal, .decimal): return value
            case (.int, _), (.double, _), (.decimal, _): continue
            default: return value
            }
        }
        return nil
    }

    /// A record, whose fields are of the declared kinds but for `odd` percent.
    mutating func record(odd: Int) throws -> Record {
        var fields: [(name: String, value: Value)] = []
        for field in Self.fields where chance(80) {
            let value =
                chance(odd) ? anyValue() : chance(10) ? nil : exactValue(field.kind)
            fields.append((field.name, value))
        }
        if chance(50) { fields.append(("o", value(.object))) }
        if chance(50) { fields.append(("tags", value(.array))) }
        return try Record(fields)
    }
}

extension QueryGenerator {
    /// A filter over the declared fields, others, and the key.
    mutating func filter(_ depth: Int, key: [KeyKind]?) -> Filter {
        if depth > 0, chance(45) {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                filter(depth - 1, key: key)
            }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .and(parts)
            case 1: return .or(parts)
            default: return .not(filter(depth - 1, key: key))
            }
        }
        if chance(15) { return keyCondition(key) }
        if chance(10) { return otherCondition() }
        let field = pick(Self.fields)
        return condition(FieldPath([field.name]), field.kind)
    }

    private mutating func condition(_ path: FieldPath, _ kind: FieldKind) -> Filter {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...5: return .compare(path, pick(Comparison.allCases), constant(kind))
        case 6, 7:
            let count = chance(20) ? Int.random(in: 17...40, using: &random) : chance(80) ? 3 : 0
            return .isIn(path, (0..<count).map { _ in constant(kind) })
        case 8, 9:
            if isTyped, kind != .string { return .isNull(path) }
            guard case .string(let text) = value(.string) else { return .all }
            let match = pick([.equals, .startsWith, .endsWith, TextMatch.contains])
            return .text(path, match, text, caseInsensitive: chance(10))
        case 10:
            if isTyped, kind != .string { return .isMissing(path) }
            return .contains(path, isTyped ? value(.string) : anyValue())
        default: return chance(80) ? .isNull(path) : .isMissing(path)
        }
    }

    private mutating func constant(_ kind: FieldKind) -> Value {
        chance(10) ? nil : isTyped || chance(80) ? value(kind) : anyValue()
    }

    private mutating func keyCondition(_ key: [KeyKind]?) -> Filter {
        switch key {
        case [.int]: return condition(.key, .int)
        case [.string]: return condition(.key, .string)
        case [.uuid]: return condition(.key, .uuid)
        case [.bytes]: return condition(.key, .bytes)
        default:
            let value: Value = chance(50) ? [constant(.int), constant(.string)] : anyValue()
            return chance(50)
                ? .compare(.key, pick(Comparison.allCases), value) : .isIn(.key, [value, 1, "a"])
        }
    }

    private mutating func otherCondition() -> Filter {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .compare(["o", "n"], pick(Comparison.allCases), value(.int))
        case 1: .any("tags", .compare(.element, .equal, 1))
        default: .contains("tags", "ab")
        }
    }

    /// An order of up to three parts.
    mutating func order() -> [Order] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Order(
                chance(90) ? FieldPath([pick(Self.fields).name]) : ["o", "n"],
                descending: chance(50))
        }
    }

    /// A key of some kinds, from few.
    mutating func key(_ kinds: [KeyKind]?) throws -> Key {
        let components = (kinds ?? [chance(50) ? .int : .string]).map { kind -> KeyComponent in
            switch kind {
            case .int:
                .int(chance(20) ? pick([.min, .max]) : .random(in: -100...100, using: &random))
            case .uuid: .uuid(UUID(0, .random(in: 0...300, using: &random)))
            case .bytes: .bytes((0..<3).map { _ in .random(in: 0...5, using: &random) })
            default:
                .string(
                    String(
                        String.UnicodeScalarView(
                            (0..<4).map { _ in pick(["\0", "a", "b", "é"]) })))
            }
        }
        return try Key(components)
    }
}
