extension Matrix {
    /// A row for each backend: what it claims, and what came out.
    var summary: String {
        var table = Table(
            "summary", "backend",
            [
                "conformant", "core", "extended", "stochastic", "isolation: claimed → measured",
                "durability: claimed → measured", "waivers", "warnings", "time", "profile", "seed",
            ])
        for column in columns {
            let report = column.report
            table.add(
                column.title.escapedForXML,
                [
                    report.isConformant ? Cell("✓ yes", .good) : Cell("✗ no", .bad),
                    column.share(.core), column.share(.extended), column.share(.stochastic),
                    isolation(report), durability(report),
                    count(report.entries.count { $0.verdict.waiver != nil }),
                    count(report.warnings.count),
                    Cell(report.entries.map(\.duration).reduce(.zero, +).readable),
                    Cell(report.effort.rawValue), Cell(String(report.seed)),
                ], attributes: column.isBroken ? " class=\"broken\"" : "")
        }
        return "<p>\(day), \(checks.count) checks.</p>\n" + table.html
    }

    private func count(_ number: Int) -> Cell {
        Cell(String(number), number == 0 ? .plain : .doubtful)
    }

    /// The contract asks for one level of every storage, so that all claim it.
    private func isolation(_ report: Report) -> Cell {
        let observations = report.entries.flatMap(\.observations)
        guard !observations.isEmpty else { return Cell("serializable → not measured", .quiet) }
        let seen = observations.filter { $0.outcome == .seen }.map(\.name)
        guard !seen.isEmpty else {
            return Cell("serializable → none of \(observations.count) anomalies seen", .good)
        }
        return Cell("serializable → seen: \(seen.joined(separator: ", "))", .bad)
    }

    private func durability(_ report: Report) -> Cell {
        let claimed = report.survey?.durability ?? "unknown"
        let entries = report.entries.filter { $0.check.group == "DUR" && !$0.verdict.isSkip }
        guard !entries.isEmpty else { return Cell("\(claimed) → not measured", .quiet) }
        let passed = entries.count { $0.verdict.isPass }
        return Cell(
            "\(claimed) → \(passed)/\(entries.count) checks",
            passed == entries.count ? .good : .bad)
    }
}

extension Matrix.Column {
    /// Passed of applicable checks of a level.
    fileprivate func share(_ level: Check.Level) -> Cell {
        share { $0.check.level == level }
    }

    /// Passed of applicable checks among those that ran.
    func share(_ isIncluded: (Report.Entry) -> Bool) -> Cell {
        let entries = report.entries.filter { isIncluded($0) && !$0.verdict.isSkip }
        guard !entries.isEmpty else { return Cell("–", .quiet) }
        let passed = entries.count { $0.verdict.isPass }
        let isRed = entries.contains { $0.verdict.isRed }
        return Cell(
            "\(isRed ? "✗" : passed == entries.count ? "✓" : "~") \(passed)/\(entries.count)",
            isRed ? .bad : passed == entries.count ? .good : .doubtful)
    }
}

extension Verdict {
    /// The waiver that made the verdict what it is.
    var waiver: Waiver? {
        switch self {
        case .waived(let waiver, _), .unexpectedPass(let waiver): waiver
        case .pass, .fail, .error, .timeout, .crashed, .inconclusive, .notApplicable, .notRun: nil
        }
    }
}
