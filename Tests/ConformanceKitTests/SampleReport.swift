import StorageCore

@testable import ConformanceKit

/// A report with every verdict, and with what trips writers of reports.
enum SampleReport {
    static let controls = String(
        String.UnicodeScalarView((0...0x9F).compactMap(Unicode.Scalar.init)))

    static func make(backend: String = "a<b> & \"c\"") throws -> Report {
        let waiver = Waiver(
            check: "AAA-06/waived", reason: "the engine rounds <up>",
            issue: "https://example.org/7",
            expiry: try Day("9999-12-31"))
        let failure = CheckFailure(
            "the \(controls)\u{2028}\u{FFFE} thing", expected: "left\nright & <left>", got: "]]>")
        let verdicts: [(String, Verdict)] = [
            ("AAA-01/pass", .pass), ("AAA-02/fail", .fail(failure)),
            ("AAA-03/error", .error(StorageError(.io, "no \u{1B}[31mdisk # here"))),
            ("AAA-04/timeout", .timeout(limit: .seconds(3))),
            ("AAA-05/crashed", .crashed(Crash(.signal(11), words: "oops\u{7}"))),
            ("AAA-06/waived", .waived(waiver, .fail(failure))),
            ("AAA-07/unexpected", .unexpectedPass(waiver)),
            ("BBB-01/inconclusive", .inconclusive(reason: "never\nfired")),
            ("BBB-02/not-applicable", .notApplicable(reason: "not declared: persistent")),
            ("BBB-03/not-run", .notRun(reason: "not selected: # AAA")),
        ]
        let entries = verdicts.map { id, verdict in
            Report.Entry(
                check: Check(
                    id, "It is <\(id)>.", proves: .everyKeyByteCounts, .recordsComeBack,
                    level: id.hasPrefix("A") ? .core : .extended, cause: "a \"cause\"",
                    origin: "<origin>"
                ) { _ in },
                verdict: verdict,
                observations: id == "AAA-01/pass"
                    ? [Observation("G0", .prevented), Observation("G1a", .seen)] : [],
                duration: .milliseconds(1234))
        }
        let survey = Survey(
            scheme: "x", durability: "relaxed", maximumKeySize: 480, maximumRecordSize: 1 << 20,
            guarantees: [
                Survey.Guarantee(name: "persistent", isDeclared: false, works: true),
                Survey.Guarantee(name: "multiProcess", isDeclared: true, works: nil),
                Survey.Guarantee(name: "concurrentReads", isDeclared: false, works: false),
            ])
        return Report(
            backend: backend, seed: 7, entries: entries, survey: survey,
            warnings: ["'persistent' <works>"])
    }
}
