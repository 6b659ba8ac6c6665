import StorageCore
import Testing

@testable import ConformanceKit
@testable import ConformanceMutants

@Suite struct IsolationTests {
    private static func observations(
        _ name: String, _ open: @escaping @Sendable () -> any Storage
    ) async -> [String: Observation.Outcome] {
        let suite = ConformanceSuite(name: name) { _ in open() }
        let report = await Runner(suite, checks: Check.isolation, seed: 1).run()
        #expect(report.isClean)
        return Dictionary(
            report.entries.flatMap(\.observations).map { ($0.name, $0.outcome) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func `Snapshots prevent anomalies, and writers wait for each other`() async {
        let outcomes = await Self.observations("memory") { MemoryStorage() }
        for name in ["G1a", "G1b", "G-single", "PMP", "phantom, index"] {
            #expect(outcomes[name] == .prevented, "\(name)")
        }
        for name in ["two writers", "G0", "G1a, writing", "G1c", "P4", "G2-item", "G2"] {
            #expect(outcomes[name] == .blocked, "\(name)")
        }
    }

    @Test func `Where readers wait for the writer, anomalies end blocked`() async {
        let outcomes = await Self.observations("exclusive") { ExclusiveStorage() }
        for name in ["G1a", "G1b", "G-single", "PMP", "phantom, index", "OTV", "P4", "G2"] {
            #expect(outcomes[name] == .blocked, "\(name)")
        }
        #expect(!outcomes.values.contains(.seen))
    }

    @Test func `A report has what was observed`() async {
        let suite = ConformanceSuite(name: "memory") { _ in MemoryStorage() }
        let check = Check("TST-01/notes", "Notes are kept.") { context in
            context.observe("G0", .aborted)
            throw CheckFailure("it", expected: "one thing", got: "another")
        }
        let report = await Runner(suite, checks: [check], seed: 1).run()
        #expect(report.entries.map(\.observations) == [[Observation("G0", .aborted)]])
        #expect(report.json().contains(#""G0": "aborted""#))
    }
}
