import Foundation
import StorageCore
import TestSupport
import Testing

struct KeyRangeTests {
    private typealias Bound = (text: String, isIncluded: Bool)

    private let texts = ["", "a", "a\0", "aa", "ab", "b", "b\u{FF}", "é", "\u{10FFFF}", "z"]

    @Test func `A range has the keys that its bounds say, and so has an intersection`() throws {
        var generator = try seededGenerator("key ranges")
        func bound() -> Bound? {
            guard Int.random(in: 0..<4, using: &generator) > 0 else { return nil }
            let text = texts.randomElement(using: &generator) ?? ""
            return (text, Bool.random(using: &generator))
        }
        func isIn(_ text: String, _ lower: Bound?, _ upper: Bound?) -> Bool {
            let (text, low) = (Array(text.utf8), lower.map { Array($0.text.utf8) })
            let high = upper.map { Array($0.text.utf8) }
            if let low, let lower {
                if text.lexicographicallyPrecedes(low) { return false }
                if text == low, !lower.isIncluded { return false }
            }
            if let high, let upper {
                if high.lexicographicallyPrecedes(text) { return false }
                if text == high, !upper.isIncluded { return false }
            }
            return true
        }
        for _ in 0..<2_000 {
            let bounds = (bound(), bound(), bound(), bound())
            let range = try range(bounds.0, bounds.1)
            let other = try self.range(bounds.2, bounds.3)
            let both = range.intersection(other)
            for text in texts {
                let key = try Key(text).bytes
                let (isInRange, isInOther) = (
                    isIn(text, bounds.0, bounds.1), isIn(text, bounds.2, bounds.3)
                )
                #expect(range.contains(key) == isInRange, "\(text) \(bounds)")
                #expect(both.contains(key) == (isInRange && isInOther), "\(text) \(bounds)")
                if range.isEmpty { #expect(!isInRange) }
            }
        }
    }

    private func range(_ lower: Bound?, _ upper: Bound?) throws -> KeyRange {
        func key(_ bound: Bound?, _ isIncluded: Bool) throws -> Key? {
            guard let bound, bound.isIncluded == isIncluded else { return nil }
            return try Key(bound.text)
        }
        return KeyRange(
            from: try key(lower, true), after: try key(lower, false),
            through: try key(upper, true), until: try key(upper, false))
    }

    @Test func `A range that ends before it begins is empty, and one key is not`() throws {
        let (one, two) = (try Key(1), try Key(2))
        #expect(KeyRange(from: two, through: one).isEmpty)
        #expect(KeyRange(from: one, until: one).isEmpty)
        #expect(KeyRange(after: one, through: one).isEmpty)
        #expect(!KeyRange(from: one, through: one).isEmpty)
        #expect(!KeyRange(from: one).isEmpty && !KeyRange(until: one).isEmpty)
        #expect(!KeyRange.all.isEmpty && KeyRange.all.contains(one.bytes))
        let apart = KeyRange(until: one).intersection(KeyRange(from: two))
        #expect(apart.isEmpty && !apart.contains(one.bytes) && !apart.contains(two.bytes))
    }

    @Test func `A prefix of a tuple has the tuples that begin with it`() throws {
        let keys = try [
            [.string("a")], [.string("a"), .int(1)], [.string("a"), .string("")],
            [.string("a\0")], [.string("ab")], [.string("a"), .uuid(UUID())], [.int(1)],
            [.bytes([0x61])],
        ].map { try Key($0) }
        let range = KeyRange(startingWith: try Key("a"))
        #expect(
            keys.map { range.contains($0.bytes) } == [
                true, true, true, false, false, true, false, false,
            ])
    }

    @Test func `A prefix of text has the texts that begin with it, byte by byte`() throws {
        let all = [
            "", "a", "a\0", "a\0b", "ab", "b", "é", "e\u{301}", "e", "\u{10FFFF}", "\u{10FFFF}x",
        ]
        for prefix in all {
            let range = KeyRange(stringPrefix: prefix)
            for text in all {
                let expected = text.utf8.starts(with: prefix.utf8)
                #expect(range.contains(try Key(text).bytes) == expected, "\(prefix) \(text)")
                let pair = try Key([.string(text), .int(.max)])
                #expect(range.contains(pair.bytes) == expected, "\(prefix) \(text)")
            }
            #expect(!range.contains(try Key(1).bytes))
            #expect(!range.contains(try Key(Array(prefix.utf8)).bytes))
        }
    }

    @Test func `A prefix of bytes that cannot be counted up has no upper bound`() {
        #expect(KeyRange(prefix: [0x30, 0xFF, 0xFF]).upperBound == [0x31])
        #expect(KeyRange(prefix: [0x30, 0xFE]).upperBound == [0x30, 0xFF])
        #expect(KeyRange(prefix: [0xFF, 0xFF]).upperBound == nil)
        #expect(KeyRange(prefix: []).upperBound == nil)
        #expect(KeyRange(prefix: [0xFF]).contains([0xFF, 0xFF, 0xFF]))
        #expect(!KeyRange(prefix: [0xFF]).contains([0xFE, 0xFF]))
    }
}
