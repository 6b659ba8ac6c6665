import ConformanceKit
import Foundation
import Testing

/// `Documentation/Cases.md` against the cases that there are and the checks that it names.
@Suite struct CasePageTests {
    private static var page: String {
        get throws {
            try String(
                contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(path: "../../Documentation/Cases.md").standardized,
                encoding: .utf8)
        }
    }

    @Test func `Every case has its line`() throws {
        let page = try Self.page
        let lines = page.split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| ") }.compactMap { line in
            line.split(separator: " ").dropFirst().first.map(String.init)
        }
        let apart = lines.filter { $0.hasSuffix("not in the contract yet.") }
            .flatMap { $0.prefix { $0 != ":" }.split(separator: ", ").map(String.init) }
        let found = rows.filter { $0 != "case" } + apart
        let expected = Self.cases.flatMap { letter, numbers in
            numbers.map { "\(letter)\($0 < 10 ? "0" : "")\($0)" }
        }
        #expect(found.sorted() == expected.sorted())
    }

    @Test func `The checks that the page names are there`() throws {
        let names = try Self.page.matches(of: /`([A-Z]{3}-[0-9]{2}\/[a-z0-9-]+)`/)
        #expect(names.count > 140)
        for name in names {
            #expect(Check.named(String(name.1)) != nil, "there is no check \(name.1)")
        }
    }

    /// The numbers of the cases, by the letter of what they are about.
    private static let cases: [(String, [Int])] = [
        ("K", [1, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 16]), ("N", [1, 3, 4, 6, 7, 8, 9, 10, 12]),
        ("D", [1, 2, 3, 4]), ("B", [2, 3, 5, 6, 7, 8]), ("Q", [1, 2, 3, 5, 7, 8, 9, 10]),
        ("I", [3, 4, 6, 7, 8, 9, 10]),
        ("T", [1, 2, 3, 4, 5, 7, 8, 9, 10] + Array(12...21)),
        ("P", [1, 2, 3, 5, 8, 9, 10, 11, 12, 14, 15, 16]),
        ("F", Array(1...8) + Array(11...18) + [20, 21, 22, 24]),
        ("M", [1, 2, 4, 6, 7, 8, 9, 10, 11]), ("O", [1, 2, 4, 5, 7, 10, 11, 12]), ("A", [2, 4, 5]),
    ]
}
