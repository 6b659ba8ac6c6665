import StorageCore
import Testing

@testable import ConformanceKit

@Suite struct VerdictTests {
    static let memory = ConformanceSuite(name: "memory") { _ in MemoryStorage() }

    static let passes = Check("TST-01/passes", "It passes.") { _ in }
    static let fails = Check("TST-02/fails", "It fails.") { _ in
        throw CheckFailure("it", expected: "a", got: "b")
    }
    static let declines = Check("TST-03/declines", "It declines.", requires: .persistent) { _ in }
    static let unsure = Check("TST-04/unsure", "It is unsure.", level: .extended) { _ in
        throw Inconclusive("the fault never fired")
    }

    static func waiver(_ check: Check, until day: String = "2026-06-30") throws -> Waiver {
        Waiver(
            check: check.id, reason: "the engine rounds", issue: "https://example.org/7",
            expiry: try Day(day))
    }

    static func report(
        _ checks: [Check], waivers: [Waiver] = [], today: String = "2026-06-30"
    ) async throws -> Report {
        await Runner(
            memory, checks: checks, seed: 1, waivers: waivers, today: try Day(today)
        ).run()
    }

    @Test func `Every verdict has its place, and together they are all that is registered`() throws
    {
        let waiver = try Self.waiver(Self.fails)
        let failure = CheckFailure("it", expected: "a", got: "b")
        let verdicts: [Verdict] = [
            .pass, .fail(failure), .error(failure), .timeout(limit: .seconds(1)),
            .crashed(Crash(.signal(11), words: "")), .waived(waiver, .fail(failure)),
            .unexpectedPass(waiver), .inconclusive(reason: ""), .notApplicable(reason: ""),
            .notRun(reason: ""),
        ]
        #expect(verdicts.map(\.name) == Verdict.names)
        for verdict in verdicts {
            let totals = Report.Totals([verdict])
            #expect(totals.registered == 1)
            #expect(totals.counts.filter { $0.count == 1 }.map(\.name) == [verdict.name])
        }
        let totals = Report.Totals(verdicts)
        #expect(totals.registered == verdicts.count)
        #expect(totals.red == 5)
        #expect(
            [totals].sentence == "1 passed, 5 failed, 1 waived, 1 inconclusive, 2 skipped")
    }

    @Test func `A waived check that fails is waived, until the day is over`() async throws {
        let waiver = try Self.waiver(Self.fails)
        let report = try await Self.report([Self.passes, Self.fails], waivers: [waiver])
        guard case .waived(waiver, .fail) = report.entries[1].verdict else {
            Issue.record("not waived: \(report.entries[1].verdict)")
            return
        }
        #expect(report.isClean)
        #expect(!report.isConformant)
        #expect(report.warnings == [])
        #expect(
            report.text.contains(
                """
                ~ TST-02/fails: waived until 2026-06-30: the engine rounds (https://example.org/7)
                    at:       it
                """))
        #expect(report.text.hasSuffix("\n1 passed, 0 failed, 1 waived, 0 skipped\n"))

        let late = try await Self.report(
            [Self.passes, Self.fails], waivers: [waiver], today: "2026-07-01")
        #expect(late.entries[1].verdict.name == "fail")
        #expect(!late.isClean)
        #expect(late.warnings.count == 1)
        #expect(late.warnings[0].contains("TST-02/fails ended on 2026-06-30"))
    }

    @Test func `A waived check that passes makes the report red until the waiver is gone`()
        async throws
    {
        let waiver = try Self.waiver(Self.passes)
        let report = try await Self.report([Self.passes], waivers: [waiver])
        #expect(report.entries[0].verdict.name == "unexpectedPass")
        #expect(!report.isClean)
        #expect(!report.isConformant)
        #expect(report.text.contains("remove the waiver"))
        let late = try await Self.report(
            [Self.passes], waivers: [waiver], today: "2026-07-01")
        #expect(late.entries[0].verdict.name == "unexpectedPass")
        #expect(!late.isClean)
    }

    @Test func `Of two waivers of a check the later one counts`() async throws {
        let waivers = [
            try Self.waiver(Self.fails, until: "2026-01-01"), try Self.waiver(Self.fails),
        ]
        let report = try await Self.report([Self.fails], waivers: waivers)
        #expect(report.entries[0].verdict.name == "waived")
    }

    @Test func `A list of waivers has one a line, with the reason at its end`() throws {
        let waivers = try [Waiver](
            lines: """
                # What the engine cannot do yet.

                NUM-03/zeros  2026-12-31\thttps://example.org/7 the engine  has one zero, #7
                  KEY-01/x 2026-01-01 #8 later
                """, source: "waivers")
        #expect(
            waivers == [
                Waiver(
                    check: "NUM-03/zeros", reason: "the engine  has one zero, #7",
                    issue: "https://example.org/7", expiry: try Day("2026-12-31")),
                Waiver(
                    check: "KEY-01/x", reason: "later", issue: "#8",
                    expiry: try Day("2026-01-01")),
            ])
    }

    @Test(arguments: [
        ("a 2026-12-31 #7", "waivers, line 2: 'a 2026-12-31 #7' is no waiver; write 'CHECK DAY"),
        ("a 31.12.2026 #7 why", "waivers, line 2: '31.12.2026' is no day"),
        ("a 2026-12-31 #7 x\na 2027-12-31 #7 x", "waivers, line 3: the check is waived twice"),
    ])
    func `A line that waives nothing is refused with its number`(_ text: String, _ says: String) {
        let error = #expect(throws: StorageError.self) {
            try [Waiver](lines: "# mine\n" + text, source: "waivers")
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix(says) == true, "\(error?.message ?? "")")
    }

    @Test func `A file of waivers that is not there is refused`() {
        let error = #expect(throws: StorageError.self) {
            try [Waiver](contentsOfFile: "/nonexistent/waivers")
        }
        #expect(error?.code == .io)
    }

    @Test func `A waiver changes nothing for a check that says nothing of the storage`()
        async throws
    {
        let waivers = [try Self.waiver(Self.declines), try Self.waiver(Self.unsure)]
        let report = try await Self.report([Self.declines, Self.unsure], waivers: waivers)
        #expect(report.entries.map(\.verdict.name) == ["notApplicable", "waived"])
    }

    @Test func `A waiver of no check is warned of`() async throws {
        let waivers = [try Self.waiver(Self.fails)]
        let report = try await Self.report([Self.passes], waivers: waivers)
        #expect(report.warnings.count == 1)
        #expect(report.warnings[0].contains("there is no check 'TST-02/fails'"))
        #expect(report.text.contains("warning: there is no check"))
    }

    @Test func `Conformant is who passes every core check that means something`() async throws {
        #expect(try await Self.report([Self.passes, Self.declines, Self.unsure]).isConformant)
        #expect(try await !Self.report([Self.passes, Self.fails]).isConformant)
        #expect(try await !Self.report([Self.declines]).isConformant)
        let partly = await Runner(
            Self.memory, checks: [Self.passes, Self.declines], profile: Profile(only: ["TST-01"]),
            seed: 1
        ).run()
        #expect(partly.isClean)
        #expect(!partly.isConformant)
    }

    @Test func `A check that finds nothing out is inconclusive, not passed`() async throws {
        let report = try await Self.report([Self.unsure])
        #expect(report.totals.inconclusive == 1)
        #expect(report.isClean)
        #expect(
            report.text.contains("? TST-04/unsure: inconclusive: the fault never fired"))
    }

    @Test func `What a check observes is in the report`() async throws {
        let observes = Check("TST-05/observes", "It observes.") {
            $0.observe("G0", .prevented)
            $0.observe("G1a", .blocked)
        }
        let report = try await Self.report([observes])
        #expect(
            report.entries[0].observations
                == [Observation("G0", .prevented), Observation("G1a", .blocked)])
        #expect(report.json().contains("\"G1a\": \"blocked\""))
    }

    @Test(arguments: ["2026-02-30", "2026-1-1", "31.12.2026", "", "2026-12-31T00:00:00Z", "x"])
    func `A day that is none is refused with how to write one`(_ text: String) {
        let error = #expect(throws: StorageError.self) { try Day(text) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("2026-12-31") == true)
    }

    @Test func `Days are ordered as in the calendar`() throws {
        #expect(try Day("2025-12-31") < Day("2026-01-01"))
        #expect(try Day("2024-02-29").description == "2024-02-29")
        #expect(try Day("2026-01-01") < Day.today)
    }
}
