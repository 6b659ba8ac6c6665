import StorageCore

extension Report {
    /// The report for people. Its last line is `N passed, N failed, N skipped`.
    public var text: String {
        var lines = ["ConformanceKit on \(backend), seed \(seed)"]
        for entry in entries { lines += entry.lines(replay(entry).description) }
        lines += warnings.map { "warning: \($0)" }
        lines += ["", [totals].sentence]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Report {
    func replay(_ entry: Entry) -> Replay {
        Replay(check: entry.check.id, command: command, seed: seed, effort: effort)
    }

    /// What is wrong with an entry in full, or nil if nobody has to do anything.
    func explanation(of entry: Entry) -> String? {
        entry.explanation(replay: replay(entry).description)
    }
}

extension Report.Entry {
    /// Explains the entry in full: the rule, what it rests on in the contract, what was expected,
    /// what came, the usual cause, where it was met, and how to see it again.
    ///
    /// - Parameter replay: How the check is run again with the same numbers.
    /// - Returns: What is wrong, or nil if nobody has to do anything.
    public func explanation(replay: String) -> String? {
        verdict.isRed ? lines(replay).joined(separator: "\n") : nil
    }

    fileprivate func lines(_ replay: String) -> [String] {
        switch verdict {
        case .pass: ["✓ \(check.id)"]
        case .notApplicable(let reason), .notRun(let reason): ["- \(check.id): \(reason)"]
        case .inconclusive(let reason): ["? \(check.id): inconclusive: \(reason)"]
        case .waived(let waiver, let found): ["~ \(check.id): \(waiver)"] + details(of: found)
        case .fail, .error, .timeout, .crashed, .unexpectedPass:
            ["✗ \(check.id)", "    rule:     \(check.rule)"] + contract + details(of: verdict)
                + ["    replay:   \(replay)"]
        }
    }

    private func details(of verdict: Verdict) -> [String] {
        switch verdict {
        case .fail(let failure):
            [
                "    at:       \(failure.subject)",
                "    expected: \(failure.expected)",
                "    got:      \(failure.got)",
            ] + difference(failure) + cause + origin + Self.block("list", failure.snippet)
                + did
        case .error: ["    error:    \(verdict.sentence ?? "")"] + did
        case .timeout: ["    timeout:  \(verdict.sentence ?? "")"]
        case .crashed: ["    crashed:  \(verdict.sentence ?? "")"]
        case .unexpectedPass(let waiver):
            ["    passed:   remove the waiver; it was \(waiver)"]
        case .inconclusive(let reason): ["    inconclusive: \(reason)"]
        case .pass, .waived, .notApplicable, .notRun: []
        }
    }

    private func difference(_ failure: CheckFailure) -> [String] {
        Difference(expected: failure.expected, got: failure.got).map { ["    differ:   \($0)"] }
            ?? []
    }

    /// The last calls that came to the storage.
    private var did: [String] {
        Self.block("did", lastCalls.isEmpty ? nil : lastCalls.joined(separator: "\n"))
    }

    /// The rules of the contract, one below the other.
    private var contract: [String] {
        check.proves.enumerated().map { index, rule in
            (index == 0 ? "    contract: " : "              ") + rule.rawValue
        }
    }

    private var origin: [String] { check.origin.map { ["    origin:   \($0)"] } ?? [] }

    /// Lines of code under a title.
    private static func block(_ title: String, _ code: String?) -> [String] {
        guard let code else { return [] }
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        return ["    \(title):"] + lines.map { "        \($0)" }
    }

    private var cause: [String] { check.cause.map { ["    cause:    usually \($0)"] } ?? [] }
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
