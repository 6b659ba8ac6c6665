import Dispatch
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

    @Test func `A step that hangs is named, and the other sessions end`() throws {
        let gate = DispatchSemaphore(value: 0)
        let storage = FaultyStorage(
            MemoryStorage(),
            overrides: FaultyStorage.Overrides(beginWrite: { base throws(StorageError) in
                gate.wait()
                return try base.beginWrite()
            })
        ) { _ in Hooks() }
        defer { gate.signal() }
        let failure = #expect(throws: CheckFailure.self) {
            try Scheduler.play(
                [.t1(.beginRead), .t2(.beginWrite), .t1(.commit), .t2(.commit)], on: storage,
                limit: .seconds(2))
        }
        #expect(failure?.subject == "T2 begins to write")
        #expect(failure?.got.contains("T2 begins to write: no end") == true)
    }

    @Test func `Steps that wait are done when they are let go on`() throws {
        let transcript = try Scheduler.play(
            [
                .t1(.beginWrite), .t1(.put(1, 1)), .t2(.beginWrite), .t2(.get(1)), .t1(.put(1, 2)),
                .t1(.commit), .t2(.add(1, to: 1)), .t2(.get(1)), .t2(.rollBack),
            ], on: MemoryStorage())
        #expect(transcript.lines.filter(\.wasBlocked).map(\.step) == [.t2(.beginWrite)])
        #expect(transcript.reads(.t2) == [[1: 2], [1: 3]])
        #expect(transcript.hasCommitted(.t1))
        #expect(!transcript.hasCommitted(.t2))
        #expect(transcript.collision == nil)
    }

    @Test func `What fails ends a transaction, and its later steps are left out`() throws {
        let storage = FaultyStorage(MemoryStorage()) { _ in
            var hooks = Hooks()
            hooks.put = { _, _, _, _ throws(StorageError) in
                throw StorageError(.conflict, "another one was there first")
            }
            return hooks
        }
        let steps: [Step] = [
            .t1(.beginWrite), .t1(.put(1, 1)), .t1(.put(1, 2)), .t1(.commit), .t2(.beginWrite),
            .t2(.commit),
        ]
        let transcript = try Scheduler.play(steps, on: storage)
        #expect(transcript.errors.count == 1)
        #expect(!transcript.hasCommitted(.t1))
        #expect(transcript.hasCommitted(.t2))
        let anomaly = Anomaly("G0", steps) { _ in nil }
        #expect(try anomaly.outcome(of: transcript) == .aborted)
    }
}
