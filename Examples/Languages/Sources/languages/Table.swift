/// The answers and times of all backends, as text.
struct Table {
    private let runs: [Languages.Run]

    init(_ runs: [Languages.Run]) {
        self.runs = runs
    }

    var text: String {
        guard let first = runs.first else { return "" }
        let width = (first.questions.map(\.count).max() ?? 0) + 2
        let header =
            pad("", width) + runs.map { pad($0.name + " ms", 12, right: true) }.joined()
            + "  answer"
        let rows = first.questions.indices.map { index in
            let times = runs.map { pad(milliseconds($0.durations[index]), 12, right: true) }
            let answers = Set(runs.map { $0.answers[index] })
            let answer =
                answers.count == 1
                ? first.answers[index]
                : "DIFFERENT: "
                    + runs.map { "\($0.name): \($0.answers[index])" }.joined(separator: "; ")
            return pad(first.questions[index], width) + times.joined() + "  " + answer
        }
        return ([header] + rows).joined(separator: "\n")
    }

    private func milliseconds(_ duration: Duration) -> String {
        let thousandths = Int((duration / .microseconds(1)).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count)
            + fraction
    }

    private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return right ? spaces + text : text + spaces
    }
}
