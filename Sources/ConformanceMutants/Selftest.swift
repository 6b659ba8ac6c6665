import ConformanceKit

/// Runs the planted faults: the proof that the checks find what they are for.
package enum Selftest {
    /// A planted fault and whether it was found.
    package struct Outcome: Sendable {
        /// The fault's row in the catalogue, and what is wrong.
        package let fault: String

        /// The id of the check that has to find it.
        package let check: String

        /// Why the fault does not count as found, or nil if it does.
        package let miss: String?
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
            let outcome = Outcome(
                fault: fault.name, check: fault.check, miss: await fault.miss())
            outcomes.append(outcome)
            progress(outcome)
        }
        return outcomes
    }
}

extension Fault {
    /// All planted faults.
    static let all = basic + further

    /// The faults with a check that finds them.
    static let basic =
        [
            keys, values, ranges, iteration, visits, snapshots, transactions, writes, isolation,
            lifecycle, places, indexes, indexScans, queryConditions, queryConstants, queryAnswers,
            pageAnswers,
        ].flatMap(\.self)

    /// Why the fault is not found, or nil if it is: its check must fail, with the message that
    /// names the fault, and the faulty branch must have run.
    func miss() async -> String? {
        guard let check = Check.named(check) else { return "there is no such check" }
        let wire = Tripwire()
        let verdict = await check.verdict(on: harness(wire), seed: 1)
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
