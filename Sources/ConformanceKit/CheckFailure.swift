/// What a check found to be wrong with a storage.
public struct CheckFailure: Error, Hashable, Sendable, Codable {
    /// What was looked at.
    public let subject: String

    /// What the contract demands.
    public let expected: String

    /// What the storage did.
    public let got: String

    /// Swift that does what failed, to be pasted into a test; nil if there is none.
    public let snippet: String?

    /// Describes a failure.
    public init(_ subject: String, expected: String, got: String, snippet: String? = nil) {
        self.subject = subject
        self.expected = expected
        self.got = got
        self.snippet = snippet
    }
}

extension CheckFailure: CustomStringConvertible {
    /// The failure in one line.
    public var description: String { "\(subject): expected \(expected), got \(got)" }
}

/// Thrown by a check that means nothing for the storage at hand, with the reason.
public struct NotApplicable: Error, Hashable, Sendable {
    /// Why, for the report.
    public let reason: String

    /// Gives the reason.
    public init(_ reason: String) {
        self.reason = reason
    }
}

/// Thrown by a check that could not bring about what it is about, with the reason.
public struct Inconclusive: Error, Hashable, Sendable {
    /// Why, for the report.
    public let reason: String

    /// Gives the reason.
    public init(_ reason: String) {
        self.reason = reason
    }
}

/// Thrown by a check that cannot be run as the run was started, with the reason.
struct NotRun: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
