import ConformanceKit

/// Runs the planted faults: the proof that the checks find what they are for.
package enum Selftest {
    /// A planted fault and whether it was found.
    package struct Outcome: Sendable {
        /// The fault's row in the catalogue, and what is wrong.
        package let fault: String

        /// The id of the check that has to find it.
        package let check: String

        /// How many runs there were, each with a seed of its own: one if the fault shows in every
        /// run.
        package let runs: Int

        /// In how many of them it was found.
        package let found: Int

        /// In how many of them it has to be found.
        package let floor: Int

        /// Why it was not found, in the first run in which it was not; nil if it always was.
        package let firstMiss: String?

        /// Whether the fault does not show in every run.
        package var isStochastic: Bool { runs > 1 }

        /// Why the fault does not count as found, or nil if it does.
        package var miss: String? {
            guard found < floor else { return nil }
            let rate = isStochastic ? "found in \(found) of \(runs) runs, not \(floor): " : ""
            return rate + (firstMiss ?? "")
        }
    }

    /// How many faults there are.
    package static var count: Int { Fault.all.count }

    /// The checks that no fault is named for: nothing shows that they find what they are for.
    package static var unproven: [Check] {
        let proven = Set(Fault.all.map(\.check))
        return Check.all.filter { !proven.contains($0.id) }
    }

    /// Runs each fault against the check that is named for it, and calls `progress` after each.
    package static func run(progress: @Sendable (Outcome) -> Void) async -> [Outcome] {
        var outcomes: [Outcome] = []
        for fault in Fault.all {
            let outcome = await fault.outcome()
            outcomes.append(outcome)
            progress(outcome)
        }
        return outcomes
    }
}

extension Fault {
    /// All planted faults.
    static let all =
        [
            keys, values, ranges, iteration, snapshots, transactions, operations, isolation,
            lifecycle, indexes, indexScans, queryConditions, queryConstants, queryAnswers,
            pageAnswers,
        ].flatMap(\.self)

    /// What a stochastic fault is run with. Any other is run with the first.
    static let seeds: [UInt64] = Array(1...10)

    /// Runs the fault as often as it takes to tell whether it is found.
    func outcome() async -> Selftest.Outcome {
        let seeds = floor < 1 ? Self.seeds : Array(Self.seeds.prefix(1))
        var misses: [String] = []
        for seed in seeds {
            if let miss = await miss(seed: seed) { misses.append("with seed \(seed), \(miss)") }
        }
        return Selftest.Outcome(
            fault: name, check: check, runs: seeds.count, found: seeds.count - misses.count,
            floor: Int((floor * Double(seeds.count)).rounded(.up)), firstMiss: misses.first)
    }

    /// Why the fault is not found, or nil if it is: its check must fail, with the message that
    /// names the fault, and the faulty branch must have run.
    private func miss(seed: UInt64) async -> String? {
        guard let check = Check.named(check) else { return "there is no such check" }
        let wire = Tripwire()
        let verdict = await check.verdict(on: harness(wire), seed: seed)
        guard wire.count > 0 else {
            return "the fault never ran: the check does not do what it needs"
        }
        guard case .fail(let failure) = verdict else {
            return "expected a failure, got \(verdict)"
        }
        guard failure.description.contains(says) else {
            return "the failure does not say '\(says)': \(failure)"
        }
        return nil
    }
}
