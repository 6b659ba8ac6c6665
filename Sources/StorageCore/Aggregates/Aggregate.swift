/// What is worked out from the records of a query, or of each group of them.
public enum Aggregate: Hashable, Sendable {
    /// How many records there are.
    case count
    /// How many different values there are, null and missing left out.
    case distinctCount(FieldPath)
    /// The least value in the total order, null and missing left out; null if there is none.
    case minimum(FieldPath)
    /// The greatest value in the total order, null and missing left out; null if there is none.
    case maximum(FieldPath)
    /// The sum of the numbers, null and missing left out; zero if there is none.
    ///
    /// Integers have an exact sum, an integer. With a decimal among them it is a decimal, exact
    /// too. With a Double among them it is the exact sum rounded once, whatever their order.
    case sum(FieldPath)
    /// The sum divided by how many numbers there are, a Double, or a decimal if that is what the
    /// sum is; null if there is none.
    case average(FieldPath)

    /// The value that it is about, or nil for the record itself.
    var path: FieldPath? {
        switch self {
        case .count: nil
        case .distinctCount(let path), .minimum(let path), .maximum(let path), .sum(let path),
            .average(let path):
            path
        }
    }
}

/// What was worked out from one group of records.
public struct AggregateRow: Hashable, Sendable {
    /// The values that the records of the group have in common; nil and missing are one.
    public let group: [Value]

    /// The aggregates, in the order in which they were asked for.
    public let values: [Value]

    /// Makes a row.
    public init(group: [Value], values: [Value]) {
        self.group = group
        self.values = values
    }
}
