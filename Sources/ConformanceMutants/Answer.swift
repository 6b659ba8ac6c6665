import StorageCore

/// An entry that an engine finds.
typealias Found = (key: Key, record: Record)

/// How an engine answers queries: by asking the storage underneath, and changing the question or
/// the answer.
typealias Answer =
    @Sendable (_ asked: Asked, _ ask: (Query) throws -> [Found]) throws -> [Found]

/// What an engine is asked.
struct Asked {
    let query: Query
    let position: EnginePosition?

    init(_ query: EngineQuery) {
        var orders = query.order?.parts ?? []
        if query.order?.isKeyDescending == true { orders.append(.descending(.key)) }
        self.query = Query(
            where: .and(query.conditions), orderedBy: orders,
            limit: query.position == nil ? query.limit : nil)
        position = query.position
    }
}

extension Query {
    /// The query with each condition that `change` has something else for replaced.
    func replacing(_ change: (Filter) -> Filter?) -> Query {
        var query = self
        query.filter = filter.replacing(change)
        return query
    }
}

extension Filter {
    /// The filter with each part that `change` has something else for replaced.
    func replacing(_ change: (Filter) -> Filter?) -> Filter {
        if let changed = change(self) { return changed }
        return switch self {
        case .and(let filters): .and(filters.map { $0.replacing(change) })
        case .or(let filters): .or(filters.map { $0.replacing(change) })
        case .not(let inner): .not(inner.replacing(change))
        case .any(let path, let inner): .any(path, inner.replacing(change))
        default: self
        }
    }

    /// The filter with each constant that `change` has something else for replaced.
    func replacingConstants(_ change: (Value) -> Value?) -> Filter {
        replacing { filter in
            guard case .compare(let path, let comparison, let value) = filter else { return nil }
            return change(value).map { .compare(path, comparison, $0) }
        }
    }
}

extension Record {
    /// The value of the field `path` begins with, or null.
    func first(of path: FieldPath) -> Value {
        unlessThrown { try path.names.first.flatMap { try value(of: $0) } } ?? .null
    }
}
