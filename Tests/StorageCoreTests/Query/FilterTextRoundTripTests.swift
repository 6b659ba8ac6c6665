import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

/// Random filters and the text that each says of itself.
struct FilterTextRoundTripTests {
    @Test func `Random filters come back from what they say of themselves`() throws {
        var generator = try seededGenerator("filters")
        for _ in 0..<5_000 {
            let filter = Self.filter(depth: 0, using: &generator)
            let text = filter.description
            let again = try Filter(text: text)
            try #require(again == filter, "\(text)")
            // Strings are equal that are only equivalent; their texts are not.
            try #require(again.description.utf8.elementsEqual(text.utf8), "\(text)")
        }
    }

    @Test func `A filter that was cut short or changed is read or refused, and never more`() throws
    {
        var generator = try seededGenerator("changed filters")
        let letters = Array("`\"()[]{}.,:$=<>! \n1anotrue\\".unicodeScalars)
        for _ in 0..<5_000 {
            var text = Array(Self.filter(depth: 0, using: &generator).description.unicodeScalars)
            let place = Int.random(in: 0..<text.count, using: &generator)
            switch generator.next() % 3 {
            case 0: text.removeSubrange(place...)
            case 1: text.remove(at: place)
            default: text[place] = letters[Int(generator.next() % UInt64(letters.count))]
            }
            var changed = String.UnicodeScalarView()
            changed.append(contentsOf: text)
            let result = Result { () throws(StorageError) in try Filter(text: String(changed)) }
            switch result {
            case .success(let filter):
                try #require(try Filter(text: filter.description) == filter)
            case .failure(let error):
                #expect(error.code == .invalidQuery)
                #expect(error.message.hasPrefix("in the filter, line "), "\(error)")
            }
        }
    }

    private static func filter(depth: Int, using generator: inout SplitMix64) -> Filter {
        let path = path(using: &generator)
        switch generator.next() % (depth > 4 ? 7 : 11) {
        case 0: return .all
        case 1:
            let comparison = Comparison.allCases[Int(generator.next() % 6)]
            return .compare(path, comparison, value(depth: 0, using: &generator))
        case 2:
            let count = generator.next() % 4
            return .isIn(path, (0..<count).map { _ in value(depth: 0, using: &generator) })
        case 3:
            let match = TextMatch.allCases[Int(generator.next() % 4)]
            let isCaseInsensitive = Bool.random(using: &generator)
            return .text(
                path, match, string(using: &generator), caseInsensitive: isCaseInsensitive)
        case 4: return .contains(path, value(depth: 0, using: &generator))
        case 5: return .isNull(path)
        case 6: return .isMissing(path)
        case 7: return .any(path, filter(depth: depth + 1, using: &generator))
        case 8: return .not(filter(depth: depth + 1, using: &generator))
        case 9:
            let count = 2 + generator.next() % 3
            return .and((0..<count).map { _ in filter(depth: depth + 1, using: &generator) })
        default:
            let count = [0, 2, 3][Int(generator.next() % 3)]
            return .or((0..<count).map { _ in filter(depth: depth + 1, using: &generator) })
        }
    }

    private static func path(using generator: inout SplitMix64) -> FieldPath {
        switch generator.next() % 8 {
        case 0: return .key
        case 1: return .element
        default:
            let count = 1 + generator.next() % 3
            return FieldPath((0..<count).map { _ in string(using: &generator) })
        }
    }

    /// Words of filters, identifiers, and what has to be put into quotes of one kind or another.
    private static func string(using generator: inout SplitMix64) -> String {
        let parts = [
            "a", "B2", "_", "1", "and", "null", "is", "caseInsensitive", "`", "\"", ".", "\\",
            "$key",
            " ", "\n", "\u{0}", "é", "e\u{301}", "\u{301}", "😀", "\u{A0}", "\u{FEFF}", "[]",
            ":desc", "",
        ]
        let count = 1 + generator.next() % 3
        let chosen = (0..<count).map { _ in parts[Int(generator.next() % UInt64(parts.count))] }
        return chosen.joined()
    }

    private static func value(depth: Int, using generator: inout SplitMix64) -> Value {
        switch generator.next() % (depth > 2 ? 9 : 11) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(generator.next() >> (generator.next() % 64))
        case 3: return .double(Double(bitPattern: generator.next()))
        case 4: return .decimal(Decimal(Int(generator.next() % 1_000_000)) / 1000)
        case 5: return .string(string(using: &generator))
        case 6: return .bytes(Array(string(using: &generator).utf8))
        case 7:
            let seconds = Double.random(in: -1e10...1e10, using: &generator)
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 8: return .uuid(UUID(generator.next(), generator.next()))
        case 9:
            let count = generator.next() % 4
            return .array((0..<count).map { _ in value(depth: depth + 1, using: &generator) })
        default:
            let name = string(using: &generator)
            do {
                return .object(try Record([(name, value(depth: depth + 1, using: &generator))]))
            } catch {
                Issue.record(error)
                return .null
            }
        }
    }
}
