/// A breach of the contract that its author knows of, and is allowed until a day.
///
/// The check is run all the same: one that passes is an ``Verdict/unexpectedPass(_:)``, also after
/// the waiver's last day, so that no waiver outlives its reason. A storage with a waiver of a core
/// check is not conformant.
public struct Waiver: Hashable, Sendable {
    /// The id of the check.
    public let check: String

    /// Why the rule is not kept.
    public let reason: String

    /// Where the work on it can be followed, such as the address of an issue.
    public let issue: String

    /// The last day on which the waiver counts.
    public let expiry: Day

    /// Makes a waiver.
    public init(check: String, reason: String, issue: String, expiry: Day) {
        self.check = check
        self.reason = reason
        self.issue = issue
        self.expiry = expiry
    }
}

extension Waiver: CustomStringConvertible {
    /// The waiver without its check, for reports.
    public var description: String { "waived until \(expiry): \(reason) (\(issue))" }
}

extension Verdict {
    /// What the verdict is for a check that is waived. After its last day a waiver excuses nothing.
    func waived(by waiver: Waiver, on today: Day) -> Verdict {
        switch self {
        case .pass: .unexpectedPass(waiver)
        case .fail, .error, .timeout, .crashed, .inconclusive:
            waiver.expiry < today ? self : .waived(waiver, self)
        case .notApplicable, .notRun, .waived, .unexpectedPass: self
        }
    }
}
