public import StorageCore

/// The times of one workload with one contender, one for each round.
public struct Timing: Sendable {
    /// The name of the workload.
    public let workload: String
    /// The scheme of the engine.
    public let engine: String
    /// The way in which the engine was used, as ``Contender/path`` names it.
    public let path: String
    /// How many records there were.
    public let records: Int
    /// Nanoseconds an operation, in the order of the rounds.
    public private(set) var nanoseconds: [Double] = []

    init(_ workload: String, _ contender: Contender, records: Int) {
        self.workload = workload
        engine = contender.engine
        path = contender.path
        self.records = records
    }

    mutating func add(_ duration: Duration) {
        nanoseconds.append(duration / .nanoseconds(1))
    }

    func isOf(_ contender: Contender) -> Bool {
        engine == contender.engine && path == contender.path
    }

    /// The time in the middle.
    public var median: Double { nanoseconds.median }

    /// The shortest time.
    public var minimum: Double { nanoseconds.min() ?? 0 }

    /// The longest time.
    public var maximum: Double { nanoseconds.max() ?? 0 }
}

extension [Double] {
    /// The number in the middle, or the mean of the two there; 0 if there is none.
    public var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

extension [Timing] {
    /// Of a workload, with an engine, in one way, with as many records.
    public func first(
        _ workload: String, _ engine: String, _ path: String, records: Int
    ) -> Timing? {
        first {
            $0.workload == workload && $0.engine == engine && $0.path == path
                && $0.records == records
        }
    }

    /// How many times the median of plain C another one's median is, or nil without C.
    public func ratioToC(_ timing: Timing) -> Double? {
        let base = first(
            timing.workload, timing.engine, "C", records: timing.records)
        return base.map { timing.median / $0.median }
    }

    /// A row of JSON for each.
    public func rows() throws(StorageError) -> [Record] {
        var rows: [Record] = []
        for each in self {
            let times = try Record([
                ("median", .rounded(each.median)), ("min", .rounded(each.minimum)),
                ("max", .rounded(each.maximum)),
            ])
            rows.append(
                try Record([
                    ("workload", .string(each.workload)), ("engine", .string(each.engine)),
                    ("path", .string(each.path)), ("records", .integer(each.records)),
                    ("nsPerOp", .object(times)),
                    ("ratioToC", ratioToC(each).map { .rounded($0) } ?? .null),
                ]))
        }
        return rows
    }
}

extension Value {
    /// A number with three digits behind the point at most.
    fileprivate static func rounded(_ number: Double) -> Value {
        .double((number * 1000).rounded() / 1000)
    }
}

extension [Record] {
    /// The rows as an array of JSON, a line each.
    public func json() -> String {
        var lines: [String] = []
        for row in self { lines.append(row.json) }
        return "[\n" + lines.joined(separator: ",\n") + "\n]"
    }
}
