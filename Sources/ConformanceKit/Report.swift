/// What a run found.
public struct Report: Sendable {
    /// A check and what became of it.
    public struct Entry: Sendable {
        /// The check.
        public let check: Check

        /// What became of it.
        public let verdict: Verdict

        /// What it took note of, whatever became of it.
        public let observations: [Observation]

        /// How long it took.
        public let duration: Duration
    }

    /// How many checks have which verdict.
    public struct Totals: Hashable, Sendable {
        /// The rule was kept.
        public fileprivate(set) var passed = 0
        /// The rule was broken.
        public fileprivate(set) var failed = 0
        /// The storage threw an error.
        public fileprivate(set) var errors = 0
        /// The rule means nothing for this storage.
        public fileprivate(set) var notApplicable = 0
        /// The check was not selected.
        public fileprivate(set) var notRun = 0

        /// All of them: the number of checks that are registered.
        public var registered: Int { passed + failed + errors + notApplicable + notRun }
    }

    /// The backend's name.
    public let backend: String

    /// What the random numbers followed from.
    public let seed: UInt64

    /// The checks, in the order in which they are registered.
    public let entries: [Entry]

    /// How many checks have which verdict.
    public var totals: Totals {
        entries.reduce(into: Totals()) { totals, entry in
            switch entry.verdict {
            case .pass: totals.passed += 1
            case .fail: totals.failed += 1
            case .error: totals.errors += 1
            case .notApplicable: totals.notApplicable += 1
            case .notRun: totals.notRun += 1
            }
        }
    }

    /// Whether no rule was broken and no error came up.
    public var isClean: Bool { totals.failed + totals.errors == 0 }
}
