import Foundation
import StorageCore
import Testing

/// What a filter cannot say exactly is refused at once, with the expression and the way out.
struct PredicateRefusalTests {
    private func error(_ predicate: Predicate<Member>) -> StorageError? {
        do throws(StorageError) {
            _ = try Condition.predicate(predicate)
            return nil
        } catch {
            return error
        }
    }

    private func refuses(
        _ predicate: Predicate<Member>, _ expression: String, _ wayOut: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let error = error(predicate)
        #expect(error?.code == .invalidQuery, sourceLocation: location)
        #expect(error?.collection == "members", sourceLocation: location)
        let message = error?.message ?? ""
        #expect(message.contains("'\(expression)'"), sourceLocation: location)
        #expect(message.contains(wayOut), sourceLocation: location)
    }

    @Test func `Two properties are not compared`() {
        let wayOut = "compare them in Swift"
        refuses(#Predicate { $0.name == $0.address.city }, "$0.name == $0.address.city", wayOut)
        refuses(#Predicate { $0.age < $0.id }, "$0.age < $0.id", wayOut)
        refuses(
            #Predicate { $0.name.starts(with: $0.address.city) },
            "$0.name.starts(with: $0.address.city)", wayOut)
        refuses(#Predicate { "Ann".contains($0.name) }, #""Ann".contains($0.name)"#, wayOut)
        refuses(#Predicate { $0.tags.contains($0.name) }, "$0.tags.contains($0.name)", wayOut)
        refuses(
            #Predicate { ($0.nick ?? $0.name) == $0.name }, "($0.nick ?? $0.name) == $0.name",
            wayOut)
    }

    @Test func `Properties are not computed with`() {
        let wayOut = "compute with the constants instead"
        refuses(#Predicate { $0.age + 1 > 18 }, "($0.age + 1)", wayOut)
        refuses(#Predicate { $0.age * 2 - 1 == 3 }, "($0.age * 2)", wayOut)
        refuses(#Predicate { $0.age / 2 == 3 }, "($0.age / 2)", wayOut)
        refuses(#Predicate { $0.age % 2 == 0 }, "($0.age % 2)", wayOut)
        refuses(#Predicate { $0.score / 2 == 0 }, "($0.score / 2.0)", wayOut)
        refuses(#Predicate { -$0.age < 0 }, "-$0.age", wayOut)
        refuses(
            #Predicate { ($0.small.flatMap { $0 + 1 } ?? 0) > 3 }, "($0 + 1)", wayOut)
    }

    @Test func `Constants beyond their type are an error, and end nothing`() {
        let (most, zero, least) = (Int.max, 0, Int.min)
        let age = 3
        for predicate: Predicate<Member> in [
            #Predicate { $0.age < most + age }, #Predicate { $0.age < least - 1 },
            #Predicate { $0.age < most * 2 }, #Predicate { $0.age < 1 / zero },
            #Predicate { $0.age < 1 % zero }, #Predicate { $0.age < -least },
        ] {
            #expect(error(predicate)?.code == .overflow)
            #expect(
                error(predicate)?.message.contains("is beyond Int; check the constants") == true)
        }
    }

    @Test func `Bounds in the wrong order are a range of nothing`() throws {
        let (low, high) = (65, 18)
        let filter = try Condition<Member>.predicate(#Predicate { (low...high).contains($0.age) })
            .filter()
        #expect(filter == .between("age", 65, 18))
    }

    @Test func `Collections are not measured, and nothing is taken out of them`() {
        refuses(#Predicate { $0.tags.count > 3 }, "$0.tags.count > 3", "ask for isEmpty")
        refuses(#Predicate { $0.name.count == 0 }, "$0.name.count == 0", "ask for isEmpty")
        refuses(#Predicate { $0.nick?.count == 3 }, "$0.nick?.count == 3", "ask for isEmpty")
        refuses(#Predicate { $0.tags.first == "x" }, "$0.tags.first == \"x\"", "ask for contains")
        refuses(#Predicate { $0.tags.last == "x" }, "$0.tags.last == \"x\"", "ask for contains")
        refuses(#Predicate { $0.tags.min() == "x" }, "$0.tags.min()", "contains holds")
        refuses(#Predicate { $0.tags.max() == "x" }, "$0.tags.max()", "contains holds")
        refuses(#Predicate { $0.tags[0] == "x" }, "$0.tags[0]", "in a field of its own")
        refuses(#Predicate { $0.tags[0..<1].isEmpty }, "$0.tags[0..<1]", "in a field of its own")
        refuses(#Predicate { $0.extras["a"] == 3 }, "$0.extras[\"a\"]", "in a field of its own")
        refuses(
            #Predicate { $0.extras["a", default: 0] == 3 }, "$0.extras[\"a\", default: 0]",
            "in a field of its own")
        refuses(
            #Predicate { $0.tags.filter { $0 == "x" }.isEmpty }, "$0.tags.filter { $0 == \"x\" }",
            "contains(where:)")
        refuses(
            #Predicate { $0.tags.starts(with: ["x"]) }, "$0.tags.starts(with: [\"x\"])",
            "one by one")
    }

    @Test func `What is no array in a record has no elements`() {
        let wayOut = "give the model an array or a set"
        refuses(#Predicate { $0.seal.contains(3) }, "$0.seal.contains(3)", wayOut)
        refuses(#Predicate { $0.photo.contains(3) }, "$0.photo.contains(3)", wayOut)
        refuses(
            #Predicate { $0.name.contains { _ in true } }, "$0.name.contains { true }", wayOut)
        refuses(
            #Predicate { $0.extras.allSatisfy { $0.value == 3 } },
            "$0.extras.allSatisfy { $0.value == 3 }", wayOut)
    }

    @Test func `Elements are asked for themselves, and by themselves`() {
        refuses(
            #Predicate { $0.lines.contains { $0.sku == "x" } }, "$0.sku == \"x\"", "Condition(.any("
        )
        refuses(
            #Predicate { member in member.tags.contains { $0 == "x" && member.active } },
            "$0.active",
            "put what is about the whole model beside it")
        refuses(
            #Predicate { member in
                member.grid.contains { row in member.tags.contains { $0 == "x" } }
            },
            "$0.tags", "put what is about the whole model beside it")
    }

    @Test func `A value is not unwrapped by force, unless it is known to be there`() {
        let nothing: Int? = nil
        let wayOut = "$0.nick != nil && before it, or use ??"
        refuses(#Predicate { $0.nick! == "x" }, "$0.nick!", wayOut)
        refuses(#Predicate { $0.nick! == "x" && $0.nick != nil }, "$0.nick!", wayOut)
        refuses(#Predicate { $0.nick != nil || $0.nick! == "x" }, "$0.nick!", wayOut)
        refuses(#Predicate { $0.age > nothing! }, "nil!", "compare it with nil first")
    }

    @Test func `Types and patterns are not asked for`() {
        let pattern = #/a+/#
        refuses(
            #Predicate { $0.name.contains(pattern) }, "$0.name.contains(a+)",
            "write contains or starts(with:)")
        refuses(
            #Predicate { ($0.nick as Any) is String }, "($0.nick as Any) is String", "as it is")
        refuses(
            #Predicate { ($0.age as Any as? Int) == 3 }, "(($0.age as Any) as? Int)", "as it is")
    }

    @Test func `An order of a type's own is not that of records`() {
        let level = Member.Level.middle
        refuses(#Predicate { $0.level < level }, "$0.level < middle", "\\.property < value")
        let range = Member.Level.low...Member.Level.high
        refuses(
            #Predicate { range.contains($0.level) }, "(low...high).contains($0.level)",
            "\\.property < value")
    }

    @Test func `A constant has to be a value of a record`() {
        let address = Member.Address(city: "Rome")
        refuses(
            #Predicate { $0.home == address },
            "$0.home == Address(city: \"Rome\", zip: nil)", "make the type FieldRepresentable")
        let labels: Set = ["x"]
        refuses(#Predicate { $0.labels == labels }, "$0.labels == [\"x\"]", "FieldRepresentable")
    }

    @Test func `A long constant is cut in the message`() {
        let names = (0..<1000).map { "name \($0)" }
        let message = error(#Predicate { names.starts(with: $0.tags) })?.message ?? ""
        #expect(message.contains("…"))
        #expect(message.count < 300)
    }

    @Test func `What is not declared is an unknown field`() {
        for predicate: Predicate<Member> in [
            #Predicate { $0.hidden == 3 }, #Predicate { $0.home?.city.utf8.isEmpty == true },
        ] {
            #expect(error(predicate)?.code == .unknownField)
        }
        let message = error(#Predicate { $0.hidden == 3 })?.message ?? ""
        #expect(
            message.hasPrefix("the schema of Member does not declare \\Member.hidden; add a Field"))
    }

    @Test func `What depends on the locale is refused where Foundation has it`() {
        let predicate = Predicate<Member> { _ in StringLocalizedStandardContains() }
        refuses(
            predicate, "StringLocalizedStandardContains",
            #".contains(\.name, "x", caseInsensitive: true)"#)
        refuses(Predicate<Member> { _ in Mystery() }, "Mystery", "filter them in Swift")
    }
}

/// An expression of the name that Foundation uses on other platforms.
private struct StringLocalizedStandardContains: StandardPredicateExpression {
    func evaluate(_ bindings: PredicateBindings) -> Bool { true }
}

private struct Mystery: StandardPredicateExpression {
    func evaluate(_ bindings: PredicateBindings) -> Bool { true }
}
