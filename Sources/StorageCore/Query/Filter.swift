/// Which records a query is about.
///
/// A filter is true or false of a record, never unknown: what cannot be compared is not equal, not
/// less and not greater, and `not` turns that around. `Documentation/Queries.md` has the rules.
public indirect enum Filter: Sendable {
    /// True of every record.
    case all
    /// The value at a path compared with a constant.
    case compare(FieldPath, Comparison, Value)
    /// The value at a path equals one of these constants.
    case isIn(FieldPath, [Value])
    /// The value at a path is a string that compares so with another one.
    case text(FieldPath, TextMatch, String, caseInsensitive: Bool)
    /// The value at a path is a string that contains the constant, which is a string, or an array
    /// with an element that equals it. In a field that is declared as an array, it is the latter.
    case contains(FieldPath, Value)
    /// There is no value at the path, or it is null.
    case isNull(FieldPath)
    /// There is no value at the path.
    case isMissing(FieldPath)
    /// The value at a path is an array with an element that the inner filter, whose paths begin at
    /// the element, is true of.
    case any(FieldPath, Filter)
    /// All are true. Of none of them: true.
    case and([Filter])
    /// One at least is true. Of none of them: false.
    case or([Filter])
    /// It is false.
    case not(Filter)

    /// True of no record.
    public static let none = Filter.or([])
}

/// How a value is compared with a constant.
public enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
}

/// How a string is compared with another one.
public enum TextMatch: String, Hashable, Sendable, CaseIterable {
    case equals
    case startsWith
    case endsWith
    case contains = "containsText"
}

extension Filter: Hashable {
    /// Whether both say the same in the same words. Strings are compared by their UTF-8 bytes.
    public static func == (left: Filter, right: Filter) -> Bool {
        switch (left, right) {
        case (.all, .all): true
        case (.compare(let path, let comparison, let value), .compare(let p, let c, let v)):
            path == p && comparison == c && value == v
        case (.isIn(let path, let values), .isIn(let p, let v)): path == p && values == v
        case (.text(let path, let match, let needle, let folds), .text(let p, let m, let n, let f)):
            path == p && match == m && needle.isIdentical(to: n) && folds == f
        case (.contains(let path, let value), .contains(let p, let v)): path == p && value == v
        case (.isNull(let path), .isNull(let p)), (.isMissing(let path), .isMissing(let p)):
            path == p
        case (.any(let path, let inner), .any(let p, let i)): path == p && inner == i
        case (.and(let filters), .and(let others)), (.or(let filters), .or(let others)):
            filters == others
        case (.not(let inner), .not(let other)): inner == other
        default: false
        }
    }

    /// Hashes the filter's text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(description))
    }
}

extension Filter {
    /// Both are true.
    public static func && (left: Filter, right: Filter) -> Filter {
        switch (left, right) {
        case (.and(let parts), .and(let others)): .and(parts + others)
        case (.and(let parts), _): .and(parts + [right])
        case (_, .and(let parts)): .and([left] + parts)
        default: .and([left, right])
        }
    }

    /// One of them is true, or both.
    public static func || (left: Filter, right: Filter) -> Filter {
        switch (left, right) {
        case (.or(let parts), .or(let others)): .or(parts + others)
        case (.or(let parts), _): .or(parts + [right])
        case (_, .or(let parts)): .or([left] + parts)
        default: .or([left, right])
        }
    }

    /// It is false.
    public static prefix func ! (filter: Filter) -> Filter {
        if case .not(let inner) = filter { return inner }
        return .not(filter)
    }

    /// The value at a path is neither below `lower` nor above `upper`.
    public static func between(_ path: FieldPath, _ lower: Value, _ upper: Value) -> Filter {
        .and([.compare(path, .greaterOrEqual, lower), .compare(path, .lessOrEqual, upper)])
    }
}
