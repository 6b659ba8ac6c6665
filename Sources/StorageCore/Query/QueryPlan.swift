/// How a query is answered.
public struct QueryPlan: Hashable, Sendable {
    /// Where the records come from.
    public indirect enum Access: Hashable, Sendable {
        /// Some keys, or some ranges of keys.
        case primaryKey
        /// The entries of an index that come into question.
        case index(String)
        /// The records that one at least of these finds.
        case union([Access])
        /// All records.
        case scan
    }

    /// Where the records come from.
    public let access: Access

    /// What the engine does itself, in its own words; nil if `StorageCore` does it all.
    public let engine: String?

    /// What is tried on each record that was found.
    public let filter: Filter

    /// Whether the records are sorted after they were found.
    public let isSorted: Bool
}

extension QueryPlan: CustomStringConvertible {
    /// The plan in one line.
    public var description: String {
        var parts = [access.description]
        if filter != .all { parts.append("filter \(filter)") }
        if isSorted { parts.append("sort") }
        return (engine.map { "native: \($0)" } ?? "Core") + ": " + parts.joined(separator: ", ")
    }
}

extension QueryPlan.Access: CustomStringConvertible {
    /// The access in one line.
    public var description: String {
        switch self {
        case .primaryKey: "primary key"
        case .index(let name): "index \(name)"
        case .union(let parts): "union of (\(parts.map(\.description).joined(separator: "; ")))"
        case .scan: "scan"
        }
    }
}

/// A plan with all that is needed to carry it out.
struct Plan {
    /// Where the records come from.
    indirect enum Source {
        /// Ranges of keys: sorted, none meeting another.
        case keys([KeyRange])
        case index(IndexCandidate)
        case union([Source])
        case engine(EngineQuery, any QueryDriver)
    }

    let source: Source
    /// How entries of an index are read, if their order is the one that is wanted.
    var direction: ScanDirection?
    /// What records that were found have to meet yet.
    var filter: Filter
    /// Whether the records come in the order that is wanted.
    var isOrdered: Bool
}
