extension Matrix {
    /// Groups by backends: passed of applicable.
    var groupTable: String {
        var table = Table("groups", "group", columns.map(\.title))
        for group in groups {
            table.add(group, columns.map { $0.share { $0.check.group == group } })
        }
        table.add("all", columns.map { $0.share { _ in true } })
        return "<h2>Groups</h2>\n<p>Checks passed of those that apply.</p>\n\(table.html)"
    }

    /// Checks by backends, with buttons that leave those of one verdict.
    var checkTable: String {
        var table = Table("checks", "check", columns.map(\.title))
        for check in checks {
            let verdicts = real.compactMap { $0.entries[check.id]?.verdict.name }
            let classes = Set(verdicts).sorted().map { "has-\($0)" }.joined(separator: " ")
            table.add(
                "<b>\(check.id.escapedForXML)</b> \(check.rule.escapedForXML) "
                    + "<small>\(check.ruleNumbers)</small>",
                columns.map { $0.cell(check) }, attributes: " class=\"\(classes)\"")
        }
        return """
            <h2>Checks</h2>
            <form class="filter">
            \(filters.joined(separator: "\n"))
            \(table.html)
            </form>
            """
    }

    private var filters: [String] {
        [("all", checks.count)].map { filter($0.0, $0.1, isOn: true) }
            + verdicts.map { filter($0.name, $0.count, isOn: false) }
    }

    private func filter(_ name: String, _ count: Int, isOn: Bool) -> String {
        "<input type=\"radio\" name=\"show\" id=\"show-\(name)\"\(isOn ? " checked" : "")>"
            + "<label for=\"show-\(name)\">\(name) (\(count))</label>"
    }

    /// The verdicts that real backends have, and the number of checks that have them.
    private var verdicts: [(name: String, count: Int)] {
        Verdict.names.compactMap { name in
            let count = checks.count { check in
                real.contains { $0.entries[check.id]?.verdict.name == name }
            }
            return count == 0 ? nil : (name, count)
        }
    }

    /// What makes the buttons work without scripts.
    var filterStyle: String {
        verdicts.map { verdict in
            "\n#show-\(verdict.name):checked ~ .scroll tbody tr:not(.has-\(verdict.name)) "
                + "{ display: none; }"
        }.joined()
    }

    /// Each failure of a real backend in full.
    var failures: String {
        let texts = real.flatMap { column in
            column.report.entries.compactMap { entry in
                column.report.explanation(of: entry).map { text in
                    """
                    <article id="\(column.target(entry.check))">
                    <h3>\(column.title.escapedForXML)</h3>
                    <pre>\(text.escapedForXML)</pre>
                    </article>
                    """
                }
            }
        }
        guard !texts.isEmpty else { return "<h2>Failures</h2>\n<p>No check failed.</p>" }
        return """
            <h2>Failures</h2>
            <details open><summary>\(texts.count) in all</summary>
            \(texts.joined(separator: "\n"))
            </details>
            """
    }
}

extension Matrix.Column {
    /// The name in the page of what is said about a check.
    fileprivate func target(_ check: Check) -> String { "\(anchor)-\(check.id.escapedForXML)" }

    fileprivate func cell(_ check: Check) -> Cell {
        guard let entry = entries[check.id] else { return Cell("· not registered", .quiet) }
        let (symbol, tone) = entry.verdict.mark
        return Cell(
            "\(symbol) \(entry.verdict.name)", tone,
            target: entry.verdict.isRed && !isBroken ? target(check) : nil)
    }
}
