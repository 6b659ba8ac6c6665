/// The medians of one workload as bars, a group for each engine.
struct BarChart {
    private static let width = 760
    private static let left = 210
    private static let step = 20

    private let timings: [Timing]
    private let shown: [Timing]

    /// Bars for `shown`, beside what else was measured.
    init(_ timings: [Timing], _ shown: [Timing]) {
        self.timings = timings
        self.shown = shown
    }

    var svg: String {
        var lines: [String] = []
        var top = 0
        for engine in shown.uniqued({ $0.engine }) {
            let group = shown.filter { $0.engine == engine }
            // Engines differ more than the ways of using one do: each has a scale of its own.
            let longest = group.map(\.median).max() ?? 1
            lines.append(
                "<text x=\"0\" y=\"\(top + 14)\">\(engine.escaped), "
                    + "\(group.first?.records ?? 0) records</text>")
            top += Self.step
            for timing in group {
                lines += bar(timing, top, longest)
                top += Self.step
            }
            top += Self.step / 2
        }
        return """
            <svg viewBox="0 0 \(Self.width) \(top)" width="\(Self.width)" role="img">
            \(lines.joined(separator: "\n"))
            </svg>
            """
    }

    private func bar(_ timing: Timing, _ top: Int, _ longest: Double) -> [String] {
        let room = Double(Self.width - Self.left - 130)
        func length(_ time: Double) -> Int { Int(min(1.1, time / longest) * room) }
        let ratio = timings.ratioToC(timing).map { "\($0.shortNumber)" } ?? ""
        let isOurs = Contender.ours.contains { timing.path.hasPrefix($0) }
        let (start, middle) = (Self.left, top + 10)
        let span =
            "x1=\"\(start + length(timing.minimum))\" x2=\"\(start + length(timing.maximum))\""
        return [
            "<text x=\"10\" y=\"\(top + 14)\">\(timing.path.escaped)</text>",
            "<text x=\"\(start - 8)\" y=\"\(top + 14)\" text-anchor=\"end\">\(ratio)</text>",
            "<rect class=\"\(isOurs ? "bar" : "base")\" x=\"\(start)\" y=\"\(top + 3)\" "
                + "width=\"\(max(1, length(timing.median)))\" height=\"\(Self.step - 6)\"/>",
            "<line class=\"span\" \(span) y1=\"\(middle)\" y2=\"\(middle)\"/>",
            "<text x=\"\(Self.width - 70)\" y=\"\(top + 14)\">\(timing.median.shortTime)</text>",
        ]
    }
}

extension Contender {
    /// The ways through us.
    static let ours = [entity, codable, records]
}
