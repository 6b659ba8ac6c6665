import ConformanceKit
import Testing

@testable import ConformanceMutants

@Suite struct FaultTests {
    @Test func `The storage with files that faults are planted in is honest without them`() async {
        let groups = ["DUR", "COR", "MPR", "RES", "LIF", "BAT", "TXN", "ERR-09"]
        let report = await Runner(
            Selftest.honest, profile: Profile(only: groups), seed: 1,
            worker: WorkerTests.worker("log")
        ).run()
        #expect(report.isClean, "\(report.text)")
        let skipped = report.entries.filter {
            ["inconclusive", "notRun"].contains($0.verdict.name)
                && Profile(only: groups).contains($0.check)
        }
        #expect(skipped.isEmpty, "\(skipped.map { ($0.check.id, $0.verdict) })")
    }

    @Test(arguments: Fault.all)
    func `A planted fault is found by the check named for it`(_ fault: Fault) async {
        let outcome = await fault.outcome { WorkerTests.worker($0) }
        #expect(outcome.miss == nil)
    }
}
