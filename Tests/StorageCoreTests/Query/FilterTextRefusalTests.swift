import StorageCore
import Testing

/// What is no filter, order or index part: refused with line, column and what was expected.
struct FilterTextRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var text: String
        var column: Int
        var says: String

        init(_ text: String, _ column: Int, _ says: String) {
            self.text = text
            self.column = column
            self.says = says
        }

        var testDescription: String { String(text.prefix(40)) }
    }

    static let filters = [
        Refusal("", 1, "expected a condition, but the text ends"),
        Refusal("  ", 3, "expected a condition, but the text ends"),
        Refusal("age", 4, "expected an operator (==, !=, <, <=, >, >=, in, between, contains, "),
        Refusal("age = 18", 5, "is), not '='"),
        Refusal("age => 18", 5, "is), not '='"),
        Refusal("age like 18", 5, "is), not 'like'"),
        Refusal("age IN [1]", 5, "is), not 'IN'"),
        Refusal("age inside [1]", 5, "is), not 'inside'"),
        Refusal("18 < age", 1, "expected a condition, not '18'"),
        Refusal("\"age\" < 18", 1, "expected a condition, not '\"'"),
        Refusal("null == x", 1, "not 'null'; if it is a name, put it into backquotes"),
        Refusal("in in [1]", 1, "not 'in'; if it is a name, put it into backquotes"),
        Refusal("a.in == 1", 3, "expected a name, not 'in'"),
        Refusal("a. == 1", 4, "expected a name, not '='"),
        Refusal("a.1 == 1", 3, "expected a name, not '1'"),
        Refusal("$keys == 1", 1, "expected a condition, not '$keys'"),
        Refusal("$key.a == 1", 5, "is), not '.'"),
        Refusal("$ == 1", 1, "expected a condition, not '$'"),
        Refusal("x == 1 and `a``b == 1", 12, "no closing backquote"),
        Refusal("age >=", 7, "expected a value, but the text ends"),
        Refusal("age >= adult", 8, "expected a value, not 'a'; put strings into double quotes"),
        Refusal("é == 'b'", 6, "put strings into double quotes"),
        Refusal("age >= 18and x == 1", 10, "expected a space behind the constant, not 'and'"),
        Refusal("x == nullable", 10, "expected a space behind the constant, not 'able'"),
        Refusal("x == 9223372036854775808", 6, #"write {"$uint":"9223372036854775808"}"#),
        Refusal(#"x == {"$dat":1}"#, 7, "there is no form '$dat'"),
        Refusal(#"x == {"$date":"today"}"#, 15, "not a date"),
        Refusal(#"x == "a"#, 6, "no closing quote"),
        Refusal("x in 1", 6, "expected '[', not '1'"),
        Refusal("x in [1, 2", 11, "expected ',' or ']', but the text ends"),
        Refusal("x in [1,]", 9, "remove the last comma"),
        Refusal("x between 1", 12, "expected 'and' and the upper bound, but the text ends"),
        Refusal("x between 1 or 2", 13, "expected 'and' and the upper bound, not 'or'"),
        Refusal("x startsWith 5", 14, "expected a string in double quotes, not '5'"),
        Refusal("x equals null", 10, "expected a string in double quotes, not 'null'"),
        Refusal("x contains 5 caseInsensitive", 14, "only strings"),
        Refusal("x == \"a\" caseInsensitive", 10, "the end of the filter, not 'caseInsensitive'"),
        Refusal("x is nil", 6, "expected 'null' or 'missing', not 'nil'"),
        Refusal("x is not null", 6, "what is not null is written as 'not x is null'"),
        Refusal("x is null x", 11, "expected 'and', 'or' or the end of the filter, not 'x'"),
        Refusal("x is null AND y is null", 11, "the end of the filter, not 'AND'"),
        Refusal("x is null && y is null", 11, "the end of the filter, not '&'"),
        Refusal("x is null)", 10, "the end of the filter, not ')'"),
        Refusal("x is null or", 13, "expected a condition, but the text ends"),
        Refusal("x is null and or y is null", 15, "expected a condition, not 'or'"),
        Refusal("(x is null", 11, "expected 'and', 'or' or ')', but the text ends"),
        Refusal("(x is null, y is null)", 11, "expected 'and', 'or' or ')', not ','"),
        Refusal("()", 2, "expected a condition, not ')'"),
        Refusal("not", 4, "expected a condition, but the text ends"),
        Refusal("any tags $element == 1", 10, "expected '(', not '$element'"),
        Refusal("any (x == 1)", 5, "expected a field, not '('"),
        Refusal("true == x", 6, "the end of the filter, not '='"),
        Refusal(String(repeating: "x", count: 50) + " ?", 52, "not '?'"),
        Refusal("x " + String(repeating: "y", count: 50), 3, "yyyy…'"),
    ]

    @Test(arguments: filters)
    func `What is no filter is refused where the fault is`(refusal: Refusal) throws {
        let error = try #require(throws: StorageError.self) { try Filter(text: refusal.text) }
        #expect(error.code == .invalidQuery)
        let place = "in the filter, line 1, column \(refusal.column): "
        #expect(error.message.hasPrefix(place), "\(error)")
        #expect(error.message.contains(refusal.says), "\(error)")
    }

    @Test func `A column is counted in characters, from the line that it is on`() throws {
        let error = try #require(throws: StorageError.self) {
            try Filter(text: "größe == \"😀\"\n and größe = 1")
        }
        #expect(error.message.hasPrefix("in the filter, line 2, column 12: expected an operator"))
    }

    @Test(arguments: ["(", "not ", "any a (", "not("])
    func `Filters nest 256 levels deep, and 100,000 are refused without a crash`(
        opening: String
    ) throws {
        let levels = opening == "not(" ? 2 : 1
        func nested(_ depth: Int) -> String {
            let count = depth / levels
            let closing = opening.hasSuffix("(") ? String(repeating: ")", count: count) : ""
            return String(repeating: opening, count: count) + "x is null" + closing
        }
        let deepest = try Filter(text: nested(256))
        #expect(try Filter(text: deepest.description) == deepest)
        for text in [nested(258), nested(100_000), String(repeating: opening, count: 100_000)] {
            let error = try #require(throws: StorageError.self) { try Filter(text: text) }
            #expect(error.code == .invalidQuery)
            #expect(error.message.contains("nests deeper than 256 levels"), "\(error)")
        }
    }

    @Test(arguments: [
        Refusal("", 1, "expected a field, but the text ends"),
        Refusal("a,", 3, "expected a field, but the text ends"),
        Refusal(",a", 1, "expected a field, not ','"),
        Refusal("a b", 3, "expected ':desc', ',' or the end of the text, not 'b'"),
        Refusal("a desc", 3, "expected ':desc', ',' or the end of the text, not 'desc'"),
        Refusal("a:asc", 3, "expected 'desc', not 'asc'; leave ':' out for ascending"),
        Refusal("a:", 3, "expected 'desc', but the text ends"),
        Refusal("a,null", 3, "not 'null'; if it is a name, put it into backquotes"),
        Refusal("$element", 1, "expected a field, not '$element'"),
        Refusal("1", 1, "expected a field, not '1'"),
    ])
    func `What is neither an order nor an index is refused`(refusal: Refusal) throws {
        let order = try #require(throws: StorageError.self) { try [Order](text: refusal.text) }
        let parts = try #require(throws: StorageError.self) { try [IndexPart](text: refusal.text) }
        for (error, name) in [(order, "order"), (parts, "parts of the index")] {
            #expect(error.code == .invalidQuery)
            let place = "in the \(name), line 1, column \(refusal.column): "
            #expect(error.message.hasPrefix(place), "\(error)")
            #expect(error.message.contains(refusal.says), "\(error)")
        }
    }

    @Test(arguments: [
        Refusal("tags[", 5, "not '['"),
        Refusal("tags[0]", 5, "not '['"),
        Refusal("tags[].", 8, "expected a name, but the text ends"),
        Refusal("tags[].$key", 8, "expected a name, not '$key'"),
        Refusal("tags[].a[]", 9, "not '['"),
        Refusal("[]", 1, "expected a field, not '['"),
    ])
    func `What is no part of an index is refused`(refusal: Refusal) throws {
        let error = try #require(throws: StorageError.self) { try [IndexPart](text: refusal.text) }
        #expect(error.message.contains("column \(refusal.column): "), "\(error)")
        #expect(error.message.contains(refusal.says), "\(error)")
    }
}
