extension Matrix {
    /// Seconds of each group, and the checks that take longest.
    var timings: String {
        var table = Table("timings", "group", columns.map(\.title))
        for group in groups {
            table.add(group, columns.map { Cell($0.time { $0.check.group == group }.readable) })
        }
        table.add("all", columns.map { Cell($0.time { _ in true }.readable) })
        let slowest = checks.map { check in
            (check, columns.map { $0.entries[check.id]?.duration ?? .zero })
        }.sorted { ($0.1.max() ?? .zero) > ($1.1.max() ?? .zero) }
        for (check, durations) in slowest.prefix(10) {
            table.add(check.id.escapedForXML, durations.map { Cell($0.readable) })
        }
        return """
            <h2>Timings</h2>
            <p>Seconds of each group, then of the ten checks that take longest.</p>
            \(table.html)
            """
    }

    /// The breaches that are allowed for a while.
    var waivers: String {
        var table = Table("waivers", "check", ["backend", "verdict", "reason", "issue", "until"])
        for column in columns {
            for entry in column.report.entries {
                guard let waiver = entry.verdict.waiver else { continue }
                let (symbol, tone) = entry.verdict.mark
                table.add(
                    entry.check.id.escapedForXML,
                    [
                        Cell(column.title), Cell("\(symbol) \(entry.verdict.name)", tone),
                        Cell(waiver.reason), Cell(waiver.issue), Cell(waiver.expiry.description),
                    ])
            }
        }
        return "<h2>Waivers</h2>\n" + (table.rows.isEmpty ? "<p>There are none.</p>" : table.html)
    }

    /// What breaks no rule, but should be seen to.
    var warnings: String {
        let items = columns.flatMap { column in
            column.report.warnings.map { warning in
                "<li>\(column.title.escapedForXML): \(warning.escapedForXML)</li>"
            }
        }
        let list = items.isEmpty ? "<p>There are none.</p>" : "<ul>\(items.joined())</ul>"
        return "<h2>Warnings</h2>\n\(list)"
    }

    /// How far the page itself can be believed.
    var kit: String {
        let score =
            self.score.map { score in
                let tone: Cell.Tone = score.found == score.planted ? .good : .bad
                return "<span class=\"\(tone.rawValue)\">\(score.found) of \(score.planted)</span>"
                    + " planted faults were found by the check named for them."
                    + score.remarks.map { " \($0.escapedForXML)." }.joined()
            } ?? "The planted faults were not run with this page."
        let broken = columns.first(where: \.isBroken).map { column in
            "The column “\(column.title)” is a storage that keeps nothing: it shows that the page "
                + "can be red. "
                + (column.report.isConformant ? "It is not, so that the page proves nothing." : "")
        }
        return """
            <h2>The kit itself</h2>
            <p id="score">\(score)</p>
            \(unproven)
            <p>\(broken ?? "No storage that is broken on purpose stands beside the others.")</p>
            """
    }
}

extension Matrix {
    /// The checks of which nothing shows that they find what they are for.
    private var unproven: String {
        guard let checks = score?.unproven else { return "" }
        guard !checks.isEmpty else {
            return "<p id=\"unproven\">Each check finds a planted fault.</p>"
        }
        let ids = checks.map { "<code>\($0.escapedForXML)</code>" }.joined(separator: ", ")
        return
            "<p id=\"unproven\">Checks that no fault is planted for: \(checks.count), \(ids).</p>"
    }
}

extension Matrix.Column {
    fileprivate func time(_ isIncluded: (Report.Entry) -> Bool) -> Duration {
        report.entries.filter(isIncluded).map(\.duration).reduce(.zero, +)
    }
}
