import Foundation

/// Measures workloads with contenders, round after round.
///
/// Within a round each workload goes from contender to contender before the next one begins, and
/// each round begins with another contender: what disturbs the machine disturbs all of them.
public struct Run: Sendable {
    private let contenders: [Contender]
    private let workloads: [Workload]
    private let plan: Plan
    private let rounds: Int

    /// A run in which `workloads` are measured, in the order of ``Workload/all``.
    ///
    /// The workload that fills the stores runs whether or not it is among them.
    public init(
        _ contenders: [Contender], _ workloads: [Workload] = Workload.all, plan: Plan, rounds: Int
    ) {
        self.contenders = contenders
        self.workloads = workloads
        self.plan = plan
        self.rounds = rounds
    }

    /// Runs, in folders of its own beneath the one for temporary files.
    ///
    /// - Throws: ``StoreFailure`` if two contenders read different things, or what a store threw.
    public func measure(_ progress: (String) -> Void) async throws -> [Timing] {
        var results = Results()
        let openers = try contenders.map { try $0.opener(for: plan) }
        for round in 0..<rounds {
            let folder = FileManager.default.temporaryDirectory.path + "/benchmark-\(UUID())"
            defer { Self.remove(folder, progress) }
            var sessions: [Session] = []
            for (index, contender) in contenders.enumerated() {
                let place = folder + "/\(index)"
                try FileManager.default.createDirectory(
                    atPath: place, withIntermediateDirectories: true)
                sessions.append(try Session(contender, plan, openers[index], in: place))
            }
            let start = round % max(1, sessions.count)
            let turns = sessions[start...] + sessions[..<start]
            for workload in [Workload.filling] + workloads.filter({ !$0.isFilling }) {
                progress("\(plan.count) records, round \(round + 1) of \(rounds): \(workload.name)")
                for session in turns { try await measure(workload, session, &results) }
            }
            for session in sessions { try session.store.close() }
        }
        return results.timings.values
            .filter { timing in workloads.contains { $0.name == timing.workload } }
            .sorted { place(of: $0) < place(of: $1) }
    }

    private func measure(
        _ workload: Workload, _ session: Session, _ results: inout Results
    ) async throws {
        guard let work = try workload.prepare(session) else { return }
        let clock = ContinuousClock()
        let start = clock.now
        let sum = try await work.run()
        let duration = clock.now - start
        try work.finish()
        try results.add(
            duration / work.operations, sum, of: workload, session.contender, plan.count)
    }

    private func place(of timing: Timing) -> (Int, Int) {
        (
            workloads.firstIndex { $0.name == timing.workload } ?? 0,
            contenders.firstIndex { timing.isOf($0) } ?? 0
        )
    }

    private static func remove(_ folder: String, _ progress: (String) -> Void) {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            progress("cannot remove \(folder): \(error)")
        }
    }
}

extension Workload {
    fileprivate var isFilling: Bool { name == Workload.filling.name }
}

/// What was measured so far.
private struct Results {
    var timings: [[String]: Timing] = [:]
    private var sums: [String: (value: UInt64, contender: Contender)] = [:]

    mutating func add(
        _ duration: Duration, _ sum: UInt64, of workload: Workload, _ contender: Contender,
        _ records: Int
    ) throws {
        let known = sums[workload.name, default: (sum, contender)]
        guard known.value == sum else {
            throw StoreFailure(
                "\(workload.name): \(contender.engine), \(contender.path), read something else "
                    + "than \(known.contender.engine), \(known.contender.path)")
        }
        sums[workload.name] = known
        timings[
            [workload.name, contender.engine, contender.path],
            default: Timing(workload.name, contender, records: records)
        ].add(duration)
    }
}
