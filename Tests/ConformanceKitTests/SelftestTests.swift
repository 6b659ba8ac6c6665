import ConformanceKit
import Testing

@testable import ConformanceMutants

/// The storages that are wrong in every way, and those that are odd but legal. Those that are wrong
/// in one way have tests of their own: ``FaultTests``.
@Suite struct SelftestTests {
    @Test(arguments: Degenerate.allCases)
    func `Some check of each group finds a degenerate storage`(_ degenerate: Degenerate) async {
        let miss = await degenerate.miss { WorkerTests.worker($0) }
        #expect(miss == nil)
    }

    @Test(arguments: Odd.allCases)
    func `Each check is passed by a storage that is odd but legal`(_ odd: Odd) async {
        let miss = await odd.miss()
        #expect(miss == nil)
    }
}
