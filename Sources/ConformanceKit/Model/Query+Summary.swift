import StorageCore

extension Query {
    /// The query as failures show it.
    var summary: String {
        var text = "where \(filter)"
        if !orders.isEmpty {
            text += " order by \(orders.map(\.description).joined(separator: ", "))"
        }
        if let limit { text += " limit \(limit)" }
        if offset != 0 { text += " offset \(offset)" }
        return text
    }

    /// Queries that ask for the same in a simpler way, or for something simpler.
    var simpler: [Query] {
        var queries: [Query] = []
        func add(_ change: (inout Query) -> Void) {
            var query = self
            change(&query)
            queries.append(query)
        }
        if offset != 0 { add { $0.offset = 0 } }
        if limit != nil { add { $0.limit = nil } }
        for place in orders.indices { add { $0.orders.remove(at: place) } }
        for filter in filter.simpler { add { $0.filter = filter } }
        return queries
    }
}

extension Filter {
    /// Filters of fewer parts.
    fileprivate var simpler: [Filter] {
        switch self {
        case .all: []
        case .and(let filters): [.all] + filters + Self.parts(filters).map(Filter.and)
        case .or(let filters): [.all] + filters + Self.parts(filters).map(Filter.or)
        case .not(let inner): [.all, inner] + inner.simpler.map(Filter.not)
        case .any(let path, let inner): [.all] + inner.simpler.map { .any(path, $0) }
        case .isIn(let path, let values):
            [.all]
                + values.indices.map { place in
                    var fewer = values
                    fewer.remove(at: place)
                    return .isIn(path, fewer)
                }
        default: [.all]
        }
    }

    /// The filters with one left out, or one made simpler.
    private static func parts(_ filters: [Filter]) -> [[Filter]] {
        filters.indices.flatMap { place in
            var fewer = filters
            let filter = fewer.remove(at: place)
            return [fewer]
                + filter.simpler.map { part in
                    var parts = filters
                    parts[place] = part
                    return parts
                }
        }
    }
}
