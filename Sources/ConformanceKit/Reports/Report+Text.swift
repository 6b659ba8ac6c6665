import StorageCore

extension Report {
    /// The report for people. Its last line is `N passed, N failed, N skipped`.
    public var text: String {
        var lines = ["ConformanceKit on \(backend), seed \(seed)"]
        for entry in entries { lines += entry.lines(backend: backend, seed: seed) }
        lines += warnings.map { "warning: \($0)" }
        lines += ["", [totals].sentence]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Report.Entry {
    /// What is wrong in full: the rule, what was expected, what came, and how to see it again. Nil
    /// if nobody has to do anything.
    public func explanation(backend: String, seed: UInt64) -> String? {
        guard verdict.isRed else { return nil }
        return lines(backend: backend, seed: seed).joined(separator: "\n")
    }

    fileprivate func lines(backend: String, seed: UInt64) -> [String] {
        switch verdict {
        case .pass: ["✓ \(check.id)"]
        case .notApplicable(let reason), .notRun(let reason): ["- \(check.id): \(reason)"]
        case .inconclusive(let reason): ["? \(check.id): inconclusive: \(reason)"]
        case .waived(let waiver, let found): ["~ \(check.id): \(waiver)"] + details(of: found)
        case .fail, .error, .timeout, .crashed, .unexpectedPass:
            ["✗ \(check.id)", "    rule:     \(check.rule)"] + details(of: verdict) + [
                "    replay:   storage conformance \(backend) --only \(check.id) --seed \(seed)"
            ]
        }
    }

    private func details(of verdict: Verdict) -> [String] {
        switch verdict {
        case .fail(let failure):
            [
                "    at:       \(failure.subject)",
                "    expected: \(failure.expected)",
                "    got:      \(failure.got)",
            ]
        case .error: ["    error:    \(verdict.sentence ?? "")"]
        case .timeout: ["    timeout:  \(verdict.sentence ?? "")"]
        case .crashed: ["    crashed:  \(verdict.sentence ?? "")"]
        case .unexpectedPass(let waiver):
            ["    passed:   remove the waiver; it was \(waiver)"]
        case .inconclusive(let reason): ["    inconclusive: \(reason)"]
        case .pass, .waived, .notApplicable, .notRun: []
        }
    }
}

extension Verdict {
    /// What happened, in one line, if it is more than the verdict's name.
    var sentence: String? {
        switch self {
        case .pass: nil
        case .fail(let failure): failure.description
        case .error(let error): error.context
        case .timeout(let limit): "it was not done after \(limit), and was ended"
        case .crashed(let crash): crash.description
        case .waived(let waiver, _): waiver.description
        case .unexpectedPass(let waiver): "it passed, though it is \(waiver)"
        case .inconclusive(let reason), .notApplicable(let reason), .notRun(let reason): reason
        }
    }
}

extension Error {
    /// The error with where it happened, as far as it says.
    var context: String {
        guard let error = self as? StorageError else { return String(describing: self) }
        var text = error.description
        if let collection = error.collection { text += "; collection \(readable(collection))" }
        if let key = error.key { text += "; key \(readable(key))" }
        if let field = error.field { text += "; field \(readable(field))" }
        return text
    }
}
