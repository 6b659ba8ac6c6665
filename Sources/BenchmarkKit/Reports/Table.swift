/// What was measured as text: a line for each workload, engine and number of records, a column for
/// each way.
public struct Table: Sendable {
    /// One figure, and where it stands.
    public struct Cell: Sendable {
        let row: Row
        let path: String
        let text: String

        /// A figure of a workload with an engine, in one way.
        public init(
            _ workload: String, _ engine: String, _ records: Int, _ path: String, _ text: String
        ) {
            row = Row(workload: workload, engine: engine, records: records)
            self.path = path
            self.text = text
        }
    }

    struct Row: Hashable, Sendable {
        let workload: String
        let engine: String
        let records: Int
    }

    private let cells: [Cell]
    private let verdicts: [Verdict]

    /// A table of figures.
    public init(_ cells: [Cell]) {
        self.cells = cells
        verdicts = []
    }

    /// A table of the medians of `timings`, with the goals of a line behind it.
    public init(_ timings: [Timing], verdicts: [Verdict] = []) {
        cells = timings.map {
            Cell($0.workload, $0.engine, $0.records, $0.path, $0.median.shortTime)
        }
        self.verdicts = verdicts
    }

    /// The lines, of which the first is the header.
    public var lines: [String] {
        let paths = cells.uniqued { $0.path }
        var lines = [["workload", "engine", "records"] + paths + [""]]
        for row in cells.uniqued({ $0.row }) {
            let figures = paths.map { path in
                cells.first { $0.row == row && $0.path == path }?.text ?? ""
            }
            let goals = verdicts.filter {
                $0.workload == row.workload && $0.engine == row.engine
                    && $0.records == row.records
            }.map { "\($0.title) \($0.summary)" }
            lines.append(
                [row.workload, row.engine, "\(row.records)"] + figures
                    + [goals.joined(separator: "; ")])
        }
        return Self.aligned(lines, leading: [0, 1, paths.count + 3])
    }

    private static func aligned(_ rows: [[String]], leading: Set<Int>) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = columns.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return leading.contains(column) ? row[column] + space : space + row[column]
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
