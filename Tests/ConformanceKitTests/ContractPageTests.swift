import ConformanceKit
import Foundation
import Testing

/// `Documentation/Contract.md` against the registry that it is written from.
@Suite struct ContractPageTests {
    @Test func `The page of the contract has every rule, and the checks that prove it`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Documentation/Contract.md").standardized
        if ProcessInfo.processInfo.environment["WRITE_CONTRACT"] != nil {
            try Self.page.write(to: page, atomically: true, encoding: .utf8)
        }
        let isTrue = try String(contentsOf: page, encoding: .utf8) == Self.page
        #expect(
            isTrue,
            """
            Documentation/Contract.md is not what the registry says; write it again with \
            WRITE_CONTRACT=1 swift test --filter ContractPageTests
            """)
    }

    private static var page: String {
        let sections = Rule.Subject.allCases.map { subject in
            "## \(subject.title)\n\n" + subject.rules.map(item).joined(separator: "\n")
        }
        return """
            # Contract

            What a user of any storage is promised, and so what a backend has to keep: each rule with
            the checks of ConformanceKit that prove it. A number is never given to another rule. Durability
            and processes depend on what a storage declares (`Durability`, `Capabilities`).

            \(sections.joined(separator: "\n\n"))

            """
    }

    private static func item(_ rule: Rule) -> String {
        let checks = Check.all.filter { $0.proves.contains(rule) }.map { "`\($0.id)`" }
        let proof = checks.isEmpty ? "no check yet" : checks.joined(separator: ", ")
        return "* **\(rule.number)** \(rule.sentence)\n  \(proof)"
    }
}
