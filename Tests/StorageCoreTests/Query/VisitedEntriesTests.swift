import StorageCore
import Testing

/// What a query looks at grows with its answer, not with the collection, where a plan allows it.
@Suite struct VisitedEntriesTests {
    private let storage = CountingStorage()
    private let people: DAO<Person>

    init() throws {
        people = try DAO(Database(storage))
        try people.insert(
            contentsOf: (0..<10_000).map {
                Person(
                    id: $0, name: "n\($0)", age: $0 / 100, score: Double($0 % 10),
                    level: $0.isMultiple(of: 2) ? .low : .high)
            })
    }

    /// The catalog is looked at too.
    private static let slack = 8

    @Test func `An index is read where the condition is met, and nowhere else`() throws {
        let (found, lent) = try storage.counting { try people.read(where: \.age == 57) }
        #expect(found.count == 100)
        #expect(lent <= 200 + Self.slack)
    }

    @Test func `An order with a limit is read from an index, either way, and no further`() throws {
        let (first, forward) = try storage.counting {
            try people.read(orderedBy: .ascending(\.age), limit: 10).map(\.id)
        }
        #expect(first == Array(0..<10))
        #expect(forward <= 20 + Self.slack)
        let (last, backward) = try storage.counting {
            try people.read(orderedBy: .descending(\.age), limit: 10).map(\.id)
        }
        #expect(last == Array(9_900..<9_910))
        #expect(backward <= 22 + Self.slack)
    }

    @Test(arguments: [false, true])
    func `A page far behind costs what the first one costs`(_ isByIndex: Bool) throws {
        func page(_ position: Cursor.Position?) throws -> Page<Person> {
            isByIndex
                ? try people.page(orderedBy: .ascending(\.age), size: 10, at: position)
                : try people.page(size: 10, at: position)
        }
        let start = try page(nil)
        var next = try #require(start.next)
        for _ in 0..<500 {
            let following = try page(.after(next))
            next = try #require(following.next)
        }
        let (behind, forward) = try storage.counting { try page(.after(next)).elements.map(\.id) }
        #expect(behind == Array(5_010..<5_020))
        let (before, backward) = try storage.counting {
            try page(.before(next)).elements.map(\.id)
        }
        #expect(before == Array(4_999..<5_009))
        let cost = (isByIndex ? 24 : 12) + Self.slack
        #expect(forward <= cost)
        #expect(backward <= cost)
    }

    @Test func `A count by an index reads no record`() throws {
        let (count, lent) = try storage.counting { try people.count(where: \.age == 57) }
        #expect(count == 100)
        #expect(lent <= 100 + Self.slack)
    }

    @Test func `A list of keys, and a list on an index, look up each of them`() throws {
        let (byKey, keysLent) = try storage.counting {
            try people.read(where: .isIn(\.id, [1, 5_000, 77_777])).map(\.id)
        }
        #expect(byKey == [1, 5_000])
        #expect(keysLent <= 3 + Self.slack)
        let (byIndex, entriesLent) = try storage.counting {
            try people.read(where: .isIn(\.age, [1, 50, 777]))
        }
        #expect(byIndex.count == 200)
        #expect(entriesLent <= 400 + Self.slack)
    }
}
