extension Filter: CustomStringConvertible {
    /// The filter in the text form that ``init(text:)`` reads.
    public var description: String { text(in: .or) }

    /// How tightly the parts of a filter's text hold together.
    private enum Binding: Int {
        case or, and, not
    }

    private func text(in context: Binding) -> String {
        let (text, binding) = spelled
        return binding.rawValue < context.rawValue ? "(\(text))" : text
    }

    private var spelled: (String, Binding) {
        switch self {
        case .all: ("true", .not)
        case .compare(let path, let comparison, let value):
            ("\(path.spelled) \(comparison.rawValue) \(value.json)", .not)
        case .isIn(let path, let values):
            ("\(path.spelled) in [\(values.map(\.json).joined(separator: ", "))]", .not)
        case .text(let path, let match, let needle, let caseInsensitive):
            (
                "\(path.spelled) \(match.rawValue) \(Value.string(needle).json)"
                    + (caseInsensitive ? " caseInsensitive" : ""), .not
            )
        case .contains(let path, let value):
            ("\(path.spelled) contains \(value.json)", .not)
        case .isNull(let path): ("\(path.spelled) is null", .not)
        case .isMissing(let path): ("\(path.spelled) is missing", .not)
        case .any(let path, let inner): ("any \(path.spelled) (\(inner))", .not)
        case .and(let filters) where filters.isEmpty: ("true", .not)
        case .or(let filters) where filters.isEmpty: ("false", .not)
        case .and(let filters):
            (filters.map { $0.text(in: .not) }.joined(separator: " and "), .and)
        case .or(let filters): (filters.map { $0.text(in: .and) }.joined(separator: " or "), .or)
        case .not(let inner): ("not \(inner.text(in: .not))", .not)
        }
    }
}

extension FieldPath {
    fileprivate var spelled: String { self == .element ? "$element" : description }
}
