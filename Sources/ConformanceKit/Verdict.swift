/// What became of a check.
public enum Verdict: Sendable {
    /// The rule was kept.
    case pass
    /// The rule was broken.
    case fail(CheckFailure)
    /// The storage threw an error where the rule leaves no room for one.
    case error(any Error)
    /// The rule means nothing for this storage, for this reason.
    case notApplicable(reason: String)
    /// The check was not run, for this reason.
    case notRun(reason: String)
}

extension Verdict {
    /// The verdict's name in reports.
    public var name: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .error: "error"
        case .notApplicable: "notApplicable"
        case .notRun: "notRun"
        }
    }
}
