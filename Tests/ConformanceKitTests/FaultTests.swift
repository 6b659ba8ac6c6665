import ConformanceKit
import StorageCore
import Testing

@Suite struct FaultTests {
    static let all =
        Fault.keys + Fault.values + Fault.ranges + Fault.iteration + Fault.snapshots
        + Fault.transactions + Fault.lifecycle

    @Test(arguments: all)
    func `A planted fault is found by the check named for it`(_ fault: Fault) async throws {
        let check = try #require(Check.named(fault.check), "no check \(fault.check)")
        let wire = Tripwire()
        let verdict = await check.verdict(on: fault.harness(wire), seed: 1)
        #expect(wire.count > 0, "the fault never ran: the check does not do what it needs")
        guard case .fail(let failure) = verdict else {
            Issue.record("expected a failure, got \(verdict)")
            return
        }
        #expect(failure.description.contains(fault.says), "\(failure)")
    }
}
