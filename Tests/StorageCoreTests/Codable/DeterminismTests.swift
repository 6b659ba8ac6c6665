import Foundation
import StorageCore
import TestSupport
import Testing

struct DeterminismTests {
    enum Colour: String, Codable, CaseIterable { case red, green, blue, black, white }

    enum Coin: Int, Codable, CodingKeyRepresentable {
        case one = 1
        case two = 2
        case five = 5
    }

    struct Bag: Codable, Equatable {
        var names: [String: Int]
        var numbers: [Int: String]
        var colours: [Colour: Int]
        var ids: [UUID: [String]]
        var wide: [Int64: String]
        var dates: [Date: Int]
        var coins: [Coin: Bool]
        var set: Set<Date>
        var sets: Set<Set<Int>>
        var optional: [Colour: Int]?
        var deep: [[UUID: Set<String>]]
    }

    /// The same content in collections with another history, and so in another order.
    private func rebuilt<Key: Hashable, Value>(_ pairs: [Key: Value]) -> [Key: Value] {
        var copy = [Key: Value](minimumCapacity: pairs.count * 50)
        for (key, value) in pairs.reversed() { copy[key] = value }
        return copy
    }

    @Test func `Equal collections without order have equal bytes`() throws {
        let ids = Dictionary(uniqueKeysWithValues: (0..<50).map { (UUID(), ["\($0)"]) })
        let set = Set((0..<50).map { Date(timeIntervalSinceReferenceDate: Double($0)) })
        let deep = [Dictionary(uniqueKeysWithValues: ids.map { ($0, Set($1 + ["a", "b", "c"])) })]
        let bag = Bag(
            names: Dictionary(uniqueKeysWithValues: (0..<200).map { ("k\($0)", $0) }),
            numbers: Dictionary(uniqueKeysWithValues: (-50..<50).map { ($0, "\($0)") }),
            colours: Dictionary(uniqueKeysWithValues: Colour.allCases.map { ($0, 1) }),
            ids: ids, wide: [1: "a", -1: "b", .max: "c"],
            dates: Dictionary(uniqueKeysWithValues: set.map { ($0, 1) }),
            coins: [.five: true, .one: false], set: set,
            sets: Set((0..<20).map { Set(0...$0) }), optional: [.red: 1, .blue: 2, .green: 3],
            deep: deep)
        var other = bag
        other.names = rebuilt(bag.names)
        other.numbers = rebuilt(bag.numbers)
        other.ids = rebuilt(bag.ids)
        other.dates = rebuilt(bag.dates)
        other.set = Set(minimumCapacity: 3_000)
        for date in set.sorted().reversed() { other.set.insert(date) }
        other.sets = Set((0..<20).reversed().map { Set((0...$0).reversed()) })
        other.deep = [rebuilt(deep[0])]
        #expect(Array(bag.names.keys) != Array(other.names.keys), "the orders have to differ")

        let bytes = try RecordEncoder().encode(bag)
        #expect(try RecordEncoder().encode(other) == bytes)
        #expect(try RecordDecoder().decode(Bag.self, from: bytes) == bag)
    }

    @Test func `The members of a set and the keys of a dictionary stand in order`() throws {
        struct Ordered: Encodable {
            var set: Set<Int> = [3, 1, 2, 258]
            var pairs: [Int64: Int] = [2: 0, 1: 9, 3: 5]
            var coins: [Coin: Int] = [.five: 5, .one: 1]
        }
        let record = try Record(encoded: try RecordEncoder().encode(Ordered()))
        #expect(
            record == [
                "set": [1, 2, 258, 3], "pairs": [1, 9, 2, 0, 3, 5],
                "coins": .object(["1": 1, "5": 5]),
            ])
    }

    @Test func `Names of any length and content stand in the order of their bytes`() throws {
        var generator = try seededGenerator("names")
        let letters = ["\0", "a", "b", "é", "e\u{301}", "\u{1F600}", "long common beginning "]
        for _ in 0..<300 {
            var names: Set<[UInt8]> = []
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                let count = Int.random(in: 0...4, using: &generator)
                let name = (0..<count).map { _ in letters.randomElement(using: &generator) ?? "" }
                names.insert(Array(name.joined().utf8))
            }
            let texts = names.map { String(decoding: $0, as: UTF8.self) }
            let bytes = try RecordEncoder().encode(Named(names: texts))
            #expect(try Record(texts.map { ($0, .string($0)) }).bytes == bytes)
            #expect(try RecordDecoder().decode(Named.self, from: bytes).names.count == texts.count)
        }
    }

    /// Fields whose values are their names.
    struct Named: Codable {
        var names: [String]

        init(names: [String]) { self.names = names }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            // Neither in the order of the bytes nor in that in which they were written.
            names = try container.allKeys.shuffled().map { key in
                let value = try container.decode(String.self, forKey: key)
                #expect(value.utf8.elementsEqual(key.stringValue.utf8))
                #expect(!container.contains(AnyKey(value + "\0missing")))
                return value
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for name in names { try container.encode(name, forKey: AnyKey(name)) }
        }
    }
}
