/// How something ended that a check let happen, whatever its verdict: a cell of the matrix.
public struct Observation: Hashable, Sendable {
    /// How an anomaly ended.
    public enum Outcome: String, Sendable, CaseIterable {
        /// Nobody waited, and nobody saw it.
        case prevented
        /// A transaction had to wait for another one, so that nobody saw it.
        case blocked
        /// A transaction was refused, so that nobody saw it.
        case aborted
        /// It was seen.
        case seen
    }

    /// What it is about, such as `G1a`.
    public let name: String

    /// How it ended.
    public let outcome: Outcome

    /// Notes an outcome.
    public init(_ name: String, _ outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }
}
