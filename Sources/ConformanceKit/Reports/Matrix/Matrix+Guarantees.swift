import StorageCore

extension Matrix {
    /// What each backend declares, and how far that is proved.
    var guarantees: String {
        var table = Table("capabilities", "capability", columns.map(\.title))
        for name in Capabilities.names.map(\.name) {
            table.add(
                name,
                columns.map { column in
                    column.report.guarantees.first { $0.name == name }?.cell
                        ?? Cell("? unknown", .quiet)
                })
        }
        table.add("longest key", limits("KEY-10/longest-key", \.maximumKeySize))
        table.add("longest record", limits("LIM-01/largest-record", \.maximumRecordSize))
        return """
            <h2>Capabilities</h2>
            <p>Declared, and what the checks that need it say: proved, contradicted, or untested. \
            What is not declared is tried.</p>
            \(table.html)
            """
    }

    private func limits(_ check: String, _ limit: KeyPath<Survey, Int>) -> [Cell] {
        columns.map { column in
            guard let survey = column.report.survey else { return Cell("? unknown", .quiet) }
            let size = survey[keyPath: limit].readableSize
            guard let verdict = column.entries[check]?.verdict, !verdict.isSkip else {
                return Cell("\(size), ? untested", .quiet)
            }
            return verdict.isPass
                ? Cell("\(size), ✓ proved", .good) : Cell("\(size), ✗ contradicted", .bad)
        }
    }

    /// How each anomaly ended that a check tried to bring about.
    var anomalies: String {
        var names: [String] = []
        for observation in columns.flatMap({ $0.report.entries.flatMap(\.observations) })
        where !names.contains(observation.name) {
            names.append(observation.name)
        }
        guard !names.isEmpty else {
            return "<h2>Anomalies</h2>\n<p>No check that was run tries to bring one about.</p>"
        }
        var table = Table("anomalies", "anomaly", columns.map(\.title))
        for name in names {
            table.add(name.escapedForXML, columns.map { $0.outcome(of: name) })
        }
        return """
            <h2>Anomalies</h2>
            <p>How each ended when two sessions were led to it: prevented, blocked (a session \
            waited), aborted (a session was refused), or seen.</p>
            \(table.html)
            """
    }
}

extension Matrix.Column {
    /// The worst of what was observed of an anomaly.
    fileprivate func outcome(of name: String) -> Cell {
        let outcomes = report.entries.flatMap(\.observations).filter { $0.name == name }
            .map(\.outcome)
        guard !outcomes.isEmpty else { return Cell("–", .quiet) }
        if outcomes.contains(.seen) { return Cell("✗ seen", .bad) }
        var distinct: [String] = []
        for outcome in outcomes where !distinct.contains(outcome.rawValue) {
            distinct.append(outcome.rawValue)
        }
        return Cell("✓ \(distinct.joined(separator: ", "))", .good)
    }
}

extension Report.Guarantee {
    fileprivate var cell: Cell {
        switch evidence {
        case .proved: Cell("declared, ✓ proved (\(checks.count) checks)", .good)
        case .contradicted: Cell("declared, ✗ contradicted (\(checks.count) checks)", .bad)
        case .undeclared: Cell("not declared, ! but works", .doubtful)
        case .absent: Cell("not declared, absent", .quiet)
        case .untested:
            Cell(isDeclared ? "declared, ? untested" : "not declared, ? untested", .quiet)
        }
    }
}

extension Int {
    /// The number of bytes, as people read it.
    fileprivate var readableSize: String {
        switch self {
        case let size where size >= 1 << 20 && size % (1 << 20) == 0: "\(size >> 20) MiB"
        case let size where size >= 1 << 10 && size % (1 << 10) == 0: "\(size >> 10) KiB"
        default: "\(self) B"
        }
    }
}
