extension [Report] {
    /// The reports for programs: a JSON array of what ``Report/json(timings:)`` gives.
    public func json(timings: Bool) -> String {
        "[\n" + map { $0.json(timings: timings) }.joined(separator: ",\n") + "]"
    }
}
