import Foundation
import StorageCore
import Testing

/// The text form of filters: what is read as what.
struct FilterTextTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        var text: String
        var filter: Filter

        init(_ text: String, _ filter: Filter) {
            self.text = text
            self.filter = filter
        }

        var testDescription: String { text }
    }

    static let conditions = [
        Reading("age == 18", .compare("age", .equal, 18)),
        Reading("age != 18", .compare("age", .notEqual, 18)),
        Reading("age < 18", .compare("age", .less, 18)),
        Reading("age <= 18", .compare("age", .lessOrEqual, 18)),
        Reading("age > -18", .compare("age", .greater, -18)),
        Reading("age>=18.0", .compare("age", .greaterOrEqual, 18.0)),
        Reading("x == null", .compare("x", .equal, .null)),
        Reading("x == true", .compare("x", .equal, true)),
        Reading("\n x\t==\r\n false ", .compare("x", .equal, false)),
        Reading("id in [1, 2]", .isIn("id", [1, 2])),
        Reading("id in []", .isIn("id", [])),
        Reading("id in[[1],\"a\",null]", .isIn("id", [[1], "a", .null])),
        Reading("age between 18 and 65", .between("age", 18, 65)),
        Reading(
            "age between 18 and 65",
            .and([.compare("age", .greaterOrEqual, 18), .compare("age", .lessOrEqual, 65)])),
        Reading(#"n startsWith "A""#, .text("n", .startsWith, "A", caseInsensitive: false)),
        Reading(#"n endsWith "A""#, .text("n", .endsWith, "A", caseInsensitive: false)),
        Reading(#"n equals "A""#, .text("n", .equals, "A", caseInsensitive: false)),
        Reading(#"n containsText "A""#, .text("n", .contains, "A", caseInsensitive: false)),
        Reading(#"n contains "A""#, .contains("n", "A")),
        Reading("n contains 1", .contains("n", 1)),
        Reading(
            #"n startsWith "A" caseInsensitive"#,
            .text("n", .startsWith, "A", caseInsensitive: true)),
        Reading(
            #"n equals "A" caseInsensitive"#, .text("n", .equals, "A", caseInsensitive: true)),
        Reading(
            #"n containsText "A" caseInsensitive"#,
            .text("n", .contains, "A", caseInsensitive: true)),
        Reading(
            #"n contains "A" caseInsensitive"#, .text("n", .contains, "A", caseInsensitive: true)),
        Reading("tags is null", .isNull("tags")),
        Reading("tags is missing", .isMissing("tags")),
        Reading("true", .all),
        Reading("false", .none),
    ]

    static let paths = [
        Reading("$key == 1", .compare(.key, .equal, 1)),
        Reading("$key == [\"eu\", 2026]", .compare(.key, .equal, ["eu", 2026])),
        Reading("address.city == 1", .compare(["address", "city"], .equal, 1)),
        Reading("`address.city` == 1", .compare("address.city", .equal, 1)),
        Reading("`a``b` == 1", .compare("a`b", .equal, 1)),
        Reading("```` == 1", .compare("`", .equal, 1)),
        Reading("`` == 1", .compare("", .equal, 1)),
        Reading("``.``== 1", .compare(["", ""], .equal, 1)),
        Reading("`and`.`x y` == 1", .compare(["and", "x y"], .equal, 1)),
        Reading("`a\n\u{0}b` == 1", .compare("a\n\u{0}b", .equal, 1)),
        Reading("`$key` == 1", .compare("$key", .equal, 1)),
        // What begins like UTF-16, or with a byte-order mark, is text all the same.
        Reading("`\u{0}a\u{0}` == 1", .compare("\u{0}a\u{0}", .equal, 1)),
        Reading("\u{FEFF}a == 1", .compare("\u{FEFF}a", .equal, 1)),
        Reading("größe == 1", .compare("größe", .equal, 1)),
        Reading("_1.x2 == 1", .compare(["_1", "x2"], .equal, 1)),
        Reading("android == 1", .compare("android", .equal, 1)),
        Reading("Not == 1", .compare("Not", .equal, 1)),
        Reading("desc == 1", .compare("desc", .equal, 1)),
        Reading("any tags ($element == 1)", .any("tags", .compare(.element, .equal, 1))),
        Reading(
            "any $element($element in [1])", .any(.element, .isIn(.element, [1]))),
        Reading(
            "any a.b (x == 1 and any c (y is null))",
            .any(["a", "b"], .and([.compare("x", .equal, 1), .any("c", .isNull("y"))]))),
    ]

    static let a = Filter.isNull("a")
    static let b = Filter.isNull("b")
    static let c = Filter.isNull("c")

    static let combinations = [
        Reading("a is null and b is null and c is null", .and([a, b, c])),
        Reading("a is null or b is null or c is null", .or([a, b, c])),
        Reading("a is null and b is null or c is null", .or([.and([a, b]), c])),
        Reading("a is null or b is null and c is null", .or([a, .and([b, c])])),
        Reading("(a is null or b is null) and c is null", .and([.or([a, b]), c])),
        Reading("(a is null and b is null) and c is null", .and([.and([a, b]), c])),
        Reading("not a is null and b is null", .and([.not(a), b])),
        Reading("not (a is null and b is null)", .not(.and([a, b]))),
        Reading("not(a is null)", .not(a)),
        Reading("not not a is null", .not(.not(a))),
        Reading("((a is null))", a),
        Reading("a is null and not b is null or c is null", .or([.and([a, .not(b)]), c])),
        Reading("x between 1 and 2 and a is null", .and([.between("x", 1, 2), a])),
        Reading(
            #"age >= 18 and (name startsWith "A" or email contains "@x.org") "#
                + "and not (tags is null) and id in [1, 2]",
            .and([
                .compare("age", .greaterOrEqual, 18),
                .or([
                    .text("name", .startsWith, "A", caseInsensitive: false),
                    .contains("email", "@x.org"),
                ]),
                .not(.isNull("tags")), .isIn("id", [1, 2]),
            ])),
    ]

    @Test(arguments: conditions + paths + combinations)
    func `A filter is read from its text, and from what it says of itself`(
        reading: Reading
    ) throws {
        let filter = try Filter(text: reading.text)
        #expect(filter == reading.filter)
        #expect(filter.description == reading.filter.description)
        #expect(try Filter(text: filter.description) == filter)
    }

    @Test(arguments: [
        #"{"$uint":"18446744073709551615"}"#, #"{"$double":"NaN"}"#, #"{"$decimal":"0.1"}"#,
        #"{"$bytes":"AP8="}"#, #"{"$date":"2026-11-30T02:52:16.123Z"}"#,
        #"{"$uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#, #"{"$object":{"$x":1}}"#,
        #"{"a":[1,{"b":"} and ("}],"c":{}}"#, #""\u0000\"é""#, "-0.0", "1e300", "[]", "{}",
    ])
    func `Constants are JSON, wherever they stand`(json: String) throws {
        let value = try Value(json: json)
        let condition = Filter.compare("x", .equal, value)
        #expect(try Filter(text: "x == \(json)") == condition)
        #expect(try Filter(text: "(x == \(json))and a is null") == .and([condition, Self.a]))
        #expect(try Filter(text: "x in [\(json) , \(json)]") == .isIn("x", [value, value]))
        #expect(try Filter(text: "x between \(json) and \(json)") == .between("x", value, value))
        #expect(
            try Filter(text: "x contains \(json) or a is null")
                == .or([.contains("x", value), Self.a]))
    }

    @Test func `A chain of 100,000 parts is read as one filter of as many`() throws {
        for word in ["and", "or"] {
            let parts = (0..<100_000).map { Filter.compare("n", .equal, .int($0)) }
            let text = parts.map(\.description).joined(separator: " \(word) ")
            let filter = try Filter(text: text)
            #expect(filter == (word == "and" ? .and(parts) : .or(parts)))
            #expect(filter.description == text)
        }
        let values = (0..<100_000).map { Value.int($0) }
        #expect(
            try Filter(text: "n in [\(values.map(\.json).joined(separator: ","))]")
                == .isIn("n", values))
    }
}
