import ConformanceKit
import Testing

@Suite struct RuleTests {
    @Test func `Each rule has a number of its own, in the order of its subject`() {
        let numbers = Rule.Subject.allCases.flatMap { subject in
            subject.rules.indices.map { "\(subject.rawValue)-\($0 + 1)" }
        }
        #expect(Rule.allCases.map(\.number) == numbers)
    }

    @Test(arguments: Rule.allCases)
    func `A rule is one sentence`(_ rule: Rule) {
        #expect(rule.sentence.hasSuffix(".") && rule.sentence.first?.isUppercase == true)
        #expect(!rule.sentence.dropLast().contains(". "))
    }
}
