import Foundation
import StorageCore
import TestSupport
import Testing

struct PredicateTests {
    @Test(arguments: PredicateCase.all.indices)
    func `A predicate becomes the filter that says the same`(_ index: Int) throws {
        let test = PredicateCase.all[index]
        let filter = try Condition.predicate(test.predicate).filter()
        #expect(filter == test.filter, "\(filter) instead of \(test.filter): \(test.predicate)")
    }

    @Test func `Records found are the models that Foundation finds`() throws {
        var generator = try seededGenerator("predicates")
        let members = (0..<400).map { Member(id: $0, using: &generator) }
        let dao = try DAO<Member>(Database(MemoryStorage()))
        try dao.insert(contentsOf: members)
        for test in PredicateCase.all {
            let expected = try members.filter { try test.predicate.evaluate($0) }.map(\.id)
            let found = try dao.read(where: .predicate(test.predicate)).map(\.id)
            #expect(found == expected, "\(test.filter): \(test.predicate)")
        }
    }

    @Test func `A query takes a predicate beside conditions`() throws {
        var generator = try seededGenerator("predicates")
        let members = (0..<100).map { Member(id: $0, using: &generator) }
        let dao = try DAO<Member>(Database(MemoryStorage()))
        try dao.insert(contentsOf: members)
        let found = try dao.read(
            where: .predicate(#Predicate { $0.age >= 18 && $0.name.starts(with: "A") })
                && !(\.active == true),
            orderedBy: .descending(\.id))
        let expected = members.reversed().filter {
            $0.age >= 18 && $0.name.hasPrefix("A") && !$0.active
        }
        #expect(found == expected)
    }

    @Test func `Not a number is the least number, as in every filter`() throws {
        var generator = try seededGenerator("predicates")
        var member = Member(id: 1, using: &generator)
        member.score = .nan
        let dao = try DAO<Member>(Database(MemoryStorage()))
        try dao.insert(member)
        #expect(try dao.count(where: .predicate(#Predicate { $0.score < 5 })) == 1)
        #expect(try dao.count(where: .predicate(#Predicate { $0.score > 5 })) == 0)
    }

    @Test func `Strings are compared by their bytes, as in every filter`() throws {
        let composed = try Condition<Member>.predicate(#Predicate { $0.name == "\u{E9}" }).filter()
        let apart = try Condition<Member>.predicate(#Predicate { $0.name == "e\u{301}" }).filter()
        #expect(composed == .compare("name", .equal, "\u{E9}"))
        #expect(composed != apart)
    }
}
