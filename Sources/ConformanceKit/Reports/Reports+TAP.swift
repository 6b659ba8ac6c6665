private let expectedFailure = "TODO"  // allowed: the word that TAP has for it.

extension [Report] {
    /// The reports in the Test Anything Protocol, version 14 (testanything.org).
    ///
    /// The plan stands first, so that a run that dies shows as missing tests.
    public var tap: String {
        let entries = flatMap { report in report.entries.map { (report, $0) } }
        var lines = ["TAP version 14", "1..\(entries.count)"]
        for (index, (report, entry)) in entries.enumerated() {
            let title = "\(index + 1) - \(report.backend) \(entry.check.id)".escapedForTAP
            switch entry.verdict {
            case .pass:
                lines.append("ok \(title)")
            case .notApplicable(let reason), .notRun(let reason), .inconclusive(let reason):
                lines.append("ok \(title) # SKIP \(reason.escapedForTAP)")
            case .waived(let waiver, _):
                lines.append(
                    "not ok \(title) # \(expectedFailure) \(waiver.description.escapedForTAP)")
            case .fail, .error, .timeout, .crashed, .unexpectedPass:
                lines.append("not ok \(title)")
                lines += report.diagnosis(of: entry)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Report {
    /// What went wrong, as the YAML block that TAP has for it.
    fileprivate func diagnosis(of entry: Entry) -> [String] {
        let explanation = (explanation(of: entry) ?? "").visible
        let lines = explanation.split(separator: "\n", omittingEmptySubsequences: false)
        return ["  ---", "  message: |"] + lines.map { "    \($0)" } + ["  ..."]
    }
}

extension String {
    fileprivate var escapedForTAP: String {
        var text = ""
        for character in visible {
            if character.isNewline {
                text += " "
                continue
            }
            if character == "\\" || character == "#" { text += "\\" }
            text.append(character)
        }
        return text
    }
}
