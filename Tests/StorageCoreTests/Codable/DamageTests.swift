import Foundation
import StorageCore
import TestSupport
import Testing

/// Damaged bytes give an error or another value; they never end the process.
struct DamageTests {
    struct Leaf: Codable {
        var id: Int
        var text: String
        var when: Date?
        var more: [String: [Int8]]
    }

    enum Kind: Codable {
        case plain
        case full(UUID, Leaf)
    }

    struct Tree: Codable {
        var bool = true
        var tiny: Int8 = -3
        var large: UInt64 = .max
        var float: Float = 2.5
        var name = "Zoë \u{1F600}"
        var uuid = UUID()
        var data = Data([0, 1, 2, 255])
        var price = Decimal(sign: .minus, exponent: -7, significand: 1_234_567_890)
        var link = URL(string: "https://example.com/")
        var leaf = Leaf(id: 5, text: "", when: .distantPast, more: ["a": [1, 2], "b": []])
        var leaves = (0..<3).map { Leaf(id: $0, text: "\($0)", when: nil, more: [:]) }
        var kinds = [Kind.plain, .full(UUID(), Leaf(id: 1, text: "x", when: nil, more: [:]))]
        var pairs: [UUID: Set<Int>] = [UUID(): [1, 2], UUID(): []]
        var optionals: [Double?] = [1, nil]
    }

    /// Reads the bytes in every way there is.
    ///
    /// - Returns: Whether they are the encoding of a record.
    private func read(_ bytes: [UInt8]) throws -> Bool {
        do {
            let tree = try RecordDecoder().decode(Tree.self, from: bytes)
            // What could be read can be written.
            _ = try RecordEncoder().encode(tree)
        } catch {
            #expect(error.code == .decodingFailed || error.code == .damaged, "\(error)")
        }
        do {
            let record = try Record(encoded: bytes)
            let again = try Record(try record.fields())
            #expect(again.bytes == bytes, "a record has one encoding only")
            return true
        } catch {
            #expect(error.code == .damaged)
            return false
        }
    }

    @Test func `A record that is cut off is refused at every length`() throws {
        let bytes = try RecordEncoder().encode(Tree())
        #expect(try read(bytes))
        for length in bytes.indices {
            #expect(throws: StorageError.self, "\(length) bytes") {
                try RecordDecoder().decode(Tree.self, from: Array(bytes[..<length]))
            }
            _ = try read(Array(bytes[..<length]))
        }
    }

    @Test(arguments: 0..<4)
    func `Bytes changed at random never end the process`(part: Int) throws {
        var generator = try seededGenerator("damage \(part)")
        let original = try RecordEncoder().encode(Tree())
        let interesting: [UInt8] = [0, 1, 3, 4, 7, 8, 9, 10, 11, 12, 13, 0x7F, 0x80, 0xC0, 0xFF]
        var valid = 0
        for _ in 0..<50_000 {
            var bytes = original
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                case 1: bytes[place] = .random(in: .min ... .max, using: &generator)
                case 2: bytes[place] = interesting.randomElement(using: &generator) ?? 0
                case 3: bytes.remove(at: place)
                case 4: bytes.insert(.random(in: .min ... .max, using: &generator), at: place)
                default:
                    let end = min(bytes.count, place + 12)
                    bytes.insert(contentsOf: bytes[place..<end], at: place)
                }
            }
            if try read(bytes) { valid += 1 }
        }
        #expect(valid > 0 && valid < 50_000)
    }

    @Test func `Nothing but noise never ends the process`() throws {
        var generator = try seededGenerator("noise")
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...40, using: &generator)
            _ = try read((0..<count).map { _ in UInt8.random(in: 0...14, using: &generator) })
        }
    }

    @Test func `Containers of damaged bytes throw at what is damaged`() throws {
        struct Reader: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                #expect(container.allKeys.map(\.stringValue) == ["a"])
                var list = try container.nestedUnkeyedContainer(forKey: "a")
                #expect(list.count == nil)
                #expect(throws: StorageError.self) { try list.decode(Int.self) }
                #expect(throws: StorageError.self) { try list.decode(String.self) }
                #expect(throws: StorageError.self) { try list.decodeNil() }
                #expect(throws: StorageError.self) { try list.nestedUnkeyedContainer() }
            }
        }
        // The field a is an array of three bytes, in which an integer of eight begins.
        _ = try RecordDecoder().decode(Reader.self, from: [1, 0x61, 0x0B, 3, 0, 0, 0, 3, 0, 0])
    }
}
