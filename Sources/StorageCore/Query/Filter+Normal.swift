extension Filter {
    /// The same filter with every `not` as far inside as it goes, and with nothing left in it that
    /// is always true or always false, unless that is all of it.
    ///
    /// With two values of truth each step is an equivalence.
    var normalized: Filter { normalized(isNegated: false) }

    private func normalized(isNegated: Bool) -> Filter {
        switch self {
        case .all: isNegated ? .none : .all
        case .not(let inner): inner.normalized(isNegated: !isNegated)
        case .and(let filters):
            isNegated
                ? .disjunction(filters.map { $0.normalized(isNegated: true) })
                : .conjunction(filters.map { $0.normalized(isNegated: false) })
        case .or(let filters):
            isNegated
                ? .conjunction(filters.map { $0.normalized(isNegated: true) })
                : .disjunction(filters.map { $0.normalized(isNegated: false) })
        case .compare(let path, .equal, let value) where isNegated:
            .compare(path, .notEqual, value)
        case .compare(let path, .notEqual, let value) where isNegated:
            .compare(path, .equal, value)
        case .isIn(_, let values) where values.isEmpty: isNegated ? .all : .none
        case .isIn(let path, let values) where values.count == 1:
            .compare(path, isNegated ? .notEqual : .equal, values[0])
        case .any(let path, let inner):
            .any(path, inner.normalized(isNegated: false)).negated(isNegated)
        case .compare, .isIn, .text, .contains, .isNull, .isMissing: negated(isNegated)
        }
    }

    private func negated(_ isNegated: Bool) -> Filter {
        isNegated ? .not(self) : self
    }

    /// All of these at once, which are normal already.
    static func conjunction(_ filters: [Filter]) -> Filter {
        var parts: [Filter] = []
        for filter in filters {
            switch filter {
            case .all: continue
            case .none: return .none
            case .and(let others): parts += others
            default: parts.append(filter)
            }
        }
        return parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
    }

    /// One of these at least, which are normal already.
    static func disjunction(_ filters: [Filter]) -> Filter {
        var parts: [Filter] = []
        for filter in filters {
            switch filter {
            case .none: continue
            case .all: return .all
            case .or(let others): parts += others
            default: parts.append(filter)
            }
        }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    /// The parts that all have to be true, of a normal filter.
    var conjuncts: [Filter] {
        switch self {
        case .all: []
        case .and(let filters): filters
        default: [self]
        }
    }
}

extension Filter {
    /// Refuses a filter that nests so deeply that looking into it could exhaust the stack.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` if it nests deeper than
    ///   ``Limits/maximumDepth``.
    func checkDepth(in collection: String) throws(StorageError) {
        guard isAtMost(depth: Limits.maximumDepth) else {
            throw StorageError(
                .invalidArgument,
                "a filter nests deeper than \(Limits.maximumDepth) levels; put conditions side by "
                    + "side into one 'and' or 'or'",
                collection: collection)
        }
    }

    private func isAtMost(depth: Int) -> Bool {
        guard depth >= 0 else { return false }
        return switch self {
        case .not(let inner), .any(_, let inner): inner.isAtMost(depth: depth - 1)
        case .and(let filters), .or(let filters):
            filters.allSatisfy { $0.isAtMost(depth: depth - 1) }
        case .all, .compare, .isIn, .text, .contains, .isNull, .isMissing: true
        }
    }
}
