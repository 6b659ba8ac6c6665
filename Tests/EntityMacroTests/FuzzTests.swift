import EntityExpansion
import SeededNumbers
import TestSupport
import Testing

/// Texts that are no declarations, or hardly any: there is always an answer, and soon.
struct FuzzTests {
    static let rounds = 20_000

    @Test func `Whatever the text is, there is an answer`() throws {
        var random = try seededGenerator("FuzzTests")
        let declarations = DeclarationCorpus.text.split(separator: "\n\n").map { Array($0.utf8) }
        for _ in 0..<Self.rounds {
            var text = declarations[random.next(below: declarations.count)]
            for _ in 0...random.next(below: 4) {
                mutate(&text, with: declarations, &random)
            }
            expectAnswer(to: text)
        }
    }

    @Test(arguments: [
        "struct A {", "var a = \"\\(", "(", "[", "{", "<", "a<", "@A(", "\"", "#\"", "/*", "`", "#",
        "open ", "var a = ", "\n@A open ", "if ", "/a", "'", "\u{0}", "é", "var a: [", ")", "}",
        "#if ", "x<[", "->", "?", "..",
    ])
    func `Long repetitions are answered as well`(_ part: String) {
        for prefix in ["", "struct A { var a: ", "struct A { var a = ", "struct A {\n"] {
            expectAnswer(to: Array((prefix + String(repeating: part, count: 2000)).utf8))
        }
    }

    private func expectAnswer(to text: [UInt8]) {
        let expansion = Expansion(
            of: text, type: "A", conformances: ["Entity"], context: [text])
        let isInside = expansion.problems.allSatisfy {
            0 <= $0.range.lowerBound && $0.range.upperBound <= text.count
        }
        #expect(isInside && expansion.text.isEmpty != expansion.problems.isEmpty)
    }

    /// Changes a text in one place.
    private func mutate(
        _ text: inout [UInt8], with others: [[UInt8]], _ random: inout SplitMix64
    ) {
        guard !text.isEmpty else { return }
        let start = random.next(below: text.count)
        let end = min(start + random.next(below: 8), text.count)
        switch random.next(below: 5) {
        case 0: text.removeSubrange(start..<end)
        case 1: text[start] = UInt8(random.next(below: 256))
        case 2:
            let pieces = Array("{}()[]<>\"\"\"#\\(`@:=,;?!./*\n ".utf8)
            text.insert(pieces[random.next(below: pieces.count)], at: start)
        case 3: text.insert(contentsOf: text[start..<end], at: random.next(below: text.count))
        default:
            let other = others[random.next(below: others.count)]
            let from = random.next(below: other.count)
            let size = random.next(below: 40)
            text.replaceSubrange(start..<end, with: other[from..<min(from + size, other.count)])
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func next(below limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &self)
    }
}
