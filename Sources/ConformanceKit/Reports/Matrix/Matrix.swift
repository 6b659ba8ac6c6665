/// Reports side by side, as one page that needs no network and no scripts: a column for each
/// backend.
public struct Matrix: Sendable {
    /// How the kit itself was tested, which shows how far the checks can be believed.
    public struct Score: Hashable, Sendable {
        /// How many of the planted faults were found.
        public let found: Int

        /// How many there are.
        public let planted: Int

        /// The ids of the checks that no planted fault is named for.
        public let unproven: [String]

        /// What else came out, a sentence each.
        public let remarks: [String]

        /// Makes a score.
        public init(
            found: Int, planted: Int, unproven: [String] = [], remarks: [String] = []
        ) {
            self.found = found
            self.planted = planted
            self.unproven = unproven
            self.remarks = remarks
        }
    }

    /// A report and how it stands on the page.
    struct Column {
        let title: String
        let report: Report
        /// Whether it is there to show that the page can be red.
        let isBroken: Bool
        /// What names in the page begin with that belong to the column.
        let anchor: String

        let entries: [String: Report.Entry]

        init(_ title: String, _ report: Report, isBroken: Bool, anchor: String) {
            self.title = title
            self.report = report
            self.isBroken = isBroken
            self.anchor = anchor
            entries = Dictionary(
                report.entries.map { ($0.check.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    let score: Score?
    let columns: [Column]
    let day: Day

    /// Puts reports side by side.
    ///
    /// - Parameters:
    ///   - reports: The reports. They have the same checks.
    ///   - broken: The report of a storage that is broken on purpose, to stand beside the others.
    ///   - score: How the kit itself was tested, if it was.
    ///   - day: When that was.
    public init(
        _ reports: [Report], broken: Report? = nil, score: Score? = nil, day: Day = .today
    ) {
        let names = reports.map(\.backend)
        var columns = reports.enumerated().map { index, report in
            let isAlone = names.count { $0 == report.backend } == 1
            let title = isAlone ? report.backend : "\(report.backend), seed \(report.seed)"
            return Column(title, report, isBroken: false, anchor: "c\(index)")
        }
        if let broken {
            columns.append(
                Column("broken on purpose", broken, isBroken: true, anchor: "broken"))
        }
        self.columns = columns
        self.score = score
        self.day = day
    }

    /// The columns of real backends.
    var real: [Column] { columns.filter { !$0.isBroken } }

    /// The checks, in the order of the catalogue.
    var checks: [Check] { columns.first?.report.entries.map(\.check) ?? [] }

    /// The groups of the checks, in the order in which they come.
    var groups: [String] { columns.map(\.report).groups }

    /// The page.
    public var html: String {
        let sections = [
            summary, guarantees, anomalies, contractTable, groupTable, checkTable, failures,
            timings, waivers,
            warnings, kit,
        ]
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="data:,">
            <title>Conformance</title>
            <style>
            \(Self.style)\(filterStyle)
            </style>
            </head>
            <body>
            <h1>Conformance</h1>
            \(sections.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    // The browser itself keeps the promise that the page needs nothing from elsewhere.
    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
}
