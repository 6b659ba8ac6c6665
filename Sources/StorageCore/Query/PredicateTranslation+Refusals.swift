#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An expression of a predicate that an error can show.
protocol SpelledExpression: PredicateExpression {
    /// The expression as a program spells it, with `$0` for what a closure is given.
    var spelled: String { get }
}

/// An expression of a predicate that no filter says.
protocol RefusedExpression: SpelledExpression {
    /// Why, and what to do instead.
    var reason: String { get }
}

extension PredicateExpression {
    /// The expression as an error shows it.
    var text: String {
        (self as? any SpelledExpression)?.spelled ?? typeName
    }

    /// Why the expression is refused if it is not translatable.
    var refusal: String {
        if let refused = self as? any RefusedExpression { return refused.reason }
        // Foundation has these on some platforms only.
        if typeName.contains("Localized") || typeName.contains("CaseInsensitive") {
            return "its outcome depends on the locale; write the condition "
                + ".contains(\\.name, \"x\", caseInsensitive: true)"
        }
        return "a filter has nothing like it; read the models and filter them in Swift"
    }

    private var typeName: String {
        String("\(Self.self)".prefix { $0 != "<" })
    }
}

extension PredicateExpressions.SequenceMinimum: RefusedExpression {
    var spelled: String { "\(elements.text).min()" }
    var reason: String {
        "a filter does not know the least element; ask whether allSatisfy or contains holds, or "
            + "compute it before if it is of constants"
    }
}

extension PredicateExpressions.SequenceMaximum: RefusedExpression {
    var spelled: String { "\(elements.text).max()" }
    var reason: String {
        "a filter does not know the greatest element; ask whether allSatisfy or contains holds, or "
            + "compute it before if it is of constants"
    }
}

extension PredicateExpressions.CollectionIndexSubscript: RefusedExpression {
    var spelled: String { "\(wrapped.text)[\(index.text)]" }
    var reason: String { subscriptReason }
}

extension PredicateExpressions.CollectionRangeSubscript: RefusedExpression {
    var spelled: String { "\(wrapped.text)[\(range.text)]" }
    var reason: String { subscriptReason }
}

extension PredicateExpressions.DictionaryKeySubscript: RefusedExpression {
    var spelled: String { "\(wrapped.text)[\(key.text)]" }
    var reason: String { subscriptReason }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: RefusedExpression {
    var spelled: String { "\(wrapped.text)[\(key.text), default: \(`default`.text)]" }
    var reason: String { subscriptReason }
}

private let subscriptReason =
    "a filter has no subscripts; keep the value in a field of its own, or take it out before if it "
    + "is of a constant"

extension PredicateExpressions.Filter: RefusedExpression {
    var spelled: String { "\(sequence.text).filter { \(filter.text) }" }
    var reason: String { "a filter does not make arrays; write contains(where:) or allSatisfy" }
}

extension PredicateExpressions.StringContainsRegex: RefusedExpression {
    var spelled: String { "\(subject.text).contains(\(regex.text))" }
    var reason: String {
        "a filter has no regular expressions; write contains or starts(with:), or read the models "
            + "and match them in Swift"
    }
}

extension PredicateExpressions.TypeCheck: RefusedExpression {
    var spelled: String { "\(input.text) is \(Desired.self)" }
    var reason: String { castReason }
}

extension PredicateExpressions.ConditionalCast: RefusedExpression {
    var spelled: String { "(\(input.text) as? \(Desired.self))" }
    var reason: String { castReason }
}

extension PredicateExpressions.ForceCast: RefusedExpression {
    var spelled: String { "(\(input.text) as \(Desired.self))" }
    var reason: String { castReason }
}

private let castReason = "a filter has no types; compare the value as it is, or with nil"
