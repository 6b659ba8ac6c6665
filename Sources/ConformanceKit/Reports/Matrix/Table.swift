/// A cell of a table of the matrix.
struct Cell {
    /// What the colour of a cell says.
    enum Tone: String {
        case good
        case bad
        case doubtful
        case quiet
        case plain
    }

    let text: String
    let tone: Tone
    /// The name in the page to which the cell leads.
    let target: String?

    init(_ text: String, _ tone: Tone = .plain, target: String? = nil) {
        self.text = text
        self.tone = tone
        self.target = target
    }

    var html: String {
        let text = text.escapedForXML
        let content = target.map { "<a href=\"#\($0)\">\(text)</a>" } ?? text
        return "<td class=\"\(tone.rawValue)\">\(content)</td>"
    }
}

/// A table of the matrix: a first column of titles, and columns of cells.
struct Table {
    let id: String
    let header: [String]
    var rows: [(attributes: String, title: String, cells: [Cell])] = []

    init(_ id: String, _ corner: String, _ header: [String]) {
        self.id = id
        self.header = [corner] + header
    }

    /// Adds a row. `title` and `attributes` are HTML already.
    mutating func add(_ title: String, _ cells: [Cell], attributes: String = "") {
        rows.append((attributes, title, cells))
    }

    var html: String {
        let head = header.map { "<th scope=\"col\">\($0.escapedForXML)</th>" }.joined()
        let body = rows.map { row in
            "<tr\(row.attributes)><th scope=\"row\">\(row.title)</th>"
                + row.cells.map(\.html).joined() + "</tr>"
        }
        return """
            <div class="scroll"><table id="\(id)">
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(body.joined(separator: "\n"))
            </tbody>
            </table></div>
            """
    }
}

extension Verdict {
    /// How the verdict stands in a table.
    var mark: (symbol: String, tone: Cell.Tone) {
        switch self {
        case .pass: ("✓", .good)
        case .fail, .error, .timeout, .crashed, .unexpectedPass: ("✗", .bad)
        case .waived: ("~", .doubtful)
        case .inconclusive: ("?", .doubtful)
        case .notApplicable: ("–", .quiet)
        case .notRun: ("·", .quiet)
        }
    }
}

extension Duration {
    /// The duration in seconds, as people read it.
    var readable: String {
        let hundredths = (milliseconds + 5) / 10
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
}
