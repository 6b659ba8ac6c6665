import StorageCore
import Testing

/// What is not JSON, or not a value: refused with line, column and a way out.
struct JSONRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var text: String
        var place: String
        var says: String

        init(_ text: String, _ place: String, _ says: String) {
            self.text = text
            self.place = place
            self.says = says
        }

        var testDescription: String { String(text.prefix(40)) }
    }

    static let values = [
        Refusal("", "line 1, column 1", "expected a value, but the text ends"),
        Refusal(" \n ", "line 2, column 2", "expected a value, but the text ends"),
        Refusal("[1,]", "line 1, column 4", "remove the last comma"),
        Refusal("[,1]", "line 1, column 2", "expected a value, not ','"),
        Refusal("[1 2]", "line 1, column 4", "expected ',' or ']', not '2'"),
        Refusal("[1", "line 1, column 3", "but the text ends"),
        Refusal("{\"a\":1,}", "line 1, column 8", "remove the last comma"),
        Refusal("{\"a\":1 \"b\":2}", "line 1, column 8", "expected ',' or '}', not '\"'"),
        Refusal("{\"a\" 1}", "line 1, column 6", "expected ':', not '1'"),
        Refusal("{a:1}", "line 1, column 2", "a name in double quotes"),
        Refusal("{\"a\":1,\n\"a\":2}", "line 2, column 1", "the member 'a' occurs twice"),
        Refusal("{\"b\":1,\"a\":1,\"b\":2}", "line 1, column 14", "the member 'b' occurs twice"),
        Refusal("{\"a\":1,\"\\u0061\":2}", "line 1, column 8", "the member 'a' occurs twice"),
        Refusal("{\"a\\n\":1,\"a\\u000A\":2}", "line 1, column 10", #"the member 'a\n' occurs"#),
        Refusal("{\"$\\n\\\"\":1}", "line 1, column 2", #"there is no form '$\n\"', only"#),
        Refusal("[{\"x\":{\"a\":1,\"a\":1}}]", "line 1, column 14", "occurs twice"),
        Refusal("1 2", "line 1, column 3", "expected the end of the text"),
        Refusal("{}\n\n x", "line 3, column 2", "expected the end of the text"),
        Refusal("01", "line 1, column 1", "does not begin with a zero"),
        Refusal("-01", "line 1, column 2", "does not begin with a zero"),
        Refusal("1.", "line 1, column 3", "a digit after the point"),
        Refusal("1.e5", "line 1, column 3", "a digit after the point"),
        Refusal("1e", "line 1, column 3", "a digit in the exponent"),
        Refusal("-", "line 1, column 2", "a digit after '-'"),
        Refusal("+1", "line 1, column 1", "a number begins with a digit or '-'"),
        Refusal(".5", "line 1, column 1", "a number begins with a digit or '-'"),
        Refusal("[1e999]", "line 1, column 2", "too large for a Double"),
        Refusal("[-1e999]", "line 1, column 2", "too large for a Double"),
        Refusal("1e99999999999999999999", "line 1, column 1", "too large for a Double"),
        Refusal(
            "[9223372036854775808]", "line 1, column 2", "{\"$uint\":\"9223372036854775808\"}"),
        Refusal("-9223372036854775809", "line 1, column 1", "no place in 64 bits"),
        Refusal(
            "18446744073709551615", "line 1, column 1", "{\"$uint\":\"18446744073709551615\"}"),
        Refusal(
            "18446744073709551610", "line 1, column 1", "{\"$uint\":\"18446744073709551610\"}"),
        Refusal("18446744073709551620", "line 1, column 1", "no place in 64 bits"),
        Refusal("99999999999999999999", "line 1, column 1", "no place in 64 bits"),
        Refusal("18446744073709551616", "line 1, column 1", "no place in 64 bits"),
        Refusal("NaN", "line 1, column 1", "{\"$double\":\"NaN\"}"),
        Refusal("Infinity", "line 1, column 1", "{\"$double\":\"Infinity\"}"),
        Refusal("nul", "line 1, column 1", "null, true and false"),
        Refusal("True", "line 1, column 1", "null, true and false"),
        Refusal("'a'", "line 1, column 1", "double quotes"),
        Refusal("[1, // one\n2]", "line 1, column 5", "no comments"),
        Refusal("\"a", "line 1, column 1", "no closing quote"),
        Refusal("\"a\\", "line 1, column 1", "no closing quote"),
        Refusal("\"a\\\"", "line 1, column 1", "no closing quote"),
        Refusal("\"é\n\"", "line 1, column 3", "write it as \\u000a"),
        Refusal("\"\u{1F}\"", "line 1, column 2", "write it as \\u001f"),
        Refusal("\"\\x41\"", "line 1, column 2", "no such escape"),
        Refusal("\"\\é\"", "line 1, column 2", "no such escape"),
        Refusal("\"\\u12\"", "line 1, column 2", "four hexadecimal digits"),
        Refusal("\"\\u12g4\"", "line 1, column 2", "four hexadecimal digits"),
        Refusal("\"ab\\uD83D\"", "line 1, column 4", "half a surrogate pair"),
        Refusal("\"\\uDFF3\"", "line 1, column 2", "half a surrogate pair"),
        Refusal("\"\\uD83Dxxxxxx\"", "line 1, column 2", "half a surrogate pair"),
        Refusal("\"\\uD83D\\u0041\"", "line 1, column 2", "half a surrogate pair"),
        Refusal("\"\\uD83D\\n\"", "line 1, column 2", "half a surrogate pair"),
        Refusal("{\"$date\\u0000\":1}", "line 1, column 2", #"there is no form '$date\u0000'"#),
        Refusal("{\"$decimals\":1}", "line 1, column 2", "there is no form '$decimals'"),
        Refusal("{\"$dat\":1}", "line 1, column 2", "$bytes, $date, $decimal, $double, $object"),
        Refusal("[{\"$x\":{}}]", "line 1, column 3", "{\"$object\":{\"$x\":…}}"),
        Refusal("{\"$uint\":5}", "line 1, column 10", "the text of $uint in double quotes"),
        Refusal("{\"$uint\":\"05\"}", "line 1, column 10", "not an integer"),
        Refusal("{\"$uint\":\"-5\"}", "line 1, column 10", "not an integer"),
        Refusal("{\"$uint\":\"\"}", "line 1, column 10", "not an integer"),
        Refusal("{\"$uint\":\"18446744073709551616\"}", "line 1, column 10", "not an integer"),
        Refusal("{\"$double\":\"1.5\"}", "line 1, column 12", "as a number with a point"),
        Refusal("{\"$decimal\":\"1.\"}", "line 1, column 13", "not a decimal"),
        Refusal("{\"$decimal\":\"\"}", "line 1, column 13", "not a decimal"),
        Refusal("{\"$decimal\":\"1e\"}", "line 1, column 13", "not a decimal"),
        Refusal("{\"$decimal\":\"1 \"}", "line 1, column 13", "not a decimal"),
        Refusal("{\"$decimal\":\"1E200\"}", "line 1, column 13", "round it"),
        Refusal("{\"$decimal\":\"1E-129\"}", "line 1, column 13", "round it"),
        Refusal(
            "{\"$decimal\":\"1234567890123456789012345678901234567891\"}", "line 1, column 13",
            "round it"),
        Refusal("{\"$bytes\":\"AA\"}", "line 1, column 11", "base 64"),
        Refusal("{\"$bytes\":\"AB==\"}", "line 1, column 11", "base 64"),
        Refusal("{\"$bytes\":\"A===\"}", "line 1, column 11", "base 64"),
        Refusal("{\"$bytes\":\"A A=\"}", "line 1, column 11", "base 64"),
        Refusal("{\"$uuid\":\"E621E1F8\"}", "line 1, column 10", "not a UUID"),
        Refusal(
            "{\"$uuid\":\"E621E1F8-C36C-495A-93FC-0C247A3E6E5G\"}", "line 1, column 10",
            "not a UUID"),
        Refusal("{\"$object\":1}", "line 1, column 12", "expected '{'"),
        Refusal("\u{FEFF}{}", "line 1, column 1", "a UTF-8 byte-order mark (EF BB BF)"),
    ]

    @Test(arguments: values)
    func `What is no value is refused where the fault is`(refusal: Refusal) throws {
        let error = try #require(throws: StorageError.self) { try Value(json: refusal.text) }
        #expect(error.code == .invalidValue)
        #expect(error.message.hasPrefix("in the value, \(refusal.place): "), "\(error)")
        #expect(error.message.contains(refusal.says), "\(error)")
    }

    @Test(arguments: [
        Refusal("[1]", "line 1, column 1", "expected a record here"),
        Refusal("null", "line 1, column 1", "expected a record here"),
        Refusal("{\"$uint\":\"5\"}", "line 1, column 1", "expected a record here"),
        Refusal("{\"a\":1}}", "line 1, column 8", "expected the end of the text"),
    ])
    func `What is no record is refused`(refusal: Refusal) throws {
        let error = try #require(throws: StorageError.self) { try Record(json: refusal.text) }
        #expect(error.message.hasPrefix("in the record, \(refusal.place): "), "\(error)")
        #expect(error.message.contains(refusal.says), "\(error)")
    }

    @Test(arguments: [
        Refusal("null", "line 1, column 1", "expected a key"),
        Refusal("1.5", "line 1, column 1", "expected a key"),
        Refusal("tru", "line 1, column 1", "expected a key"),
        Refusal("[]", "line 1, column 1", "give it a component"),
        Refusal("[[1]]", "line 1, column 2", "expected a key"),
        Refusal("[1,{\"a\":1}]", "line 1, column 4", "expected a key"),
        Refusal("{\"$double\":\"NaN\"}", "line 1, column 1", "expected a key"),
        Refusal("{\"$date\":\"NaN\"}", "line 1, column 1", "no place in an order"),
        Refusal("abc", "line 1, column 1", "a string in double quotes"),
        Refusal("1 2", "line 1, column 3", "expected the end of the text"),
        Refusal("9223372036854775808", "line 1, column 1", "$uint"),
    ])
    func `What is no key is refused`(refusal: Refusal) throws {
        let error = try #require(throws: StorageError.self) { try Key(json: refusal.text) }
        #expect(error.code == .invalidKey)
        #expect(error.message.hasPrefix("in the key, \(refusal.place): "), "\(error)")
        #expect(error.message.contains(refusal.says), "\(error)")
    }

    @Test func `A key of 480 encoded bytes is read, one of 481 is refused`() throws {
        let longest = String(repeating: "k", count: 478)
        #expect(try Key(json: "\"\(longest)\"") == Key(longest))
        let error = try #require(throws: StorageError.self) { try Key(json: "\"\(longest)k\"") }
        #expect(error.message.contains("1 to 480 bytes, not 481"))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00], "a UTF-16 byte-order mark"),
            ([0xFE, 0xFF, 0x00, 0x7B], "a UTF-16 byte-order mark"),
            ([0xFF, 0xFE, 0x00, 0x00], "a UTF-32 byte-order mark"),
            ([0x00, 0x00, 0xFE, 0xFF], "a UTF-32 byte-order mark"),
            ([0x7B, 0x00, 0x7D, 0x00], "UTF-16"),
            ([0x00, 0x7B, 0x00, 0x7D], "UTF-16"),
            ([0x7B, 0x00, 0x00, 0x00], "UTF-32"),
        ] as [([UInt8], String)])
    func `Other encodings are named`(bytes: [UInt8], name: String) throws {
        let error = try #require(throws: StorageError.self) {
            _ = try JSONReader(bytes).position
        }
        #expect(error.message.contains(name), "\(error)")
        #expect(error.message.contains("save it as UTF-8 without a byte-order mark"))
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
        ] as [[UInt8]])
    func `Bytes that are not UTF-8 are refused where they stand`(bytes: [UInt8]) throws {
        let text = Array("[\"é\",\n \"ab".utf8) + bytes + Array("\"]".utf8)
        let error = try #require(throws: StorageError.self) {
            var reader = try JSONReader(text)
            _ = try reader.value()
        }
        #expect(error.code == .invalidValue)
        #expect(error.message.hasPrefix("line 2, column 5: the byte 0x"), "\(error)")
        #expect(error.message.contains("is not UTF-8"), "\(error)")
    }

    @Test func `Values nest as deeply as records do, and no deeper`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let deepest = try Record(json: #"{"a":\#(nested(256))}"#)
        #expect(try Record(encoded: deepest.bytes) == deepest)
        #expect(try Record(json: deepest.json) == deepest)
        let error = try #require(throws: StorageError.self) {
            try Record(json: #"{"a":\#(nested(257))}"#)
        }
        #expect(error.message.contains("line 1, column 262: values nest deeper than 256 levels"))
    }

    @Test(arguments: ["[", "{\"a\":", "{\"$object\":{\"$a\":", "{\"$object\":"])
    func `100,000 open brackets are refused without a crash`(bracket: String) throws {
        let text = String(repeating: bracket, count: bracket.hasPrefix("{\"$") ? 3000 : 100_000)
        let error = try #require(throws: StorageError.self) { try Value(json: text) }
        #expect(error.code == .invalidValue)
    }
}
