extension Filter {
    /// A filter from its text form, such as `age >= 18 and not (tags is null or city == "Oslo")`.
    ///
    /// `Documentation/Queries.md` has the grammar. The ``description`` of a filter is read as an
    /// equal filter, or as one that means the same if there is an `and` of none or an `and` or `or`
    /// of one in it.
    ///
    /// - Throws: ``StorageError/Code/invalidQuery`` with line and column, what was found there and
    ///   what was expected, if the text is not a filter or nests deeper than
    ///   ``Limits/maximumDepth``.
    /// - Complexity: O(bytes of the text).
    public init(text: String) throws(StorageError) {
        var parser = FilterParser(text)
        self = try parser.filter()
    }
}

/// Reads the text form of filters: `not` binds tighter than `and`, and that tighter than `or`.
private struct FilterParser: ~Copyable {
    private static let operators =
        (Comparison.allCases.map(\.rawValue) + ["in", "between", "contains"]
        + TextMatch.allCases.map(\.rawValue)).joined(separator: ", ") + " or is"

    private var lexer: QueryLexer
    /// How many parentheses and `not` stand around the current position.
    private var depth = 0

    init(_ text: String) {
        lexer = QueryLexer(text, source: "in the filter")
    }

    /// Takes the whole text.
    mutating func filter() throws(StorageError) -> Filter {
        let filter = try disjunction()
        guard lexer.isAtEnd else {
            throw lexer.unexpected("'and', 'or' or the end of the filter")
        }
        return filter
    }

    private mutating func disjunction() throws(StorageError) -> Filter {
        var parts = [try conjunction()]
        while lexer.take(word: "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(StorageError) -> Filter {
        var parts = [try negation()]
        while lexer.take(word: "and") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(StorageError) -> Filter {
        if lexer.take(word: "not") {
            try descend()
            defer { depth -= 1 }
            return .not(try negation())
        }
        if lexer.take(symbol: "(") { return try parenthesized() }
        if lexer.take(word: "true") { return .all }
        if lexer.take(word: "false") { return .none }
        if lexer.take(word: "any") {
            let path = try path("a field")
            try lexer.expect(symbol: "(", "'('")
            return .any(path, try parenthesized())
        }
        return try condition(path("a condition"))
    }

    /// Takes what stands behind an opening parenthesis, and the closing one.
    private mutating func parenthesized() throws(StorageError) -> Filter {
        try descend()
        defer { depth -= 1 }
        let filter = try disjunction()
        try lexer.expect(symbol: ")", "'and', 'or' or ')'")
        return filter
    }

    private mutating func descend() throws(StorageError) {
        guard depth < Limits.maximumDepth else {
            throw lexer.error(
                "the filter nests deeper than \(Limits.maximumDepth) levels here; flatten it")
        }
        depth += 1
    }

    private mutating func path(_ expectation: String) throws(StorageError) -> FieldPath {
        lexer.take(word: "$element") ? .element : try lexer.path(expectation)
    }
}

extension FilterParser {
    /// Takes what stands behind the path of a condition.
    private mutating func condition(_ path: FieldPath) throws(StorageError) -> Filter {
        if let comparison = comparison() { return .compare(path, comparison, try lexer.constant()) }
        if lexer.take(word: "in") { return .isIn(path, try lexer.constants()) }
        if lexer.take(word: "between") { return try between(path) }
        if lexer.take(word: "contains") { return try contains(path) }
        if lexer.take(word: "is") { return try absence(path) }
        for match in TextMatch.allCases where lexer.take(word: match.rawValue) {
            let text = try lexer.string()
            return .text(path, match, text, caseInsensitive: isCaseInsensitive())
        }
        throw lexer.unexpected("an operator (\(Self.operators))")
    }

    private mutating func comparison() -> Comparison? {
        // What begins with another one goes before it.
        let comparisons: [Comparison] = [
            .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater,
        ]
        for comparison in comparisons where lexer.take(symbol: comparison.rawValue) {
            return comparison
        }
        return nil
    }

    private mutating func between(_ path: FieldPath) throws(StorageError) -> Filter {
        let lower = try lexer.constant()
        guard lexer.take(word: "and") else {
            throw lexer.unexpected("'and' and the upper bound")
        }
        return .between(path, lower, try lexer.constant())
    }

    private mutating func contains(_ path: FieldPath) throws(StorageError) -> Filter {
        let value = try lexer.constant()
        guard isCaseInsensitive() else { return .contains(path, value) }
        guard case .string(let text) = value else {
            throw lexer.error("only strings are compared 'caseInsensitive'; leave it out here")
        }
        return .text(path, .contains, text, caseInsensitive: true)
    }

    private mutating func isCaseInsensitive() -> Bool {
        lexer.take(word: "caseInsensitive")
    }

    private mutating func absence(_ path: FieldPath) throws(StorageError) -> Filter {
        if lexer.take(word: "null") { return .isNull(path) }
        if lexer.take(word: "missing") { return .isMissing(path) }
        throw lexer.unexpected(
            "'null' or 'missing'", "what is not null is written as 'not \(path) is null'")
    }
}
