import ConformanceKit
import Testing

@Suite struct RuleTests {
    @Test func `A number stays with the rule that it was given to`() {
        let given = ruleNumbers.flatMap { subject, rules in
            rules.split(separator: " ").enumerated().filter { $1 != "-" }
                .map { "\(subject)-\($0 + 1) \($1)" }
        }
        #expect(Rule.allCases.map { "\($0.number) \($0)" } == given)
        #expect(Rule.Subject.allCases.flatMap(\.rules) == Rule.allCases)
    }

    @Test(arguments: Rule.allCases)
    func `A rule is one sentence`(_ rule: Rule) {
        #expect(rule.sentence.hasSuffix(".") && rule.sentence.first?.isUppercase == true)
        #expect(!rule.sentence.dropLast().contains(". "))
    }

    @Test func `Each check proves rules, each of them once, and says what is usually wrong`() {
        for check in Check.all {
            #expect(!check.proves.isEmpty, "\(check) proves no rule of the contract")
            #expect(Set(check.proves).count == check.proves.count, "\(check)")
            #expect(check.cause?.isEmpty == false, "\(check) has no usual cause")
        }
    }

    @Test func `Each rule is proved by a check`() {
        let proved = Set(Check.all.flatMap(\.proves))
        for rule in Rule.allCases {
            #expect(proved.contains(rule), "no check proves \(rule.rawValue)")
        }
    }
}
