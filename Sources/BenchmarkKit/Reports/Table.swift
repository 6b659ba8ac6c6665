/// The measured times as text: a line for each workload and engine, a column for each way.
public struct Table: Sendable {
    private let timings: [Timing]
    private let notes: @Sendable (_ workload: String, _ engine: String, _ records: Int) -> String

    /// A table of `timings`. `note` stands behind each line.
    public init(
        _ timings: [Timing],
        note: @escaping @Sendable (_ workload: String, _ engine: String, _ records: Int) -> String
    ) {
        self.timings = timings
        notes = note
    }

    /// The lines, of which the first is the header.
    public var lines: [String] {
        let paths = timings.uniqued { $0.path }
        let rows = timings.uniqued { Row($0) }
        var cells = [["workload", "engine", "records"] + paths + [""]]
        for row in rows {
            let times = paths.map { path in
                timings.first(row.workload, row.engine, path, records: row.records)
                    .map { $0.median.shortTime } ?? ""
            }
            let note = notes(row.workload, row.engine, row.records)
            cells.append([row.workload, row.engine, "\(row.records)"] + times + [note])
        }
        return Self.aligned(cells, leading: [0, 1, paths.count + 3])
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

/// What one line of a table is about.
struct Row: Hashable {
    let workload: String
    let engine: String
    let records: Int

    init(_ timing: Timing) {
        workload = timing.workload
        engine = timing.engine
        records = timing.records
    }
}

extension Sequence {
    /// What `value` gives for the elements, each once, in their order.
    func uniqued<Value: Hashable>(_ value: (Element) -> Value) -> [Value] {
        var known: Set<Value> = []
        return map(value).filter { known.insert($0).inserted }
    }
}

extension Double {
    /// Nanoseconds as a person reads them, with three digits.
    public var shortTime: String {
        switch self {
        case ..<999.5: "\(shortNumber) ns"
        case ..<999_500: "\((self / 1e3).shortNumber) us"
        case ..<999_500_000: "\((self / 1e6).shortNumber) ms"
        default: "\((self / 1e9).shortNumber) s"
        }
    }

    /// The number with three digits, as far as that needs a point.
    public var shortNumber: String {
        let places = abs(self) < 10 ? 100.0 : abs(self) < 100 ? 10.0 : 1.0
        let rounded = (self * places).rounded() / places
        return places == 1 ? "\(Int(rounded))" : "\(rounded)"
    }
}
