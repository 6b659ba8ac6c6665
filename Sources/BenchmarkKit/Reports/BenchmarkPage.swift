/// The report of a run as one page of HTML, with plots, that needs nothing from elsewhere.
public struct BenchmarkPage: Sendable {
    /// A table that stands on the page as it is.
    public struct Section: Sendable {
        let title: String
        let table: Table

        /// A table with a title.
        public init(_ title: String, _ table: Table) {
            self.title = title
            self.table = table
        }
    }

    private let introduction: String
    private let timings: [Timing]
    private let verdicts: [Verdict]
    private let sections: [Section]

    /// A page on `timings`, with their goals and with further tables. The introduction says what
    /// ran.
    public init(
        _ introduction: String, _ timings: [Timing], verdicts: [Verdict] = [],
        sections: [Section] = []
    ) {
        self.introduction = introduction
        self.timings = timings
        self.verdicts = verdicts
        self.sections = sections
    }

    /// The page.
    public var html: String {
        let parts = [goals] + timings.uniqued { $0.workload }.map(workload) + sections.map(section)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Benchmarks</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>Benchmarks</h1>
            <p>\(introduction.escaped)</p>
            <p>Bars are medians, the thin lines on them reach from the shortest to the longest round.
            The number in front of a bar is how many times the median of plain C it is.</p>
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private var goals: String {
        if verdicts.isEmpty { return "" }
        let rows = verdicts.map { verdict in
            """
            <tr class="\(verdict.isMet ? "good" : "bad")"><td>\(verdict.engine.escaped)</td>\
            <td>\(verdict.title.escaped)</td><td>\(verdict.records)</td>\
            <td>\(verdict.summary.escaped)</td></tr>
            """
        }
        let missed = verdicts.count { !$0.isMet }
        return """
            <h2>Goals</h2>
            <p>\(verdicts.count) goals, \(missed) missed.</p>
            <div class="scroll"><table>
            <thead><tr><th>engine</th><th>goal</th><th>records</th><th>figure</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            """
    }

    private func workload(_ name: String) -> String {
        let own = timings.filter { $0.workload == name }
        let counts = Set(own.map(\.records)).sorted()
        // The number that most contenders were measured with; the others have curves.
        let count = counts.max { left, right in
            own.count { $0.records == left } < own.count { $0.records == right }
        }
        let title = Workload.all.first { $0.name == name }?.title ?? name
        let bars = BarChart(timings, own.filter { $0.records == count })
        let curves = counts.count > 1 ? GrowthChart(own).svg : ""
        return """
            <h2 id="\(name.escaped)">\(title.escaped)</h2>
            \(bars.svg)
            \(curves)
            """
    }

    private func section(_ section: Section) -> String {
        """
        <h2>\(section.title.escaped)</h2>
        <pre>\(section.table.lines.joined(separator: "\n").escaped)</pre>
        """
    }
}

extension String {
    /// The text as HTML has it, in an element or an attribute.
    var escaped: String {
        var text = ""
        for character in self {
            switch character {
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "&": text += "&amp;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
        return text
    }
}
