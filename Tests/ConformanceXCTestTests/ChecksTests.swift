import ConformanceKit
import ConformanceXCTest
import StorageCore
import XCTest

/// What an author of a backend writes.
final class MemoryChecksTests: XCTestCase {
    func testChecks() {
        runChecks(
            on: ConformanceSuite(name: "memory") { _ in MemoryStorage() },
            checks: Check.all.filter { ["LIM", "BAT"].contains($0.group) })
    }
}

/// The adapter itself, seen by an observer. The failures in its log are meant to be there.
final class AdapterTests: XCTestCase {
    static let checks = [
        Check("TST-01/passes", "It passes.") { try $0.database.write { _ in } },
        Check("TST-02/fails", "It fails.") { _ in
            throw CheckFailure("it", expected: "a", got: "b")
        },
        Check("TST-03/declines", "It declines.", requires: .persistent) { _ in },
        Check("TST-04/main", "It needs the main thread.") { _ in
            try await MainActor.run { if !Thread.isMainThread { throw CancellationError() } }
        },
        Check("TST-05/waived", "It is waived.") { _ in throw CancellationError() },
    ]

    func testChecksAreTestsUnderTheirNames() throws {
        let observer = Observer()
        XCTestObservationCenter.shared.addTestObserver(observer)
        defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
        let waiver = Waiver(
            check: "TST-05/waived", reason: "rounding", issue: "#1", expiry: try Day("9999-12-31"))
        let probe = Probe(name: "probe") { test in
            test.runChecks(
                on: ConformanceSuite(name: "memory") { _ in MemoryStorage() },
                checks: Self.checks, seed: 7, waivers: [waiver])
        }
        probe.run()
        XCTAssertEqual(probe.testRun?.totalFailureCount, 1)
        XCTAssertEqual(
            observer.finished,
            [
                "Probe.TST-01/passes", "Probe.TST-02/fails failed", "Probe.TST-03/declines skipped",
                "Probe.TST-04/main", "Probe.TST-05/waived skipped", "Probe.probe failed",
            ])
        XCTAssertEqual(observer.failures.count, 2)
        XCTAssert(observer.failures[0].contains("rule:     It fails."))
        XCTAssert(observer.failures[0].contains("this test with 'runChecks(…, seed: 7)'"))
        XCTAssertEqual(observer.failures[1], "1 of 5 checks failed: TST-02/fails")
    }
}

private final class Probe: XCTestCase {}

private final class Observer: XCTestObservation {
    var finished: [String] = []
    var failures: [String] = []

    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine lineNumber: Int
    ) {
        failures.append(description)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        let run = testCase.testRun
        let outcome =
            run?.hasBeenSkipped == true ? " skipped" : run?.hasSucceeded == true ? "" : " failed"
        finished.append(testCase.name + outcome)
    }
}
