import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

struct JSONRoundTripTests {
    @Test func `100,000 Doubles come back bit for bit`() throws {
        var generator = try seededGenerator("doubles")
        for round in 0..<100_000 {
            let double =
                switch round % 4 {
                case 0: Double(bitPattern: generator.next())
                case 1: Double(bitPattern: generator.next() & 0x800F_FFFF_FFFF_FFFF)
                case 2: Double.random(in: -1000...1000, using: &generator)
                default: Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 100
                }
            let value = Value.double(double)
            try #require(try Value(json: value.json) == value, "\(double.bitPattern)")
        }
    }

    @Test func `20,000 decimals come back with the same digits`() throws {
        var generator = try seededGenerator("decimals")
        for _ in 0..<20_000 {
            let digits = Int.random(in: 1...38, using: &generator)
            let text = (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &generator))" }
            let exponent = Int.random(in: -80...80, using: &generator)
            let sign = Bool.random(using: &generator) ? "-" : ""
            let decimal = try #require(Decimal(string: "\(sign)\(text.joined())e\(exponent)"))
            let value = Value.decimal(decimal)
            try #require(try Value(json: value.json) == value, "\(value.json)")
        }
    }

    @Test func `Every scalar comes back, and only what must be escaped is`() throws {
        var text = ""
        for code in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            if code < 0x3000 || code % 97 == 0 || code & 0xFFFF >= 0xFFFE {
                text.unicodeScalars.append(scalar)
            }
        }
        let value = Value.string(text)
        #expect(try Value(json: value.json) == value)
        #expect(
            Value.string("\u{0}\u{8}\t\n\u{C}\r\u{1F}\"\\/\u{7F}é\u{2028}😀").json
                == #""\u0000\b\t\n\f\r\u001f\"\\/"# + "\u{7F}é\u{2028}😀\"")
        #expect(
            try Value(json: #""\u00e9\u00E9\ud83d\ude00\/\b\f\n\r\t\"\\""#)
                == .string("éé😀/\u{8}\u{C}\n\r\t\"\\"))
    }

    @Test func `Random records come back with the same bytes, from shuffled members too`() throws {
        var generator = try seededGenerator("records")
        for _ in 0..<3000 {
            let record = try Record(Self.fields(depth: 0, using: &generator))
            let json = record.json
            try #require(try Record(json: json).bytes == record.bytes, "\(json)")
            let shuffled = Self.shuffled(try record.fields(), using: &generator)
            try #require(try Record(json: shuffled).bytes == record.bytes, "\(shuffled)")
        }
    }

    @Test func `Random keys come back with the same bytes`() throws {
        var generator = try seededGenerator("keys")
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...3, using: &generator)
            let key = try Key((0..<count).map { _ in Self.component(using: &generator) })
            try #require(try Key(json: key.json) == key, "\(key)")
        }
    }

    @Test func `Damaged bytes are shown in hexadecimal digits`() throws {
        #expect(Key(trusted: [0x30, 0x61]).json == "3061")
        #expect(Record(trusted: [1, 0x61, 7, 2, 0xC3, 0x28]).json == "01610702c328")
        #expect(Record(trusted: [1, 0x61, 7, 9]).json == "01610709")
        // Names out of order, a name twice, and a small integer as a large one.
        #expect(Record(trusted: [1, 0x62, 0, 1, 0x61, 0]).json == "016200016100")
        #expect(Record(trusted: [1, 0x61, 0, 1, 0x61, 0]).json == "016100016100")
        #expect(
            Record(trusted: [1, 0x61, 4, 5, 0, 0, 0, 0, 0, 0, 0]).json == "0161040500000000000000")
    }

    private static func shuffled(
        _ fields: [(name: String, value: Value)], using generator: inout SplitMix64
    ) -> String {
        let members = fields.shuffled(using: &generator).map { name, value in
            "\(Value.string(name).json) : \(value.json)"
        }
        let object = "{ \(members.joined(separator: " ,\r\n")) }"
        let isForm = fields.count == 1 && fields[0].name.hasPrefix("$")
        return isForm ? #"{"$object":\#(object)}"# : object
    }

    private static func fields(
        depth: Int, using generator: inout SplitMix64
    ) -> [(name: String, value: Value)] {
        let names = [
            "a", "b", "$x", "$date", "é", "e\u{301}", "", "long name with \"quotes\"", "z",
        ]
        let chosen = names.shuffled(using: &generator).prefix(Int(generator.next() % 5))
        return chosen.map { ($0, value(depth: depth, using: &generator)) }
    }

    private static func value(depth: Int, using generator: inout SplitMix64) -> Value {
        switch generator.next() % (depth > 4 ? 10 : 12) {
        case 0: return .null
        case 1: return .bool(generator.next() % 2 == 0)
        case 2: return .int(Int64(bitPattern: generator.next()))
        case 3: return .integer(generator.next() | 1 << 63)
        case 4: return .double(Double(bitPattern: generator.next()))
        case 5: return .decimal(Decimal(Int(generator.next() % 1_000_000)) / 1000)
        case 6: return .string(string(using: &generator))
        case 7:
            return .bytes((0..<generator.next() % 9).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        case 8:
            let seconds = Double.random(in: -1e10...1e10, using: &generator)
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 9: return .uuid(UUID(generator.next(), generator.next()))
        case 10:
            let count = generator.next() % 4
            return .array((0..<count).map { _ in value(depth: depth + 1, using: &generator) })
        default:
            do {
                return .object(try Record(fields(depth: depth + 1, using: &generator)))
            } catch {
                Issue.record(error)
                return .null
            }
        }
    }

    private static func string(using generator: inout SplitMix64) -> String {
        let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\0", "é", "\u{2029}", "😀", "/"]
        var text = ""
        for _ in 0..<generator.next() % 8 {
            text.unicodeScalars.append(scalars[Int(generator.next() % 9)])
        }
        return text
    }

    private static func component(using generator: inout SplitMix64) -> KeyComponent {
        switch generator.next() % 7 {
        case 0: .bool(generator.next() % 2 == 0)
        case 1: .int(Int64(bitPattern: generator.next()))
        case 2: .uint(generator.next() | 1 << 63)
        case 3: .string(string(using: &generator))
        case 4: .bytes((0..<generator.next() % 9).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        case 5: .date(Date(timeIntervalSinceReferenceDate: Double(generator.next() % 100_000) / 8))
        default: .uuid(UUID(generator.next(), generator.next()))
        }
    }
}
