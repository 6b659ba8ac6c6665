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
        /// The engine finds them; ``QueryPlan/engine`` says how.
        case engine
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
        var parts = [engine ?? access.description]
        if filter != .all { parts.append("filter \(filter)") }
        if isSorted { parts.append("sort") }
        return (engine == nil ? "Core: " : "native: ") + parts.joined(separator: ", ")
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
        case .engine: "engine"
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

    var source: Source
    /// How entries of an index are read, if their order is the one that is wanted.
    var direction: ScanDirection?
    /// What records that were found have to meet yet.
    var filter: Filter
    /// Whether the records come in the order that is wanted.
    var isOrdered: Bool
}

extension Plan {
    /// Leaves out what comes before a position of the order, as far as the source can.
    mutating func begin(at position: EnginePosition, _ order: EngineOrder) throws(StorageError) {
        switch source {
        case .keys(let ranges):
            let rest = KeyRange.all.beyond(
                position.key.bytes, reversed: order.isKeyDescending)
            source = .keys(ranges.map { $0.intersection(rest) }.filter { !$0.isEmpty })
        case .index(var candidate):
            guard let direction else { return }
            try candidate.begin(at: position, direction)
            source = .index(candidate)
        case .union, .engine: return
        }
    }
}
