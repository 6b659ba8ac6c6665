extension Filter {
    /// The paths that begin at the record, as far as the filter asks for them.
    var fields: [FieldPath] {
        var paths: [FieldPath] = []
        collectFields(isInside: false, into: &paths)
        return paths
    }

    private func collectFields(isInside: Bool, into paths: inout [FieldPath]) {
        switch self {
        case .all: break
        case .compare(let path, _, _), .isIn(let path, _), .text(let path, _, _, _),
            .contains(let path, _), .isNull(let path), .isMissing(let path):
            if !isInside, !path.isKey { paths.append(path) }
        case .any(let path, let inner):
            if !isInside, !path.isKey { paths.append(path) }
            inner.collectFields(isInside: true, into: &paths)
        case .and(let filters), .or(let filters):
            for filter in filters { filter.collectFields(isInside: isInside, into: &paths) }
        case .not(let inner): inner.collectFields(isInside: isInside, into: &paths)
        }
    }

    /// Whether the filter asks for the key.
    var usesKey: Bool {
        switch self {
        case .all: false
        case .compare(let path, _, _), .isIn(let path, _), .text(let path, _, _, _),
            .contains(let path, _), .isNull(let path), .isMissing(let path):
            path.isKey
        case .any(let path, let inner): path.isKey || inner.usesKey
        case .and(let filters), .or(let filters): filters.contains { $0.usesKey }
        case .not(let inner): inner.usesKey
        }
    }
}
