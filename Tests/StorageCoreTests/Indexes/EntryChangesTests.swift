import SeededNumbers
import StorageCore
import TestSupport
import Testing

struct EntryChangesTests {
    @Entity
    struct Item: Equatable, Sendable {
        var id: Int
        @Indexed var rank: Int?
        @Indexed var tags: [String]
        @Unique var code: String?
    }

    private let items: DAO<Item>

    init() throws { items = try DAO(Database(MemoryStorage())) }

    /// Of few values, so that many change to what they were, or to what others are.
    private func item(_ id: Int, _ generator: inout SplitMix64) -> Item {
        Item(
            id: id, rank: [nil, 1, 2, 3].randomElement(using: &generator) ?? nil,
            tags: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                ["a", "b", "c"].randomElement(using: &generator) ?? ""
            },
            code: Bool.random(using: &generator) ? nil : "code \(id)")
    }

    /// Compares all there is with what is expected: what the indexes say, too.
    private func compare(_ expected: [Int: Item], _ note: Comment) throws {
        #expect(try items.database.verify() == [], note)
        let all = try items.read()
        #expect(all == expected.values.sorted { $0.id < $1.id }, note)
        for rank in 1...3 {
            let found = try items.read(where: \.rank == rank)
            #expect(found == all.filter { $0.rank == rank }, note)
        }
    }

    @Test func `What is changed several times in one call is in the indexes as it was last`() throws
    {
        var generator = try seededGenerator("changes of index entries")
        var expected: [Int: Item] = [:]
        for round in 0..<200 {
            let ids = (0..<20).map { _ in Int.random(in: 0..<10, using: &generator) }
            switch round % 3 {
            case 0:
                let changed = ids.map { item($0, &generator) }
                try items.upsert(contentsOf: changed)
                for item in changed { expected[item.id] = item }
            case 1:
                let changed = ids.filter { expected[$0] != nil }.map { item($0, &generator) }
                try items.update(contentsOf: changed)
                for item in changed { expected[item.id] = item }
            default:
                let some = ids.prefix(5)
                let there = Set(some).filter { expected[$0] != nil }
                #expect(try items.delete(ids: some) == there.count)
                for id in some { expected[id] = nil }
            }
            try compare(expected, "round \(round)")
        }
        try items.delete(where: \.rank == 2)
        try compare(expected.filter { $0.value.rank != 2 }, "deleted by a query")
    }

    @Test func `Of what cannot be inserted as a whole, nothing is in the indexes`() throws {
        var generator = try seededGenerator("index entries of what failed")
        let kept = (0..<100).map { item($0, &generator) }
        try items.insert(contentsOf: kept)
        let others = (50..<150).reversed().map { item($0, &generator) }
        try items.database.write { tx in
            let error = #expect(throws: StorageError.self) {
                try items.insert(contentsOf: others, in: tx)
            }
            #expect(error?.code == .alreadyExists)
            #expect(try error?.key == Key(99))
            let next = item(100, &generator)
            try items.insert(contentsOf: [next], in: tx)
            #expect(try items.read(where: \.rank == next.rank, in: tx).last == next)
            #expect(try items.delete(ids: [100, 100], in: tx) == 1)
            #expect(try items.read(where: \.rank == next.rank, in: tx).last != next)
        }
        try compare(Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0) }), "what was there")
    }

    @Test func `A collection's own index is right inside of the transaction that fills it`() throws
    {
        try items.database.write { tx in
            try items.insert(
                contentsOf: (0..<1000).map {
                    Item(id: $0, rank: $0 * 7 % 1000, tags: [], code: nil)
                }, in: tx)
            let first = try items.read(orderedBy: .ascending(\.rank), limit: 3, in: tx)
            #expect(first.map(\.rank) == [0, 1, 2])
        }
    }
}
