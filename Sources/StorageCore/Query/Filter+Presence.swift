extension Filter {
    /// Both are true, without saying that a value is there when the rest implies it.
    static func both(_ left: Filter, _ right: Filter) -> Filter {
        guard case .and(let parts) = Filter.conjunction([left, right]) else {
            return .conjunction([left, right])
        }
        let kept = parts.enumerated().filter { place, part in
            guard case .not(.isNull(let path)) = part else { return true }
            return !parts.enumerated().contains { other, filter in
                guard other != place, filter.presentPaths.contains(path) else { return false }
                // Of two that are equal the first is kept.
                return filter != part || other < place
            }
        }
        return .conjunction(kept.map(\.element))
    }

    /// It is false.
    var opposite: Filter {
        switch self {
        case .all: .none
        case .none: .all
        default: !self
        }
    }

    /// Where a record has values other than null whenever a normal filter is true of it.
    var presentPaths: Set<FieldPath> {
        switch self {
        case .compare(let path, let comparison, let value)
        where (comparison == .notEqual) == value.isNull:
            path.withParents
        case .isIn(let path, let values) where !values.contains(where: \.isNull): path.withParents
        case .text(let path, _, _, _), .contains(let path, _), .any(let path, _),
            .not(.isNull(let path)):
            path.withParents
        case .and(let filters):
            filters.reduce(into: []) { $0.formUnion($1.presentPaths) }
        case .or(let filters):
            filters.dropFirst().reduce(filters.first?.presentPaths ?? []) {
                $0.intersection($1.presentPaths)
            }
        case .all, .compare, .isIn, .isNull, .isMissing, .not: []
        }
    }
}

extension FieldPath {
    /// The path, and those of the objects that its value is in.
    fileprivate var withParents: Set<FieldPath> {
        guard !names.isEmpty else { return [self] }
        return Set(names.indices.map { FieldPath(Array(names[...$0])) })
    }
}

extension Value {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
