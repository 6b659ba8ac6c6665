import Foundation
import StorageCore
import Testing

/// What does not fit, and how the error says so.
struct DecodingErrorTests {
    struct Box<Content: Codable & Sendable>: Codable, Sendable {
        var list: [Content]
    }

    enum Colour: String, Codable { case red }

    /// The error of reading `["list": [value]]` as a list of `Content`, which must fail.
    private func error<Content: Codable & Sendable>(
        _ value: Value, as type: Content.Type
    ) throws -> StorageError {
        let record: Record = ["list": [value]]
        do {
            let box = try RecordDecoder().decode(Box<Content>.self, from: record.bytes)
            throw EncodingErrorTests.Refusal(reason: "\(value) was read as \(box.list)")
        } catch let error as StorageError {
            #expect(error.field == "list.0", "\(error)")
            #expect(error.message.contains("'list.0'"))
            return error
        }
    }

    /// The error of reading a record, which must fail.
    static func error<T: Decodable>(_ record: Record, as type: T.Type) throws -> StorageError {
        do {
            let value = try RecordDecoder().decode(type, from: record.bytes)
            throw EncodingErrorTests.Refusal(reason: "\(record) was read as \(value)")
        } catch let error as StorageError {
            return error
        }
    }

    private func read<Content: Codable & Sendable>(
        _ value: Value, as type: Content.Type
    ) throws -> Content? {
        let record: Record = ["list": [value]]
        return try RecordDecoder().decode(Box<Content>.self, from: record.bytes).list.first
    }

    /// Checks that a value is not read as a type, and what the message says it is.
    private func expect<Content: Codable & Sendable>(
        _ value: Value, isNot type: Content.Type, found: String
    ) throws {
        let error = try error(value, as: type)
        #expect(error.code == .decodingFailed)
        #expect(error.message.contains("expected \(type), found \(found)"), "\(error)")
        #expect(error.cause is DecodingError)
    }

    @Test func `Integers, doubles and Booleans are kept apart`() throws {
        try expect(3.0, isNot: Int.self, found: "double 3.0")
        try expect(true, isNot: Int.self, found: "bool true")
        try expect(1, isNot: Bool.self, found: "int 1")
        try expect(false, isNot: Double.self, found: "bool false")
        try expect("1", isNot: Int.self, found: "string '1'")
        try expect(1, isNot: String.self, found: "int 1")
    }

    @Test func `A number out of range is named`() throws {
        try expect(128, isNot: Int8.self, found: "int 128, which does not fit")
        try expect(-1, isNot: UInt64.self, found: "int -1")
        try expect(.uint(.max), isNot: Int.self, found: "uint 18446744073709551615")
        try expect(256, isNot: UInt8.self, found: "int 256")
        try expect(0.1, isNot: Float.self, found: "double 0.1")
        try expect(.double(1e300), isNot: Float.self, found: "double 1e+300")
        #expect(try read(127, as: Int8.self) == 127)
        #expect(try read(.uint(.max), as: UInt64.self) == .max)
        #expect(try read(.uint(.max), as: UInt128.self) == UInt128(UInt64.max))
        #expect(try read(-5, as: Int128.self) == -5)
    }

    @Test func `An integer is read as another number only if it is exactly that number`() throws {
        #expect(try read(9_007_199_254_740_992, as: Double.self) == 9_007_199_254_740_992)
        try expect(9_007_199_254_740_993, isNot: Double.self, found: "int 9007199254740993")
        #expect(try read(16_777_216, as: Float.self) == 16_777_216)
        try expect(16_777_217, isNot: Float.self, found: "int 16777217")
        #expect(try read(.uint(1 << 63), as: Double.self) == 9_223_372_036_854_775_808)
        #expect(try read(9_007_199_254_740_993, as: Decimal.self) == 9_007_199_254_740_993)
        #expect(try read(.uint(.max), as: Decimal.self) == Decimal(UInt64.max))
        try expect(0.5, isNot: Decimal.self, found: "double 0.5")
    }

    @Test func `Other kinds are named with what is there`() throws {
        try expect(nil, isNot: Int.self, found: "null")
        try expect(nil, isNot: [String].self, found: "null")
        try expect("x", isNot: Date.self, found: "string 'x'")
        try expect(.bytes([1, 2]), isNot: UUID.self, found: "2 bytes")
        try expect(.date(.distantPast), isNot: Double.self, found: "a date")
        try expect("x", isNot: [UInt8].self, found: "string 'x'")
        try expect("x", isNot: Data.self, found: "string 'x'")
        try expect([], isNot: String.self, found: "an array")
        try expect(.object([:]), isNot: Int.self, found: "an object")
        try expect(.decimal(1.5), isNot: Double.self, found: "decimal 1.5")
        try expect("", isNot: URL.self, found: "string ''")
        #expect(try error("x", as: [String: Int].self).message.contains("found string 'x'"))
        let uuid = UUID()
        #expect(try error(.uuid(uuid), as: String.self).message.contains("uuid \(uuid)"))
        let long = try error(.string(String(repeating: "é", count: 500)), as: Int.self)
        #expect(long.message.utf8.count < 400)
    }

    @Test func `An unknown case and a missing key are named`() throws {
        #expect(try error("blue", as: Colour.self).message.contains("blue"))
        let missing = try Self.error(["name": "x"], as: Box<Int>.self)
        #expect(missing.code == .decodingFailed && missing.field == "list")
        #expect(missing.message.contains("no field 'list'"))
    }

    @Test func `Arrays of integers are read as bytes`() throws {
        #expect(try read([0, 255], as: [UInt8].self) == [0, 255])
        #expect(try read([0, 255], as: Data.self) == Data([0, 255]))
        #expect(try read(.bytes([7]), as: Data.self) == Data([7]))
        let error = try Self.error(["list": [[0, 256]]], as: Box<[UInt8]>.self)
        #expect(error.field == "list.0.1")
    }

    @Test func `Null and absent are nil for an optional`() throws {
        struct Optionals: Codable { var a: Int?, b: [String]?, c: Date? }
        for record: Record in [[:], ["a": nil, "b": nil, "c": nil]] {
            let value = try RecordDecoder().decode(Optionals.self, from: record.bytes)
            #expect(value.a == nil && value.b == nil && value.c == nil)
        }
    }

    @Test func `A value of any shape finds out what it is`() throws {
        enum Shape: Codable, Equatable {
            case null
            case bool(Bool)
            case int(Int)
            case double(Double)
            case string(String)
            case list([Shape])
            case map([String: Shape])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .int(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .double(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([Shape].self) {
                    self = .list(value)
                } else {
                    self = .map(try container.decode([String: Shape].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .int(let value): try container.encode(value)
                case .double(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .list(let value): try container.encode(value)
                case .map(let value): try container.encode(value)
                }
            }
        }
        let value = [
            "list": Shape.list([
                .int(1), .double(1), .bool(true), .string("1"), .null, .list([]), .map([:]),
                .map(["x": .list([.double(-0.0)])]),
            ])
        ]
        let bytes = try RecordEncoder().encode(value)
        #expect(try RecordDecoder().decode([String: Shape].self, from: bytes) == value)
        let inner: Record = ["x": [.double(-0.0)]]
        let list: Value = [1, 1.0, true, "1", nil, [], .object([:]), .object(inner)]
        #expect(try Record(encoded: bytes) == ["list": list])
    }

    @Test func `What an own init(from:) throws is the cause`() throws {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws {
                throw EncodingErrorTests.Refusal(reason: "no")
            }
        }
        let error = try Self.error([:], as: Picky.self)
        #expect(error.code == .decodingFailed && error.field == nil)
        #expect(error.cause is EncodingErrorTests.Refusal)
    }
}
