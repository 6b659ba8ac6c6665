import ConformanceKit
import StorageCore
import Testing

@testable import ConformanceMutants

/// The self-test is run by the tests of the tool. Here it has to notice what it is for.
@Suite struct OddBackendTests {
    @Test func `A check that demands too much of a legal storage is named`() async throws {
        let suite = ConformanceSuite.faulty { _ in
            var hooks = Hooks()
            hooks.count = { driver, range, handle throws(StorageError) in
                try driver.count(range, in: handle) + 1
            }
            return hooks
        }
        let miss = try #require(await Odd.miss(of: suite))
        #expect(miss.contains("RNG-"))
    }

    @Test(arguments: [Degenerate.forgets, .traps, .hangs])
    func `A degenerate storage that no check finds is a miss`(_ kind: Degenerate) async throws {
        let miss = try #require(await kind.miss { _ in WorkerTests.worker("honest") })
        let says =
            kind.fatalVerdict.map { "expected \($0), got pass" } ?? "no check finds it in KEY"
        #expect(miss.contains(says), "\(miss)")
    }

    @Test func `A worker is told of a degenerate storage by a name`() throws {
        #expect(Degenerate.harness(named: Degenerate.traps.name(inPut: 3))?.name == "traps")
        for name in ["sqlite:a:b", "degenerate:traps", "degenerate:nothing:1", "memory"] {
            #expect(Degenerate.harness(named: name) == nil, "\(name)")
        }
    }
}
