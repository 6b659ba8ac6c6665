/// A measured figure beside its goal.
public struct Verdict: Sendable {
    /// What a figure has to be.
    public enum Bound: Sendable {
        case atMost(Double)
        case atLeast(Double)
    }

    /// What the figure is.
    public let title: String
    /// The scheme of the engine that it is about.
    public let engine: String
    /// The workload that it is about, if it is one.
    public let workload: String?
    /// How many records there were.
    public let records: Int
    /// What was measured.
    public let figure: Double
    /// What stands behind the figure: `us`, `MiB`, or nothing for a ratio.
    public let unit: String
    /// What the figure has to be.
    public let bound: Bound

    /// Puts a figure beside its goal.
    public init(
        _ title: String, engine: String, workload: String? = nil, records: Int, figure: Double,
        unit: String = "", bound: Bound
    ) {
        self.title = title
        self.engine = engine
        self.workload = workload
        self.records = records
        self.figure = figure
        self.unit = unit
        self.bound = bound
    }

    /// Whether the figure is as it has to be.
    public var isMet: Bool {
        switch bound {
        case .atMost(let limit): figure <= limit
        case .atLeast(let limit): figure >= limit
        }
    }

    /// The figure and the goal.
    public var summary: String {
        let suffix = unit.isEmpty ? "" : " " + unit
        let goal =
            switch bound {
            case .atMost(let limit): "at most \(limit.shortNumber)\(suffix)"
            case .atLeast(let limit): "at least \(limit.shortNumber)\(suffix)"
            }
        return "\(figure.shortNumber)\(suffix), \(goal): \(isMet ? "met" : "MISSED")"
    }
}
