/// How an anomaly ended that a check tried to bring about.
public struct Observation: Hashable, Sendable, Codable {
    /// The ways in which it can end.
    public enum Outcome: String, Sendable, CaseIterable, Codable {
        /// Every step ran, and nobody saw anything that is wrong.
        case prevented
        /// A step waited for another session, so that it could not come to it.
        case blocked
        /// A transaction was refused, so that it could not come to it.
        case aborted
        /// It came to it.
        case seen
    }

    /// The anomaly, such as `G1a`.
    public let name: String

    /// How it ended.
    public let outcome: Outcome

    /// Notes how an anomaly ended.
    public init(_ name: String, _ outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }
}

extension CheckContext {
    /// Notes for the report how an anomaly ended.
    public func observe(_ name: String, _ outcome: Observation.Outcome) {
        observations.append(Observation(name, outcome))
    }
}
