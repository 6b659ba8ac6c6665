/// What became of a check.
public indirect enum Verdict: Sendable {
    /// The rule was kept.
    case pass
    /// The rule was broken.
    case fail(CheckFailure)
    /// The storage threw an error where the rule leaves no room for one.
    case error(any Error)
    /// The check was still running when its time was up, and was ended.
    case timeout(limit: Duration)
    /// The process of the check ended under it.
    case crashed(Crash)
    /// The rule was broken in one of these ways, which is allowed for a while.
    case waived(Waiver, Verdict)
    /// The rule was kept, though a waiver says that it is not: the waiver has to go.
    case unexpectedPass(Waiver)
    /// The check could not bring about what it is about, for this reason.
    case inconclusive(reason: String)
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
        case .timeout: "timeout"
        case .crashed: "crashed"
        case .waived: "waived"
        case .unexpectedPass: "unexpectedPass"
        case .inconclusive: "inconclusive"
        case .notApplicable: "notApplicable"
        case .notRun: "notRun"
        }
    }

    /// The names of all verdicts, in the order of ``Report/Totals``.
    public static let names = [
        "pass", "fail", "error", "timeout", "crashed", "waived", "unexpectedPass", "inconclusive",
        "notApplicable", "notRun",
    ]

    /// Whether the rule was kept.
    var isPass: Bool {
        if case .pass = self { true } else { false }
    }

    /// Whether the storage is at fault, and no waiver says that it may be.
    public var isBad: Bool {
        switch self {
        case .fail, .error, .timeout, .crashed: true
        case .pass, .waived, .unexpectedPass, .inconclusive, .notApplicable, .notRun: false
        }
    }

    /// Whether someone has to do something about it.
    public var isRed: Bool {
        if case .unexpectedPass = self { true } else { isBad }
    }

    /// Whether nothing was found out about the storage.
    var isSkip: Bool {
        switch self {
        case .inconclusive, .notApplicable, .notRun: true
        case .pass, .fail, .error, .timeout, .crashed, .waived, .unexpectedPass: false
        }
    }
}

/// How a process ended that did not end as it should.
public struct Crash: Hashable, Sendable {
    /// What ended it.
    public enum Cause: Hashable, Sendable {
        /// A signal of the system: a trap, a bad access, an abort.
        case signal(Int32)
        /// It ended itself with this status.
        case exit(Int32)
    }

    /// What ended it.
    public let cause: Cause

    /// The last it said on its standard error, which may be nothing.
    public let words: String

    /// Describes a crash.
    public init(_ cause: Cause, words: String) {
        self.cause = cause
        self.words = words
    }
}

extension Crash: CustomStringConvertible {
    /// The crash in one line.
    public var description: String {
        let cause =
            switch cause {
            case .signal(let number):
                "signal \(number)\(Self.names[number].map { " (\($0))" } ?? "")"
            case .exit(let status): "exit status \(status)"
            }
        return words.isEmpty ? cause : "\(cause): \(words)"
    }

    private static let names: [Int32: String] = [
        4: "illegal instruction, as a Swift trap is", 5: "trap, as a Swift trap is", 6: "abort",
        8: "arithmetic", 9: "killed", 11: "bad access", 13: "broken pipe", 15: "terminated",
    ]
}
