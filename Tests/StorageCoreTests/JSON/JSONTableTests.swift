import Foundation
import StorageCore
import Testing

/// The table of values and keys in the documentation of the tool, both ways.
struct JSONTableTests {
    static let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()

    static let values: [(Value, String)] = [
        (.null, "null"),
        (.bool(true), "true"),
        (.bool(false), "false"),
        (.string("a"), #""a""#),
        (.string(""), #""""#),
        (.array([]), "[]"),
        (.array([1, "a", .null]), #"[1,"a",null]"#),
        (.object([:]), "{}"),
        (.object(["b": 1, "a": 2, "é": 3, "Z": 4]), #"{"Z":4,"a":2,"b":1,"é":3}"#),
        (.int(42), "42"),
        (.int(.max), "9223372036854775807"),
        (.int(.min), "-9223372036854775808"),
        (.uint(1 << 63), #"{"$uint":"9223372036854775808"}"#),
        (.uint(.max), #"{"$uint":"18446744073709551615"}"#),
        (.double(1.5), "1.5"),
        (.double(3), "3.0"),
        (.double(0), "0.0"),
        (.double(-0.0), "-0.0"),
        (.double(1e300), "1e300"),
        (.double(.leastNonzeroMagnitude), "5e-324"),
        (.double(.greatestFiniteMagnitude), "1.7976931348623157e308"),
        (.double(.nan), #"{"$double":"NaN"}"#),
        (.double(.infinity), #"{"$double":"Infinity"}"#),
        (.double(-.infinity), #"{"$double":"-Infinity"}"#),
        (
            .double(Double(bitPattern: 0xFFF8_0000_0000_0123)),
            #"{"$double":"NaN(0xfff8000000000123)"}"#
        ),
        (.double(.signalingNaN), #"{"$double":"NaN(0x7ff4000000000000)"}"#),
        (.bytes([]), #"{"$bytes":""}"#),
        (.bytes([0]), #"{"$bytes":"AA=="}"#),
        (.bytes([0xFF, 0xFE]), #"{"$bytes":"//4="}"#),
        (.bytes([1, 2, 3]), #"{"$bytes":"AQID"}"#),
        (.uuid(uuid), #"{"$uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#),
        (.object(["$x": 1]), #"{"$object":{"$x":1}}"#),
        (.object(["$date": "a"]), #"{"$object":{"$date":"a"}}"#),
        (.object(["$": .null]), #"{"$object":{"$":null}}"#),
        (
            .object(["$object": .object(["$object": 1])]),
            #"{"$object":{"$object":{"$object":{"$object":1}}}}"#
        ),
        (.object(["$x": 1, "a": 2]), #"{"$x":1,"a":2}"#),
        (.object(["$date": "a", "$uuid": "b"]), #"{"$date":"a","$uuid":"b"}"#),
    ]

    @Test(arguments: values)
    func `A value is written as the table says and comes back the same`(
        value: Value, json: String
    ) throws {
        #expect(value.json == json)
        #expect(try Value(json: json) == value)
        #expect("\(value)" == json)
        // The same inside of a record, where the bytes are written without a tree.
        let record: Record = ["field": value]
        #expect(record.json == #"{"field":\#(json)}"#)
        #expect(try Record(json: record.json) == record)
    }

    static let decimals: [(String, String)] = [
        ("0", "0"), ("0.1", "0.1"), ("-0.1", "-0.1"), ("1.00", "1"), ("129.9", "129.9"),
        ("3.133", "3.133"), ("100", "100"), ("1E-120", "1E-120"), ("1E100", "1E100"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("-0.00000000000000000001", "-0.00000000000000000001"),
        ("1E127", "1E127"), ("1E-128", "1E-128"), ("5E20", "500000000000000000000"),
        ("123456E-8", "0.00123456"), ("-12E5", "-1200000"),
    ]

    @Test(arguments: decimals)
    func `A decimal keeps its digits`(given: String, text: String) throws {
        let decimal = try #require(Decimal(string: given))
        let json = #"{"$decimal":"\#(text)"}"#
        #expect(Value.decimal(decimal).json == json)
        #expect(try Value(json: json) == .decimal(decimal))
        #expect(try Value(json: #"{"$decimal":"\#(given)"}"#) == .decimal(decimal))
    }

    @Test func `The largest and smallest decimals and NaN come back`() throws {
        for decimal in [
            Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .nan,
        ] {
            let value = Value.decimal(decimal)
            #expect(try Value(json: value.json) == value, "\(value.json)")
        }
        #expect(Value.decimal(.nan).json == #"{"$decimal":"NaN"}"#)
    }

    static let keys: [([KeyComponent], String)] = [
        ([.int(1)], "1"),
        ([.int(.min)], "-9223372036854775808"),
        ([.string("a")], #""a""#),
        ([.string("")], #""""#),
        ([.string("a\0b/\"\\")], #""a\u0000b/\"\\""#),
        ([.bool(true)], "true"),
        ([.bool(false)], "false"),
        ([.uuid(uuid)], #"{"$uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#),
        ([.bytes([0, 1])], #"{"$bytes":"AAE="}"#),
        ([.uint(.max)], #"{"$uint":"18446744073709551615"}"#),
        (
            [.date(Date(timeIntervalSinceReferenceDate: 0.5))],
            #"{"$date":"2001-01-01T00:00:00.5Z"}"#
        ),
        ([.date(.init(timeIntervalSinceReferenceDate: .infinity))], #"{"$date":"Infinity"}"#),
        ([.string("eu"), .int(2026)], #"["eu",2026]"#),
        ([.string(""), .bool(false), .bytes([])], #"["",false,{"$bytes":""}]"#),
    ]

    @Test(arguments: keys)
    func `A key is written as the table says and comes back the same`(
        components: [KeyComponent], json: String
    ) throws {
        let key = try Key(components)
        #expect(key.json == json)
        #expect("\(key)" == json)
        #expect(try Key(json: json) == key)
    }

    @Test func `Other spellings of the same key and value are read`() throws {
        #expect(try Key(json: " [ 1 ] ") == Key(1))
        #expect(try Key(json: #"{"$uint":"7"}"#) == Key(7))
        #expect(try Value(json: #"{"$uint":"7"}"#) == 7)
        #expect(try Value(json: #"{"$uint":"0"}"#) == 0)
        #expect(try Value(json: "-0") == 0)
        #expect(
            try Value(json: #"{"\u0024uuid" : "e621e1f8-c36c-495a-93fc-0c247a3e6e5f" }"#)
                == .uuid(Self.uuid))
        #expect(try Value(json: #"{"$d\u0061te":"Infinity"}"#).json == #"{"$date":"Infinity"}"#)
        #expect(try Value(json: "1E2") == .double(100))
        for digits in ["18446744073709551615", "18446744073709551616", "3689348814741910323e-19"] {
            let text = "0.\(digits)"
            #expect(try Value(json: text) == .double(try #require(Double(text))))
        }
        #expect(try Value(json: "0.30000000000000004") == .double(0.1 + 0.2))
        #expect(try Value(json: "[\r\n\t 1 ,2 ]") == [1, 2])
        #expect(try Record(json: #"{"$object":{"$x":1}}"#) == ["$x": 1])
        #expect(
            try Record(json: #"{"b":1,"a":{"d":[],"c":2}}"#).json == #"{"a":{"c":2,"d":[]},"b":1}"#)
    }
}
