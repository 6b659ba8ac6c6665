import StorageCore
import Testing

@testable import ConformanceKit
@testable import ConformanceMutants

@Suite struct SurveyTests {
    static let memory = ConformanceSuite(name: "memory") { _ in MemoryStorage() }

    /// A storage that says less of itself than it can do.
    static func modest(_ base: ConformanceSuite) -> ConformanceSuite {
        ConformanceSuite(
            name: "modest", destroy: base.destroy,
            open: { folder in ModestStorage(base: try base.open(at: folder)) })
    }

    static func report(
        _ suite: ConformanceSuite, _ patterns: String..., worker: Worker? = nil
    ) async -> Report {
        await Runner(
            suite, profile: Profile(only: patterns), seed: 1, worker: worker,
            timeLimit: .seconds(3)
        ).run()
    }

    static func evidence(_ report: Report) -> [String: Report.Guarantee.Evidence] {
        Dictionary(uniqueKeysWithValues: report.guarantees.map { ($0.name, $0.evidence) })
    }

    @Test func `What is declared is proved by the checks that need it`() async throws {
        let report = await Self.report(Self.memory, "SNP")
        #expect(
            Self.evidence(report)
                == ["persistent": .absent, "multiProcess": .untested, "concurrentReads": .proved])
        let guarantee = try #require(report.guarantees.first { $0.name == "concurrentReads" })
        #expect(guarantee.isDeclared)
        #expect(guarantee.checks.count > 5)
        #expect(guarantee.checks.allSatisfy { $0.hasPrefix("SNP-") })
        #expect(report.warnings == [])
        #expect(report.survey?.maximumKeySize == 480)
        #expect(report.survey?.maximumRecordSize == 512 << 20)
        #expect(report.survey?.durability == "none")
    }

    @Test func `What is declared and not tried is untested`() async {
        let report = await Self.report(Self.memory, "LIM")
        #expect(Self.evidence(report)["concurrentReads"] == .untested)
    }

    @Test func `What is declared and broken is contradicted`() async throws {
        let forgets = Shelf.suite(persist: { kept, _ in kept })
        let report = await Self.report(forgets, "LIF")
        #expect(Self.evidence(report)["persistent"] == .contradicted)
        let guarantee = try #require(report.guarantees.first { $0.name == "persistent" })
        #expect(guarantee.checks.count > 3)
    }

    @Test func `What works undeclared is warned of`() async {
        let memory = await Self.report(Self.modest(Self.memory), "LIM")
        #expect(
            Self.evidence(memory)
                == [
                    "persistent": .absent, "multiProcess": .untested,
                    "concurrentReads": .undeclared,
                ])
        #expect(memory.warnings.count == 1)
        #expect(memory.text.contains("warning: 'concurrentReads' is not declared, but works"))
        #expect(memory.isClean)

        let shelf = await Self.report(Self.modest(Shelf.suite()), "LIM")
        #expect(Self.evidence(shelf)["persistent"] == .undeclared)
        #expect(shelf.warnings.count == 2)
    }

    @Test func `What is not declared and does not work is absent`() async {
        let exclusive = ConformanceSuite(name: "exclusive") { _ in ExclusiveStorage() }
        let report = await Self.report(exclusive, "LIM")
        #expect(Self.evidence(report)["persistent"] == .absent)
        #expect(Self.evidence(report)["concurrentReads"] == .absent)
        #expect(report.warnings == [])
    }

    @Test func `A storage that cannot be asked is warned of, and its checks have their verdicts`()
        async
    {
        let broken = ConformanceSuite(name: "broken") { _ in throw StorageError(.io, "no disk") }
        let report = await Self.report(broken, "LIM")
        #expect(report.survey == nil)
        #expect(report.guarantees == [])
        #expect(report.warnings == ["when the storage was asked about itself: io: no disk"])
        #expect(report.totals.errors == Check.all.count { $0.group == "LIM" })
    }

    @Test func `A worker that hangs when it is asked is warned of`() async {
        let report = await Self.report(
            Degenerate.hangs.harness(), "ERR-09", worker: WorkerTests.worker("hangs", "1"))
        #expect(report.survey == nil)
        #expect(report.warnings.count == 1)
        #expect(report.warnings[0].contains("it was not done after 3.0 seconds"))
    }

    @Test func `A worker tells what its storage says of itself`() async {
        let report = await Self.report(
            Degenerate.forgets.harness(), "LIM", worker: WorkerTests.worker("forgets", "1"))
        #expect(report.survey?.scheme == "memory")
        #expect(Self.evidence(report)["persistent"] == .absent)
    }
}

private struct ModestStorage: Storage {
    let base: any Storage

    var capabilities: Capabilities { [] }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver { try base.beginRead() }
    func beginWrite() throws(StorageError) -> any WriteDriver { try base.beginWrite() }
    func check() throws(StorageError) -> [String] { try base.check() }
    func close() throws(StorageError) { try base.close() }
}
