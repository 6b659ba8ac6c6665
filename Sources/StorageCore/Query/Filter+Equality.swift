extension Filter {
    /// Whether both are the same filter, texts compared by their UTF-8 bytes.
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
}
