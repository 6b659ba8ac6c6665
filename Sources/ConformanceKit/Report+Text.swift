import StorageCore

extension Report {
    /// The report for people. Its last line is `N passed, N failed, N skipped`.
    public var text: String {
        var lines = ["ConformanceKit on \(backend), seed \(seed)"]
        for entry in entries { lines += entry.lines(backend: backend, seed: seed) }
        let totals = totals
        lines.append("")
        lines.append(
            "\(totals.passed) passed, \(totals.failed + totals.errors) failed, "
                + "\(totals.notApplicable + totals.notRun) skipped")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Report.Entry {
    /// The failure in full: the rule, what was expected, what came, and how to see it again. Nil if
    /// the storage is not at fault.
    public func explanation(backend: String, seed: UInt64) -> String? {
        guard verdict.isBad else { return nil }
        return lines(backend: backend, seed: seed).joined(separator: "\n")
    }

    fileprivate func lines(backend: String, seed: UInt64) -> [String] {
        switch verdict {
        case .pass: ["✓ \(check.id)"]
        case .notApplicable(let reason), .notRun(let reason): ["- \(check.id): \(reason)"]
        case .fail(let failure):
            headline + [
                "    at:       \(failure.subject)",
                "    expected: \(failure.expected)",
                "    got:      \(failure.got)",
            ] + replay(backend, seed)
        case .error(let error):
            headline + ["    error:    \(error.context)"] + replay(backend, seed)
        }
    }

    private var headline: [String] { ["✗ \(check.id)", "    rule:     \(check.rule)"] }

    private func replay(_ backend: String, _ seed: UInt64) -> [String] {
        ["    replay:   storage conformance \(backend) --only \(check.id) --seed \(seed)"]
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
