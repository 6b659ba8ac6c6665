import ConformanceKit
import Testing

@testable import ConformanceMutants

@Suite struct FaultTests {
    @Test(arguments: Fault.all)
    func `A planted fault is found by the check named for it`(_ fault: Fault) async {
        let outcome = await fault.outcome()
        #expect(outcome.miss == nil)
    }
}
