import ConformanceKit
import Foundation
import SeededNumbers
import StorageCore
import TestSupport
import Testing

@testable import ConformanceMutants

@Suite struct RunnerTests {
    static let memory = ConformanceSuite(name: "memory") { _ in MemoryStorage() }

    static let small = [
        Check("TST-01/passes", "It passes.") { try $0.database.write { _ in } },
        Check("TST-02/fails", "It fails.") { _ in
            throw CheckFailure(
                "a \u{1}\"thing\"\u{2028}", expected: "left\nright", got: "\\ \u{7F}")
        },
        Check("TST-03/errs", "It errs.") { _ in
            throw StorageError(.io, "the disk is gone", collection: "c\0", field: "f")
        },
        Check("TST-04/persistent", "It needs more.", requires: [.persistent, .multiProcess]) { _ in
            Issue.record("a check ran whose requirements are not met")
        },
        Check("TST-05/declines", "It declines.", level: .extended) { _ in
            throw NotApplicable("too large")
        },
        Check("OTH-01/other", "It is not selected.") { _ in
            Issue.record("a check ran that was not selected")
        },
    ]

    func report(seed: UInt64 = 7) async -> Report {
        await Runner(
            Self.memory, checks: Self.small, profile: Profile(only: ["TST"]), seed: seed
        ).run()
    }

    @Test func `The verdicts add up to the number of registered checks`() async {
        let totals = await report().totals
        #expect(totals.registered == Self.small.count)
        #expect(totals.passed == 1)
        #expect(totals.failed == 1)
        #expect(totals.errors == 1)
        #expect(totals.notApplicable == 2)
        #expect(totals.notRun == 1)
    }

    @Test
    func `What is skipped is shown with its reason, and what failed with how to see it again`()
        async
    {
        let text = await report().text
        #expect(text.contains("- TST-04/persistent: not declared: persistent, multiProcess"))
        #expect(text.contains("- TST-05/declines: too large"))
        #expect(text.contains("- OTH-01/other: not selected: TST"))
        #expect(text.contains("rule:     It fails."))
        #expect(text.contains("expected: left"))
        #expect(text.contains("replay:   storage conformance memory --only TST-02/fails --seed 7"))
        #expect(
            text.contains("error:    io: the disk is gone; collection \"c\\u0000\"; field \"f\""))
        #expect(text.hasSuffix("\n1 passed, 2 failed, 3 skipped\n"))
    }

    @Test func `The JSON report is JSON, with control characters escaped`() async throws {
        let json = await report().json(timings: true)
        let data = try #require(json.data(using: .utf8))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let checks = try #require(object["checks"] as? [[String: Any]])
        #expect(checks.count == Self.small.count)
        #expect(checks[1]["at"] as? String == "a \u{1}\"thing\"\u{2028}")
        #expect(checks[1]["expected"] as? String == "left\nright")
        #expect(checks[1]["got"] as? String == "\\ \u{7F}")
        #expect(checks[3]["reason"] as? String == "not declared: persistent, multiProcess")
        #expect(json.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
        #expect(!json.unicodeScalars.contains("\u{2028}"))
        #expect((object["milliseconds"] as? [String: Any])?.count == Self.small.count)
    }

    @Test func `One seed gives one report`() async {
        let checks = [
            Check("TST-01/random", "It fails with a number.") {
                throw CheckFailure("n", expected: "0", got: String($0.generator.next()))
            }
        ]
        func json(_ seed: UInt64) async -> String {
            await Runner(Self.memory, checks: checks, seed: seed).run().json()
        }
        #expect(await json(1) == json(1))
        #expect(await json(1) != json(2))
    }

    @Test func `Two runs of all checks with one seed give one report but for times`() async {
        func json() async -> String { await Runner(Self.memory, seed: 11).run().json() }
        #expect(await json() == json())
    }

    @Test func `Two runs of a faulty backend give one report but for times and threads`() async {
        func json() async -> String {
            let suite = Fault.overwritesNothing.harness(Tripwire())
            return await Runner(
                suite, profile: Profile(only: ["VAL", "TXN-10", "IDX", "QRY"]), seed: 11
            ).run().json()
        }
        let first = await json()
        #expect(await json() == first)
        #expect(first.contains("\"fail\""))
    }

    @Test func `A check of random operations has the same data when it is selected alone`() async {
        func failure(_ patterns: [String]) async -> String? {
            let suite = Fault.overwritesNothing.harness(Tripwire())
            let report = await Runner(suite, profile: Profile(only: patterns), seed: 3).run()
            let entry = report.entries.first { $0.check.id == "VAL-15/random-steps" }
            return entry?.explanation(backend: "faulty", seed: 3)
        }
        let alone = await failure(["VAL-15/random-steps"])
        #expect(alone?.contains("list:") == true)
        #expect(await failure(["VAL-15", "TXN-10"]) == alone)
    }

    @Test func `A check has the same numbers whatever else runs`() async {
        func number(_ checks: [Check]) async -> String? {
            let report = await Runner(Self.memory, checks: checks, seed: 3).run()
            return report.entries.last?.explanation(replay: "")
        }
        let random = Check("TST-09/random", "It fails with a number.") {
            throw CheckFailure("n", expected: "0", got: String($0.generator.next()))
        }
        let other = Check("TST-08/random", "It takes numbers.") { _ = $0.generator.next() }
        #expect(await number([random]) == number([other, other.renamed("TST-07/x"), random]))
    }

    @Test func `A profile takes groups, rows, ids and beginnings`() {
        func ids(_ patterns: String...) -> [String] {
            Self.small.filter(Profile(only: patterns).contains).map(\.id)
        }
        #expect(ids().count == Self.small.count)
        #expect(ids("OTH") == ["OTH-01/other"])
        #expect(ids("TST-01", "TST-02/fails") == ["TST-01/passes", "TST-02/fails"])
        #expect(ids("TST-0*").count == 5)
        #expect(ids("TS").isEmpty)
    }

    @Test func `The smoke profile takes the core checks, and every check knows how much to do`()
        async
    {
        let efforts = Recorder<Effort>()
        func check(_ id: String, _ level: Check.Level) -> Check {
            Check(id, "It tells its effort.", level: level) { efforts.record($0.effort) }
        }
        let checks = [check("TST-01/core", .core), check("TST-02/extended", .extended)]
        for effort in Effort.allCases {
            let runner = Runner(
                Self.memory, checks: checks, profile: Profile(effort: effort), seed: 1)
            #expect(runner.timeLimit == effort.timeLimit)
            let totals = await runner.run().totals
            #expect(totals.registered == 2)
            #expect(totals.notRun == (effort == .smoke ? 1 : 0))
        }
        #expect(efforts.elements == [.smoke, .standard, .standard, .nightly, .nightly])
    }

    @Test func `An id that is registered twice is a programming error`() async {
        await #expect(processExitsWith: .failure) {
            let check = Check("TST-01/twice", "It is there twice.") { _ in }
            _ = Check.registry([[check], [check]])
        }
    }

    @Test func `Every check has a row, a slug and a sentence`() throws {
        let form = try Regex("[A-Z]{3}-[0-9]{2}/[a-z0-9]+(-[a-z0-9]+)*")
        for check in Check.all {
            #expect(check.id.wholeMatch(of: form) != nil, "\(check.id)")
            #expect(check.rule.hasSuffix("."), "\(check.id)")
        }
        #expect(Check.all.count >= 120)
    }

    @Test func `Nothing is left behind in the temporary folder`() async throws {
        let temporary = FileManager.default.temporaryDirectory.path
        let folder = Check("TST-01/folder", "It tells its folder.") {
            let place = $0.folder
            #expect(FileManager.default.fileExists(atPath: place))
            #expect(place.hasPrefix(temporary))
            _ = try $0.openOther()
            throw CheckFailure(place, expected: "", got: "")
        }
        guard case .fail(let failure) = await folder.verdict(on: Self.memory, seed: 0) else {
            Issue.record("the check did not fail")
            return
        }
        #expect(!FileManager.default.fileExists(atPath: failure.subject))
        #expect(!FileManager.default.fileExists(atPath: failure.subject + "-2"))
    }

    @Test func `A storage whose own check finds damage fails, whatever the rule was`() async {
        let suite = ConformanceSuite(name: "damaged") { _ in
            FaultyStorage(
                MemoryStorage(), overrides: FaultyStorage.Overrides(check: { _ in ["page 7"] })
            ) { _ in Hooks() }
        }
        guard case .fail(let failure) = await Self.small[0].verdict(on: suite, seed: 0) else {
            Issue.record("the check did not fail")
            return
        }
        #expect(failure.got == "page 7")
    }

    @Test func `A backend that cannot be opened is in error`() async {
        let suite = ConformanceSuite(name: "broken") { _ in throw StorageError(.io, "no disk") }
        guard case .error(let error) = await Self.small[0].verdict(on: suite, seed: 0) else {
            Issue.record("the check was not in error")
            return
        }
        #expect((error as? StorageError)?.code == .io)
    }
}

extension Check {
    fileprivate func renamed(_ id: String) -> Check {
        Check(id, rule, level: level, requires: requirements, body: body)
    }
}
