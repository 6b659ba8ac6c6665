import StorageCore

extension Table {
    /// What nests deeper is beyond SQLite's parser anyway.
    private static let maximumDepth = 30

    /// A filter in SQL, or nil if SQL cannot say exactly that.
    ///
    /// What is said holds for ordinary rows: odd ones are none of SQL's business.
    func condition(_ filter: Filter) -> SQLCondition? {
        condition(filter, depth: 0)
    }

    private func condition(_ filter: Filter, depth: Int) -> SQLCondition? {
        func conditions(_ filters: [Filter]) -> [SQLCondition]? {
            var parts: [SQLCondition] = []
            for filter in filters {
                guard let part = condition(filter, depth: depth + 1) else { return nil }
                parts.append(part)
            }
            return parts
        }
        guard depth <= Self.maximumDepth else { return nil }
        switch filter {
        case .all: return .always
        case .and(let filters): return conditions(filters).map { .conjunction($0) }
        case .or(let filters):
            return conditions(Self.withLists(filters)).map { .disjunction($0) }
        case .not(let inner): return condition(inner, depth: depth + 1)?.negated
        case .compare(let path, let comparison, let value):
            return column(path)?.compared(comparison, value)
        case .isIn(let path, let values): return column(path)?.isIn(values)
        case .text(let path, let match, let text, caseInsensitive: false):
            return column(path)?.matches(match, text)
        case .contains(let path, .string(let text)): return column(path)?.matches(.contains, text)
        // Neither a scalar nor the one component of a key has elements.
        case .contains(let path, _): return column(path)?.kind.map { _ in .never }
        case .isNull(let path): return column(path)?.isNull
        // A column does not tell a null from a missing value.
        case .isMissing, .text, .any: return nil
        }
    }

    /// The same alternatives, those that are about values of the same path in one list: SQLite looks
    /// a value up in a list, and tries alternatives one by one.
    private static func withLists(_ filters: [Filter]) -> [Filter] {
        var lists: [FieldPath: [Value]] = [:]
        var paths: [FieldPath] = []
        var others: [Filter] = []
        for filter in filters {
            let (path, values): (FieldPath, [Value])
            switch filter {
            case .compare(let compared, .equal, let value): (path, values) = (compared, [value])
            case .isIn(let compared, let list): (path, values) = (compared, list)
            default:
                others.append(filter)
                continue
            }
            if lists[path] == nil { paths.append(path) }
            lists[path, default: []] += values
        }
        return paths.map { .isIn($0, lists[$0] ?? []) } + others
    }

    private func column(_ path: FieldPath) -> QueryColumn? {
        QueryColumn(path, in: self)
    }
}
