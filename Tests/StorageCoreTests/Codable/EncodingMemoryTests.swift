import Foundation
import StorageCore
import TestSupport
import Testing

/// What an encoding writes into memory that is lent, and what outgrows that.
struct EncodingMemoryTests {
    /// Fields in the given order.
    struct Fields: Encodable {
        var fields: [(name: String, value: Int)]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for field in fields { try container.encode(field.value, forKey: AnyKey(field.name)) }
        }
    }

    /// An object inside an array, as deep as it has levels.
    struct Nested: Encodable {
        var levels: Int
        var text: String
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(text, forKey: "z")
            try container.encode(levels, forKey: "a")
            guard levels > 0 else { return }
            try container.encode([Nested(levels: levels - 1, text: text)], forKey: "inner")
        }

        func value() throws -> Value {
            guard levels > 0 else { return .object(["a": 0, "z": .string(text)]) }
            let inner = try Nested(levels: levels - 1, text: text).value()
            return .object(
                ["a": .int(Int64(levels)), "inner": .array([inner]), "z": .string(text)])
        }
    }

    @Test(arguments: [1, 8, 15, 16, 17, 24, 25, 60], [0, 120, 125, 130, 16_382])
    func `Of many fields with the same names the last ones stay`(count: Int, length: Int) throws {
        var generator = try seededGenerator("same names")
        let beginning = String(repeating: "n", count: length)
        let names = (0..<count).map { "\(beginning)\($0)" }
        let first = names.shuffled(using: &generator).map { (name: $0, value: -1) }
        let last = names.enumerated().map { (name: $1, value: $0) }.shuffled(using: &generator)
        let bytes = try RecordEncoder().encode(Fields(fields: first + last))
        let expected = try Record(last.map { ($0.name, .int(Int64($0.value))) })
        #expect(try Record(encoded: bytes) == expected)
        #expect(bytes == expected.bytes)
    }

    @Test(arguments: [0, 1, 6, 7, 8, 9, 40], [0, 10, 500, 3_000])
    func `Values of any depth and size are written`(levels: Int, size: Int) throws {
        let nested = Nested(levels: levels, text: String(repeating: "x", count: size))
        let bytes = try RecordEncoder().encode(["value": nested])
        let expected: Record = ["value": try nested.value()]
        #expect(bytes == expected.bytes)
    }

    @Test func `What is taken back leaves no trace when it had outgrown the memory`() throws {
        struct Lenient: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: "b")
                let large = Nested(levels: 20, text: String(repeating: "x", count: 300))
                let both = [["x": Either.value(large)], ["x": Either.refusal]]
                #expect(throws: EncodingErrorTests.Refusal.self) {
                    try container.encode(both, forKey: "a")
                }
                try container.encode(2, forKey: "a")
            }
        }
        let bytes = try RecordEncoder().encode(Lenient())
        #expect(try Record(encoded: bytes) == ["a": 2, "b": 1])
    }

    enum Either: Encodable {
        case value(Nested)
        case refusal
        func encode(to encoder: any Encoder) throws {
            switch self {
            case .value(let value): try value.encode(to: encoder)
            case .refusal: throw EncodingErrorTests.Refusal(reason: "not today")
            }
        }
    }

    @Test func `Containers are of no use when the record could not be encoded`() throws {
        struct Failing: Encodable {
            var keeper: EncodingErrorTests.Keeper
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode("some output", forKey: "b")
                keeper.encoder = encoder
                keeper.keyed = container
                keeper.single = encoder.singleValueContainer()
                throw EncodingErrorTests.Refusal(reason: "not today")
            }
        }
        let keeper = EncodingErrorTests.Keeper()
        #expect(throws: StorageError.self) {
            try RecordEncoder().encode(Failing(keeper: keeper))
        }
        #expect(throws: StorageError.self) { try keeper.keyed?.encode(1, forKey: "a") }
        #expect(throws: StorageError.self) { try keeper.keyed?.encode(Date(), forKey: "a") }
        #expect(throws: StorageError.self) { try keeper.single?.encode(1) }
        #expect(throws: StorageError.self) {
            var late = keeper.keyed?.nestedUnkeyedContainer(forKey: "a")
            try late?.encode(1)
        }
        #expect(throws: StorageError.self) {
            var late = keeper.encoder?.container(keyedBy: AnyKey.self)
            try late?.encode(1, forKey: "a")
        }
        #expect(keeper.keyed?.codingPath.isEmpty == true)
        #expect(keeper.encoder?.codingPath.isEmpty == true)
    }

    @Test func `The members of sets stand in order whatever their size`() throws {
        struct Sets: Encodable {
            var texts: Set<String>
            var lists: Set<[Int]>
        }
        var generator = try seededGenerator("sets")
        let texts = (0..<60).map { String(repeating: "t", count: $0 % 40) + "\($0)" }
        let lists = (0..<40).map { Array(repeating: $0 % 3, count: $0) }
        let sets = Sets(
            texts: Set(texts.shuffled(using: &generator)),
            lists: Set(lists.shuffled(using: &generator)))
        let record = try Record(encoded: try RecordEncoder().encode(sets))
        func sorted(_ values: [Value]) throws -> Value {
            .array(
                try values.sorted {
                    let (left, right) = (try Record([("", $0)]), try Record([("", $1)]))
                    return left.bytes.lexicographicallyPrecedes(right.bytes)
                })
        }
        let expected: Record = [
            "texts": try sorted(texts.map { .string($0) }),
            "lists": try sorted(lists.map { .array($0.map { .int(Int64($0)) }) }),
        ]
        #expect(record == expected)
    }
}
