/// How many times as long as plain C each workload takes, as a picture that stands by itself.
public struct RatioChart: Sendable {
    private static let width = 760
    private static let left = 190
    private static let right = 60
    private static let step = 15

    private let caption: String
    private let timings: [Timing]
    private let paths: [String]

    /// A picture of some of the ways in which engines are used. The caption says what ran.
    public init(_ caption: String, _ timings: [Timing], paths: [String]) {
        self.caption = caption
        self.timings = timings
        self.paths = paths
    }

    /// The picture. What has no ratio to plain C is not in it.
    public var svg: String {
        var lines = ["<text x=\"0\" y=\"14\">\(caption.escaped)</text>"]
        var top = 24
        for (number, path) in paths.enumerated() {
            lines.append(
                "<rect class=\"bar\(number)\" x=\"\(number * 160)\" y=\"\(top)\" width=\"10\" "
                    + "height=\"10\"/><text x=\"\(number * 160 + 16)\" y=\"\(top + 10)\">"
                    + "\(path.escaped)</text>")
        }
        top += 26
        let shown = timings.filter { paths.contains($0.path) && timings.ratioToC($0) != nil }
        let longest = shown.compactMap { timings.ratioToC($0) }.max() ?? 1
        for engine in shown.uniqued({ $0.engine }) {
            lines.append(
                "<text class=\"title\" x=\"0\" y=\"\(top + 12)\">\(engine.escaped)</text>")
            top += 20
            let own = shown.filter { $0.engine == engine }
            for workload in own.uniqued({ $0.workload }) {
                lines.append("<text x=\"10\" y=\"\(top + 12)\">\(workload.escaped)</text>")
                for timing in own where timing.workload == workload {
                    lines.append(bar(timing, top, longest))
                    top += Self.step
                }
                top += 5
            }
            top += 8
        }
        let one = Self.left + length(1, longest)
        lines.append(
            "<line x1=\"\(one)\" x2=\"\(one)\" y1=\"44\" y2=\"\(top)\"/>"
                + "<text x=\"\(one + 4)\" y=\"\(top + 12)\">plain C = 1</text>")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(top + 20)" \
            width="\(Self.width)" role="img">
            <style>\(Self.style)</style>
            \(lines.joined(separator: "\n"))
            </svg>

            """
    }

    private func length(_ ratio: Double, _ longest: Double) -> Int {
        Int(ratio / longest * Double(Self.width - Self.left - Self.right))
    }

    private func bar(_ timing: Timing, _ top: Int, _ longest: Double) -> String {
        let ratio = timings.ratioToC(timing) ?? 0
        let number = paths.firstIndex(of: timing.path) ?? 0
        let end = Self.left + length(ratio, longest)
        return
            "<rect class=\"bar\(number)\" x=\"\(Self.left)\" y=\"\(top + 2)\" "
            + "width=\"\(max(1, end - Self.left))\" height=\"\(Self.step - 3)\"/>"
            + "<text x=\"\(end + 5)\" y=\"\(top + 12)\">\(ratio.shortNumber)</text>"
    }

    private static let style = """
        text { font: 12px system-ui, sans-serif; fill: #24292f }
        .title { font-weight: bold }
        line { stroke: #24292f; stroke-dasharray: 3 3 }
        .bar0 { fill: #9aa7b4 } .bar1 { fill: #2f6fd6 } .bar2 { fill: #d98a2b }
        @media (prefers-color-scheme: dark) {
        text { fill: #d0d7de } line { stroke: #d0d7de } }
        """
}
