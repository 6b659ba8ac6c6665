import StorageCore
import Testing

/// Queries by key paths, as programs write them.
@Suite struct DAOQueryTests {
    private let people: DAO<Person>

    init() throws {
        people = try DAO(Database(MemoryStorage()))
        try people.insert(contentsOf: [
            Person(id: 1, name: "Ada", age: 36, nick: "a", score: 1.5, tags: ["math", "code"]),
            Person(id: 2, name: "Alan", age: 41, email: "alan@x.org", score: 2, level: .high),
            Person(
                id: 3, name: "Grace", age: 85, nick: nil, score: 3, level: .high, tags: ["code"]),
            Person(
                id: 4, name: "Kurt", age: 41, nick: "", score: -1,
                address: Person.Address(city: "Brno", zip: 2)),
            Person(id: 5, name: "Ägir", age: 17, nick: "A", score: 2, level: .high),
        ])
    }

    private func ids(
        _ condition: Condition<Person>, _ orders: Ordering<Person>...
    ) throws -> [Int] {
        try people.database.read { tx in
            switch orders.count {
            case 0: try people.read(where: condition, in: tx).map(\.id)
            case 1: try people.read(where: condition, orderedBy: orders[0], in: tx).map(\.id)
            default:
                try people.read(where: condition, orderedBy: orders[0], orders[1], in: tx).map(\.id)
            }
        }
    }

    @Test func `The query of the README gives the rows in order`() throws {
        let found = try people.read(
            where: \.age >= 18 && .hasPrefix(\.name, "A"), orderedBy: .ascending(\.name), limit: 10)
        #expect(found.map(\.name) == ["Ada", "Alan"])
    }

    @Test func `Each comparison is what it says, and nil equals nil only`() throws {
        #expect(try ids(\.age == 41) == [2, 4])
        #expect(try ids(\.age != 41) == [1, 3, 5])
        #expect(try ids(\.age < 41) == [1, 5])
        #expect(try ids(\.age <= 41) == [1, 2, 4, 5])
        #expect(try ids(\.age > 41) == [3])
        #expect(try ids(\.age >= 41) == [2, 3, 4])
        #expect(try ids(\.nick == nil) == [2, 3])
        #expect(try ids(\.nick != nil) == [1, 4, 5])
        #expect(try ids(\.nick != "a") == [2, 3, 4, 5])
        #expect(try ids(!(\.nick == "a")) == [2, 3, 4, 5])
        #expect(try ids(\.nick < "a") == [4, 5])
    }

    @Test func `Lists, ranges, text, elements, members and enums can be asked for`() throws {
        #expect(try ids(.isIn(\.id, [5, 1, 9, 1])) == [1, 5])
        #expect(try ids(.isIn(\.id, [])) == [])
        #expect(try ids(!.isIn(\.id, [])) == [1, 2, 3, 4, 5])
        #expect(try ids(.isBetween(\.age, 36..<41)) == [1])
        #expect(try ids(.isBetween(\.age, 36...41)) == [1, 2, 4])
        #expect(try ids(.hasSuffix(\.name, "n")) == [2])
        #expect(try ids(.contains(\.name, "a")) == [1, 2, 3])
        #expect(try ids(.contains(\.name, "A", caseInsensitive: true)) == [1, 2, 3])
        #expect(try ids(.equals(\.name, "äGIR", caseInsensitive: true)) == [5])
        #expect(try ids(.hasPrefix(\.nick, "")) == [1, 4, 5])
        #expect(try ids(.contains(\.tags, "code")) == [1, 3])
        #expect(try ids(.any(\.tags, .greater, "d")) == [1])
        #expect(try ids(\.address.city == "Brno") == [4])
        #expect(try ids(\.level == .high) == [2, 3, 5])
    }

    @Test func `Ties stand in the order of keys, and nil is first ascending and last descending`()
        throws
    {
        #expect(try ids(.all, .ascending(\.age)) == [5, 1, 2, 4, 3])
        #expect(try ids(.all, .descending(\.age)) == [3, 2, 4, 1, 5])
        #expect(try ids(.all, .ascending(\.nick)) == [2, 3, 4, 5, 1])
        #expect(try ids(.all, .descending(\.nick)) == [1, 5, 4, 2, 3])
        #expect(try ids(.all, .ascending(\.level), .descending(\.score)) == [3, 2, 5, 1, 4])
        #expect(try ids(.all, .descending(\.id)) == [5, 4, 3, 2, 1])
    }

    @Test func `A scan stops where it is told to, and what it writes does not mislead it`() throws {
        var ids: [Int] = []
        try people.database.read { tx in
            try people.scan(where: \.age >= 36, orderedBy: .ascending(\.age), in: tx) {
                ids.append($0.id)
                return ids.count < 3
            }
        }
        #expect(ids == [1, 2, 4])
        ids = []
        try people.database.write { tx in
            try people.scan(where: \.age > 0, orderedBy: .ascending(\.age), in: tx) { person in
                ids.append(person.id)
                guard person.id == 5 else { return true }
                try people.delete(4, in: tx)
                try people.insert(Person(id: 6, name: "Ben", age: 50), in: tx)
                try people.merge(1, set: .set(\.age, to: 100), in: tx)
                return true
            }
        }
        #expect(ids == [5, 1, 2, 3])
        #expect(try self.ids(\.age >= 50) == [1, 3, 6])
    }

    @Test func `Limit and offset cut the answer, and negative ones are refused`() throws {
        let byAge = try people.read(orderedBy: .ascending(\.age), limit: 2, offset: 1)
        #expect(byAge.map(\.id) == [1, 2])
        #expect(try people.read(limit: 0).isEmpty)
        #expect(try people.read(offset: 3).map(\.id) == [4, 5])
        #expect(try people.read(offset: 9).isEmpty)
        for (limit, offset) in [(-1, 0), (1, -1)] {
            let error = #expect(throws: StorageError.self) {
                try people.read(limit: limit, offset: offset)
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `A property that the schema does not declare is an error at once`() throws {
        let error = #expect(throws: StorageError.self) { try people.read(where: \.secret == 1) }
        #expect(error?.code == .unknownField)
        #expect(error?.message.contains("secret") == true)
        #expect(error?.message.contains("address.city") == true)
    }

    @Test func `An index is used where one fits, and so is the key`() throws {
        let plans = try people.database.read { tx in
            [
                try people.explain(where: \.age == 41, in: tx),
                try people.explain(where: \.id == 3, in: tx),
                try people.explain(where: \.email == "alan@x.org" && \.age > 3, in: tx),
                try people.explain(where: .contains(\.tags, "code"), in: tx),
                try people.explain(where: \.address.city == "Brno", in: tx),
                try people.explain(
                    orderedBy: .ascending(\.level), .descending(\.score), limit: 3, in: tx),
                try people.explain(where: \.age == 3 || \.id == 1, in: tx),
                try people.explain(where: .contains(\.name, "x"), in: tx),
            ]
        }
        #expect(
            plans.map(\.access) == [
                .index("age"), .primaryKey, .index("email"), .index("tags"),
                .index("address.city"), .index("byLevelAndScore"),
                .union([.index("age"), .primaryKey]), .scan,
            ])
        #expect(
            plans.allSatisfy { !$0.isSorted || $0.access == .union([.index("age"), .primaryKey]) })
    }

    @Test func `Pages lead on and back, past records that are deleted meanwhile`() throws {
        let first = try people.page(orderedBy: .ascending(\.age), size: 2)
        #expect(first.elements.map(\.id) == [5, 1])
        #expect(first.previous == nil)
        let next = try #require(first.next)
        try people.delete(1)
        let second = try people.page(orderedBy: .ascending(\.age), size: 2, at: .after(next))
        #expect(second.elements.map(\.id) == [2, 4])
        let third = try people.page(
            orderedBy: .ascending(\.age), size: 2, at: .after(try #require(second.next)))
        #expect(third.elements.map(\.id) == [3])
        #expect(third.next == nil)
        let back = try people.page(
            orderedBy: .ascending(\.age), size: 2, at: .before(try #require(third.previous)))
        #expect(back.elements.map(\.id) == [2, 4])
    }

    @Test func `A cursor of another query, or a damaged one, is refused`() throws {
        let cursor = try #require(try people.page(orderedBy: .ascending(\.age), size: 2).next)
        let kept = try #require(Cursor(cursor.description))
        #expect(kept == cursor)
        let error = #expect(throws: StorageError.self) {
            try people.page(orderedBy: .descending(\.age), size: 2, at: .after(cursor))
        }
        #expect(error?.code == .invalidCursor)
        #expect(Cursor(String(cursor.description.dropLast())) == nil)
        #expect(Cursor("AAAA" + cursor.description.dropFirst(4)) == nil)
    }

    @Test func `Updates and deletes by a query change each model once, and say how many`() throws {
        #expect(try people.update(where: \.age >= 17) { $0.age += 100 } == 5)
        #expect(try people.all().map(\.age) == [136, 141, 185, 141, 117])
        let counted = try people.update(
            where: \.age == 141, set: .set(\.nick, to: "n"), .set(\.address.city, to: "Oslo"))
        #expect(counted == 2)
        #expect(try ids(\.address.city == "Oslo" && \.nick == "n") == [2, 4])
        #expect(try people.delete(where: \.age > 140) == 3)
        #expect(try people.all().map(\.id) == [1, 5])
        #expect(try people.count(where: .contains(\.tags, "code")) == 1)
    }

    @Test func `A merge leaves what the model does not know, and a missing model is not found`()
        throws
    {
        try people.database.write { tx in
            let record = try #require(try tx.get(try Key(1), in: "people"))
            let wider = try Record(try record.fields() + [("extra", .int(7))])
            try tx.put(wider, key: try Key(1), in: "people")
        }
        try people.merge(1, set: .set(\.age, to: 37))
        let record = try people.database.read { try $0.get(try Key(1), in: "people") }
        #expect(try record?.value(of: "extra") == .int(7))
        #expect(try people.get(1)?.age == 37)
        let error = #expect(throws: StorageError.self) {
            try people.merge(9, set: .set(\.age, to: 1))
        }
        #expect(error?.code == .notFound)
    }

    @Test
    func `Unique values are those at the end of the transaction, so that they can be swapped`()
        throws
    {
        try people.merge(1, set: .set(\.email, to: "ada@x.org"))
        try people.database.write { tx in
            try people.merge(1, set: .set(\.email, to: "alan@x.org"), in: tx)
            try people.merge(2, set: .set(\.email, to: "ada@x.org"), in: tx)
        }
        #expect(try ids(\.email == "ada@x.org") == [2])
        let error = #expect(throws: StorageError.self) {
            try people.merge(3, set: .set(\.email, to: "alan@x.org"))
        }
        #expect(error?.code == .uniqueViolation)
        #expect(error?.conflicts.first?.index == "email")
        #expect(error?.conflicts.first?.values == [.string("alan@x.org")])
        #expect(error?.conflicts.first?.keys == [try Key(1), try Key(3)])
        #expect(try people.get(3)?.email == nil)
    }

    @Test func `Of writes that are committed together, only the one that is not unique fails`()
        async throws
    {
        try await withThrowingTaskGroup { group in
            for id in 10..<30 {
                group.addTask { [people] in
                    let email = id % 5 == 0 ? "same@x.org" : "\(id)@x.org"
                    do {
                        try await people.insert(Person(id: id, name: "n", age: 1, email: email))
                    } catch let error as StorageError where error.code == .uniqueViolation {}
                }
            }
            try await group.waitForAll()
        }
        #expect(try await people.count(where: \.email == "same@x.org") == 1)
        #expect(try await people.count(where: .hasSuffix(\.email, "@x.org")) == 1 + 16 + 1)
    }

    @Test func `Aggregates leave nil out, and have a value for nothing`() throws {
        #expect(try people.minimum(of: \.nick) == "")
        #expect(try people.maximum(of: \.nick) == "a")
        #expect(try people.maximum(of: \.age, where: \.level == .high) == 85)
        #expect(try people.sum(of: \.age) == 220)
        #expect(try people.average(of: \.score) == 1.5)
        #expect(try people.distinct(\.nick) == [nil, "", "A", "a"])
        let counts = try people.count(by: \.level)
        #expect(counts.map(\.value) == [.high, .low])
        #expect(counts.map(\.count) == [3, 2])
        try people.deleteAll()
        #expect(try people.sum(of: \.age) == 0)
        #expect(try people.average(of: \.age) == nil)
        #expect(try people.minimum(of: \.age) == nil)
        #expect(try people.distinct(\.nick) == [])
    }

    @Test func `A sum that the type does not hold is an error`() throws {
        try people.update(where: .all) { $0.age = .max }
        let error = #expect(throws: StorageError.self) { try people.sum(of: \.age) }
        #expect(error?.code == .overflow)
    }

    @Test func `A stream gives every model once, however many there are`() async throws {
        try await people.insert(
            contentsOf: (100..<1_000).map { Person(id: $0, name: "x", age: $0 % 7) })
        var ages: [Int] = []
        for try await person in people.stream(where: \.id >= 100, orderedBy: .ascending(\.age)) {
            ages.append(person.age)
        }
        #expect(ages == (100..<1_000).map { $0 % 7 }.sorted())
    }
}
