import StorageCore

extension [Report] {
    /// The matrix of groups and backends, then every failure in full. The last line is
    /// `N passed, N failed, N skipped`.
    public var summary: String {
        var lines = matrix
        for report in self {
            let explanations = report.entries.compactMap(report.explanation)
            if !explanations.isEmpty { lines += ["", report.backend] + explanations }
        }
        for report in self { lines += report.skips + report.remarks }
        let totals = map(\.totals)
        let seeds = Set(map(\.seed)).sorted().map(String.init).joined(separator: ", ")
        lines += [
            "", "seed \(seeds)",
            totals.sentence,
        ]
        return lines.joined(separator: "\n")
    }

    /// A row for each group, a column for each report: checks passed of those that apply.
    private var matrix: [String] {
        let width = 10
        var lines = [row("", map(\.backend), width)]
        for group in groups {
            lines.append(row(group, map { $0.cell(group) }, width))
        }
        lines.append(row("all", map { $0.cell(nil) }, width))
        return lines
    }

    /// The groups of the checks, in the order in which they come.
    var groups: [String] {
        var groups: [String] = []
        for entry in first?.entries ?? [] where !groups.contains(entry.check.group) {
            groups.append(entry.check.group)
        }
        return groups
    }

    private func row(_ title: String, _ cells: [String], _ width: Int) -> String {
        let padded = cells.map { cell in
            String(repeating: " ", count: Swift.max(1, width - cell.count)) + cell
        }
        return title + String(repeating: " ", count: Swift.max(0, 4 - title.count))
            + padded.joined()
    }
}

extension Report {
    /// `✓ passed/applicable`, or `✗` if a check of the group is broken.
    func cell(_ group: String?) -> String {
        let entries = entries.filter { entry in
            entry.wasRun && (group == nil || entry.check.group == group)
        }
        let passed = entries.count { $0.verdict.isPass }
        let applicable = entries.count { !$0.verdict.isSkip }
        if applicable == 0 { return "–" }
        return (entries.contains { $0.verdict.isRed } ? "✗ " : "✓ ") + "\(passed)/\(applicable)"
    }

    /// What is no failure, but should be seen to.
    fileprivate var remarks: [String] {
        let waived = entries.compactMap { entry in
            if case .waived(let waiver, _) = entry.verdict {
                "~ \(entry.check.id): \(waiver)"
            } else {
                nil
            }
        }
        let remarks = waived + warnings.map { "warning: \($0)" }
        return remarks.isEmpty ? [] : ["", "\(backend), remarks:"] + remarks
    }

    /// Each check that does not apply, or found nothing out, with its reason.
    fileprivate var skips: [String] {
        var reasons: [String] = []
        for entry in entries {
            switch entry.verdict {
            case .notApplicable(let reason): reasons.append("- \(entry.check.id): \(reason)")
            case .inconclusive(let reason):
                reasons.append("? \(entry.check.id): inconclusive: \(reason)")
            default: break
            }
        }
        return reasons.isEmpty ? [] : ["", "\(backend), not applicable:"] + reasons
    }
}

extension Report.Entry {
    var wasRun: Bool {
        if case .notRun = verdict { return false }
        return true
    }
}
