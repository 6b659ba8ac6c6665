#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.Conjunction: TranslatableExpression {
    var spelled: String { "(\(lhs.text) && \(rhs.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        let first = try translation.filter(lhs)
        // As in Swift the second matters only where the first is true.
        if first == .none { return PredicateTerm(.truth(.none)) }
        let second = try translation.assuming(first).filter(rhs)
        return PredicateTerm(.truth(.both(first, second)))
    }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
    var spelled: String { "(\(lhs.text) || \(rhs.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        let first = try translation.filter(lhs)
        if first == .all { return PredicateTerm(.truth(.all)) }
        let second = try translation.assuming(first.opposite).filter(rhs)
        return PredicateTerm(.truth(.disjunction([first, second])))
    }
}

extension PredicateExpressions.Negation: TranslatableExpression {
    var spelled: String { "!(\(wrapped.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        PredicateTerm(.truth(try translation.filter(wrapped).opposite))
    }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
    var spelled: String { "(\(test.text) ? \(trueBranch.text) : \(falseBranch.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        let condition = try translation.filter(test)
        if condition == .all { return try translation.term(trueBranch) }
        if condition == .none { return try translation.term(falseBranch) }
        return PredicateTerm(
            condition, try translation.assuming(condition).term(trueBranch),
            else: try translation.assuming(condition.opposite).term(falseBranch))
    }
}
