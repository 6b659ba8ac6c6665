import ConformanceKit
import StorageCore

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
        /// A storage that is wrong in one way, under every check: no check may end its process. It
        /// takes long, and is for nightly runs.
        case soak
    }

    /// A storage that the kit was tried on, and whether it was judged as it should be.
    package struct Outcome: Sendable {
        package let kind: Kind

        /// What is wrong or odd, with the fault's row in the catalogue.
        package let name: String

        /// The id of the check that has to find it, or nil if that is not one.
        package let check: String?

        /// How many runs there were, each with a seed of its own: one unless the fault is
        /// stochastic.
        package let runs: Int

        /// In how many of them the kit was right.
        package let found: Int

        /// In how many of them it has to be.
        package let floor: Int

        /// Why it was not, in the first run in which it was not; nil if it always was.
        package let firstMiss: String?

        /// Whether the fault does not show in every run.
        package var isStochastic: Bool { runs > 1 }

        /// Why the kit was not right about it, or nil if it was.
        package var miss: String? {
            guard found < floor else { return nil }
            let rate = isStochastic ? "found in \(found) of \(runs) runs, not \(floor): " : ""
            return rate + (firstMiss ?? "")
        }
    }

    /// The backend with files that faults are planted in, without any.
    package static let honest = LogStorage.suite(nil, Tripwire())

    /// The storage that a process of a worker is told of, or nil if the word is about another one.
    package static func harness(named name: String) -> ConformanceSuite? {
        if name == "log" { return honest }
        return Degenerate.harness(named: name) ?? Fault.harness(named: name)
    }

    /// How many storages of a kind there are, where a fault counts if its check is among `checks`.
    package static func count(_ kind: Kind, for checks: [Check]) -> Int {
        switch kind {
        case .fault: faults(for: checks).count
        case .soak: faultyStorages(for: checks).count
        case .degenerate: Degenerate.allCases.count
        case .odd: Odd.allCases.count
        }
    }

    private static func faults(for checks: [Check]) -> [Fault] {
        let ids = Set(checks.map(\.id))
        return Fault.all.filter { ids.contains($0.check) }
    }

    /// The same, but each once that several checks are named for.
    private static func faultyStorages(for checks: [Check]) -> [Fault] {
        var names: Set<String> = []
        return faults(for: checks).filter { names.insert($0.name).inserted }
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
    ///   - checks: The checks whose faults are tried.
    ///   - worker: The program that runs checks on the storage of a name, as ``harness(named:)``
    ///     has it.
    ///   - progress: Called after each storage.
    /// - Returns: What came of each.
    package static func run(
        _ kind: Kind, for checks: [Check], worker: (_ name: String) -> Worker,
        progress: (Outcome) -> Void
    ) async -> [Outcome] {
        var outcomes: [Outcome] = []
        func take(_ outcome: Outcome) {
            outcomes.append(outcome)
            progress(outcome)
        }
        switch kind {
        case .fault:
            for fault in faults(for: checks) {
                take(await fault.outcome(worker: worker))
            }
        case .degenerate:
            for degenerate in Degenerate.allCases {
                let miss = await degenerate.miss(worker: worker)
                take(Outcome(kind, degenerate.summary, miss: miss))
            }
        case .soak:
            for fault in faultyStorages(for: checks) {
                take(Outcome(kind, fault.name, miss: await fault.endedChecks(worker: worker)))
            }
        case .odd:
            for odd in Odd.allCases {
                take(Outcome(kind, odd.summary, miss: await odd.miss()))
            }
        }
        return outcomes
    }
}

extension Selftest.Outcome {
    /// What came of a storage that the kit is right about in every run or in none.
    fileprivate init(_ kind: Selftest.Kind, _ name: String, miss: String?) {
        self.init(
            kind: kind, name: name, check: nil, runs: 1, found: miss == nil ? 1 : 0, floor: 1,
            firstMiss: miss)
    }
}
