import Foundation
import StorageCore
import TestSupport
import Testing

struct RecordTests {
    @Test func `The order in which fields are given carries no meaning`() throws {
        let names = ["b", "", "a", "a\0", "ab", "é", "e\u{301}", "B", "\u{1F600}", "a.b", "$"]
        let fields = names.enumerated().map { (name: $1, value: Value.int(Int64($0))) }
        var generator = try seededGenerator("field order")
        let record = try Record(fields)
        for _ in 0..<20 {
            let other = try Record(fields.shuffled(using: &generator))
            #expect(other == record && other.bytes == record.bytes)
        }
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let kept = try record.fields().map(\.name)
        #expect(kept.map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
        for (index, name) in names.enumerated() {
            #expect(try record.value(of: name) == .int(Int64(index)))
        }
        #expect(try record.value(of: "c") == nil)
        #expect(try record.value(of: "ａ") == nil)
    }

    @Test func `A name that occurs twice is refused, canonical equivalents are two names`() throws {
        do {
            _ = try Record([("a", 1), ("b", 2), ("a", 1)])
            Issue.record("a name was accepted twice")
        } catch {
            #expect(error.code == .invalidValue && error.field == "a")
            #expect(error.message.contains("'a' occurs twice"))
        }
        #expect(try Record([("\u{E9}", 1), ("e\u{301}", 2)]).fields().count == 2)
    }

    @Test func `Values nest up to the limit`() throws {
        func nested(_ depth: Int, _ wrap: (Value) throws -> Value) rethrows -> Value {
            try (0..<depth).reduce(.null) { value, _ in try wrap(value) }
        }
        let array: (Value) -> Value = { .array([$0]) }
        let record = try Record([("x", nested(256, array))])
        #expect(try Record(encoded: record.bytes) == record)
        for value in [nested(257, array), .array([nested(256, array)])] {
            do {
                _ = try Record([("x", value)])
                Issue.record("a value that nests too deeply was accepted")
            } catch {
                #expect(error.code == .invalidValue && error.field == "x")
                #expect(error.message.contains("256"))
            }
        }
        let objects = try nested(256) { .object(try Record([("o", $0)])) }
        #expect(try Record(encoded: Record([("x", objects)]).bytes).bytes.count > 256)
        #expect(throws: StorageError.self) { try Record([("x", .array([objects]))]) }
    }

    @Test func `Null and absent are different, and so are values of different kinds`() throws {
        #expect(["a": nil] as Record != [:])
        #expect(try (["a": nil] as Record).value(of: "a") == .null)
        let values: [Value] = [
            .null, false, 0, .double(0), .double(-0.0), .decimal(0), "", .bytes([]), "0", [],
            .object([:]), [nil], .date(Date(timeIntervalSinceReferenceDate: 0)), .double(.nan),
            .double(.signalingNaN), .double(-.nan), .uuid(UUID(0, 0)), "\u{E9}", "e\u{301}",
            .uint(1 << 63), .int(.min), .decimal(.nan),
        ]
        for (index, value) in values.enumerated() {
            for (other, candidate) in values.enumerated() {
                #expect((value == candidate) == (index == other), "\(value) \(candidate)")
            }
            let record = try Record([("v", value)])
            #expect(try Record(encoded: record.bytes).value(of: "v") == value)
        }
        #expect(Set(values).count == values.count)
        #expect(Value.decimal(Decimal(string: "1.50") ?? 0) == .decimal(1.5))
    }

    @Test func `Hostile text comes back byte for byte`() throws {
        let texts = [
            "\0", "a\0b", "\u{E9}", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{FEFF}", "\r\n",
            "\u{202E}", "\u{FFFF}\u{10FFFF}", String(repeating: "é", count: 70_000),
        ]
        for text in texts {
            let record = try Record([
                (text, .string(text)), ("o", .object([text: [.string(text)]])),
            ])
            let again = try Record(encoded: record.bytes)
            guard case .string(let value) = try again.value(of: text) else {
                Issue.record("the field is gone")
                continue
            }
            #expect(value.utf8.elementsEqual(text.utf8))
            #expect(try again.fields().contains { $0.name.utf8.elementsEqual(text.utf8) })
        }
    }

    @Test(arguments: [1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])
    func `Names, texts and bytes of any length are kept`(length: Int) throws {
        let name = String(repeating: "n", count: length)
        let bytes = Array(repeating: UInt8(7), count: length)
        let record = try Record([(name, .bytes(bytes)), ("", .string(name))])
        let again = try Record(encoded: record.bytes)
        #expect(try again.value(of: name) == .bytes(bytes))
        #expect(try again.value(of: "") == .string(name))
    }

    @Test func `Integers have one form`() throws {
        #expect(Value.integer(UInt64(5)) == 5)
        #expect(try Record([("a", .uint(5))]) == ["a": 5])
        #expect(Value.integer(UInt64.max) == .uint(.max))
        guard case .int(5)? = try Record([("a", .uint(5))]).value(of: "a") else {
            Issue.record("a small integer came back unsigned")
            return
        }
    }
}
