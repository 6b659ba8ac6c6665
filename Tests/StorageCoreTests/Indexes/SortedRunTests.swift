import SeededNumbers
import TestSupport
import Testing

@testable import StorageCore

struct SortedRunTests {
    /// Short strings of few different bytes, so that some begin with others, end in zeros, or are
    /// there twice.
    private func strings(
        _ beginning: [UInt8], _ generator: inout SplitMix64
    ) -> [[UInt8]] {
        (0..<2000).map { _ in
            beginning
                + (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    [0, 1, 255].randomElement(using: &generator) ?? 0
                }
        }
    }

    @Test(arguments: [[], [7], Array(repeating: 0, count: 100)])
    func `Strings are lent in their order, and forgotten`(beginning: [UInt8]) throws {
        var generator = try seededGenerator("a sorted run")
        var run = SortedRun()
        for _ in 0..<3 {
            let strings = strings(beginning, &generator)
            for string in strings { run.append(string.span) }
            var lent: [[UInt8]] = []
            run.empty { string, _ in lent.append(string.array) }
            #expect(lent == Set(strings).sorted { $0.lexicographicallyPrecedes($1) })
        }
        run.empty { _, _ in Issue.record("something is left") }
    }

    @Test func `A string is lent once, as it was taken in last`() throws {
        var generator = try seededGenerator("a sorted run with removals")
        var run = SortedRun()
        var last: [[UInt8]: Bool] = [:]
        for string in strings([], &generator) {
            let isRemoval = Bool.random(using: &generator)
            run.append(string.span, isRemoval: isRemoval)
            last[string] = isRemoval
        }
        var lent: [[UInt8]: Bool] = [:]
        run.empty { string, isRemoval in
            #expect(lent.updateValue(isRemoval, forKey: string.array) == nil)
        }
        #expect(lent == last)
    }

    @Test func `A run asks to be emptied before it takes much memory`() {
        var run = SortedRun()
        var count = 0
        let string = [UInt8](repeating: 1, count: 1000)
        while !run.isFull, count < 100_000 {
            run.append(string.span)
            count += 1
        }
        #expect((10_000..<20_000).contains(count))
        run.empty { _, _ in }
        #expect(!run.isFull)
    }

    @Test func `An index that is built in several runs is in order`() throws {
        var generator = try seededGenerator("an index of several runs")
        let storage = CountingStorage()
        let people = try DAO<Person>(Database(storage))
        // Entries of 400 bytes, of which a run does not hold all.
        func nick(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: 400 - digits.count) + digits
        }
        let numbers = (0..<60_000).shuffled(using: &generator)
        try people.insert(
            contentsOf: numbers.enumerated().map { place, number in
                Person(id: place, name: "", age: 0, nick: nick(number))
            })
        let index = try IndexSchema("byNick", [IndexPart(FieldPath(["nick"]))])
        try people.database.write { try $0.createIndex(index, in: "people") }
        let inOrder = try people.read(orderedBy: .ascending(\.nick)).map { numbers[$0.id] }
        #expect(inOrder == Array(0..<60_000))
        let (last, lent) = try storage.counting {
            try people.read(orderedBy: .descending(\.nick), limit: 10).map { numbers[$0.id] }
        }
        #expect(last == (59_990..<60_000).reversed())
        #expect(lent < 100)
    }
}
