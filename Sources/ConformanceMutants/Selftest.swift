import ConformanceKit

/// The proof that the checks find what they are for, and nothing else.
package enum Selftest {
    /// What the kit is tried on.
    package enum Kind: String, Sendable, CaseIterable {
        /// A storage that is wrong in exactly one way: the check named for it has to find it.
        case fault
        /// A storage that is wrong in every way: every group has to find it.
        case degenerate
        /// A storage that is odd but legal: every check has to be passed.
        case odd
    }

    /// A storage that the kit was tried on, and whether it was judged as it should be.
    package struct Outcome: Sendable {
        package let kind: Kind

        /// What is wrong or odd, with the fault's row in the catalogue.
        package let name: String

        /// The id of the check that has to find it, or nil if that is not one.
        package let check: String?

        /// Why the kit was not right about it, or nil if it was.
        package let miss: String?
    }

    /// How many storages of a kind there are.
    package static func count(_ kind: Kind) -> Int {
        switch kind {
        case .fault: Fault.all.count
        case .degenerate: Degenerate.allCases.count
        case .odd: Odd.allCases.count
        }
    }

    /// The checks that no fault is named for: nothing shows that they find what they are for.
    package static var unproven: [Check] {
        let proven = Set(Fault.all.map(\.check))
        return Check.all.filter { !proven.contains($0.id) }
    }

    /// Tries the kit on the storages of a kind, and calls `progress` after each.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - worker: The program that runs checks on the degenerate storage of a name, as
    ///     ``Degenerate/harness(named:)`` has it.
    ///   - progress: Called after each storage.
    /// - Returns: What came of each.
    package static func run(
        _ kind: Kind, worker: (_ name: String) -> Worker,
        progress: (Outcome) -> Void
    ) async -> [Outcome] {
        var outcomes: [Outcome] = []
        func take(_ outcome: Outcome) {
            outcomes.append(outcome)
            progress(outcome)
        }
        switch kind {
        case .fault:
            for fault in Fault.all {
                let miss = await fault.miss()
                take(Outcome(kind: kind, name: fault.name, check: fault.check, miss: miss))
            }
        case .degenerate:
            for degenerate in Degenerate.allCases {
                let miss = await degenerate.miss(worker: worker)
                take(Outcome(kind: kind, name: degenerate.summary, check: nil, miss: miss))
            }
        case .odd:
            for odd in Odd.allCases {
                take(Outcome(kind: kind, name: odd.summary, check: nil, miss: await odd.miss()))
            }
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
