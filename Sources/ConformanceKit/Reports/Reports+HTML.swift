extension [Report] {
    /// The reports as one page without scripts or anything from elsewhere: groups by backends,
    /// checks by backends, and each failure in full.
    public var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Conformance</title>
        <style>
        body { font: 15px/1.4 sans-serif; margin: 1em auto; max-width: 70em; padding: 0 1em; }
        table { border-collapse: collapse; margin: 1em 0; }
        th, td { border: 1px solid #999; padding: .2em .6em; text-align: left; }
        .pass { background: #e2f3e2; } .bad { background: #f9d9d9; } .skip { color: #666; }
        pre { white-space: pre-wrap; background: #f4f4f4; padding: .6em; }
        </style>
        </head>
        <body>
        <h1>Conformance</h1>
        <table>
        \(header("group"))
        \((groups.map(groupRow) + [allRow]).joined(separator: "\n"))
        </table>
        \(failures)
        <h2>Checks</h2>
        <table>
        \(header("check"))
        \(checkRows.joined(separator: "\n"))
        </table>
        <p>Seeds: \(Set(map(\.seed)).sorted().map(String.init).joined(separator: ", "))</p>
        </body>
        </html>

        """
    }

    private func header(_ title: String) -> String {
        "<tr><th>\(title)</th>" + map { "<th>\($0.backend.escapedForXML)</th>" }.joined() + "</tr>"
    }

    private func groupRow(_ group: String) -> String {
        "<tr><th>\(group)</th>" + map { $0.htmlCell($0.cell(group)) }.joined() + "</tr>"
    }

    private var allRow: String {
        "<tr><th>all</th>" + map { $0.htmlCell($0.cell(nil)) }.joined() + "</tr>"
    }

    private var checkRows: [String] {
        guard let first else { return [] }
        return first.entries.indices.map { index in
            let check = first.entries[index].check
            let cells = map { $0.entries[index].htmlCell }
            return "<tr><td><b>\(check.id.escapedForXML)</b><br>\(check.rule.escapedForXML)</td>"
                + cells.joined() + "</tr>"
        }
    }

    private var failures: String {
        let texts = flatMap { report in
            report.entries.compactMap { entry in
                entry.explanation(backend: report.backend, seed: report.seed).map {
                    "<h3>\(report.backend.escapedForXML)</h3><pre>\($0.escapedForXML)</pre>"
                }
            }
        }
        return texts.isEmpty ? "<p>No check failed.</p>" : "<h2>Failures</h2>" + texts.joined()
    }
}

extension Report {
    fileprivate func htmlCell(_ cell: String) -> String {
        let style = cell.hasPrefix("✓") ? "pass" : cell.hasPrefix("✗") ? "bad" : "skip"
        return "<td class=\"\(style)\">\(cell)</td>"
    }
}

extension Report.Entry {
    fileprivate var htmlCell: String {
        switch verdict {
        case .pass: "<td class=\"pass\">✓ passed</td>"
        case .fail, .error, .timeout, .crashed, .unexpectedPass:
            "<td class=\"bad\">✗ \(verdict.name)</td>"
        case .waived(let waiver, _): "<td class=\"skip\">~ \(waiver.description.escapedForXML)</td>"
        case .inconclusive(let reason), .notApplicable(let reason), .notRun(let reason):
            "<td class=\"skip\">– \(reason.escapedForXML)</td>"
        }
    }
}
