/// What a run found.
public struct Report: Sendable {
    /// A check and what became of it.
    public struct Entry: Sendable {
        /// The check.
        public let check: Check

        /// What became of it.
        public let verdict: Verdict

        /// How the anomalies ended that it tried to bring about.
        public let observations: [Observation]

        /// The last calls that came to the storage before it was found to be at fault, as Swift
        /// over a `database`, a line each.
        public let lastCalls: [String]

        /// How long it took.
        public let duration: Duration

        /// What the storage says of itself, if the check asked.
        let survey: Survey?

        init(
            check: Check, verdict: Verdict, observations: [Observation] = [],
            survey: Survey? = nil, lastCalls: [String] = [], duration: Duration = .zero
        ) {
            self.check = check
            self.verdict = verdict
            self.observations = observations
            self.survey = survey
            self.lastCalls = lastCalls
            self.duration = duration
        }
    }

    /// The backend's name.
    public let backend: String

    /// What the random numbers followed from.
    public let seed: UInt64

    /// How much the checks did.
    public let effort: Effort

    /// The command that runs checks of the backend.
    public let command: String

    /// The checks, in the order in which they are registered.
    public let entries: [Entry]

    /// What the storage says of itself, or nil if it could not be asked.
    public let survey: Survey?

    /// What breaks no rule, but should be seen to.
    public let warnings: [String]

    init(
        backend: String, seed: UInt64, effort: Effort = .standard, command: String? = nil,
        entries: [Entry], survey: Survey? = nil, warnings: [String] = []
    ) {
        self.backend = backend
        self.seed = seed
        self.effort = effort
        self.command = command ?? Replay.command(for: backend)
        self.entries = entries
        self.survey = survey
        self.warnings = warnings
    }

    /// How many checks have which verdict.
    public var totals: Totals { Totals(entries.map(\.verdict)) }

    /// Whether no rule was broken without a waiver, no error came up and no waiver is left over.
    public var isClean: Bool { !entries.contains { $0.verdict.isRed } }

    /// Whether every core check ran and was passed, and none of them is waived.
    ///
    /// A core check that means nothing for the storage is left out: it is about a guarantee that
    /// the storage does not declare, or a limit beyond what a check can try.
    public var isConformant: Bool {
        let core = entries.filter { $0.check.level == .core }
        return core.contains { $0.verdict.isPass }
            && core.allSatisfy { entry in
                if case .notApplicable = entry.verdict { true } else { entry.verdict.isPass }
            }
    }
}
