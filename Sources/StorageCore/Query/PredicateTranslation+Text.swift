#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
    var spelled: String { "\(base.text).starts(with: \(prefix.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.matching(base, .startsWith, prefix, self)
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
    var spelled: String { "\(base.text).contains(\(other.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.matching(base, .contains, other, self)
    }
}

extension PredicateTranslation {
    /// Whether a string compares so with a constant one.
    fileprivate func matching<Text: PredicateExpression>(
        _ text: Text, _ match: TextMatch, _ needle: some PredicateExpression,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> PredicateTerm {
        guard Text.Output.self == String.self else {
            throw refusal(
                expression,
                "only strings are asked for what they contain or begin with; ask an array for its "
                    + "elements, one by one")
        }
        let needle = try term(needle)
        return try term(text).flatMap { (text) throws(StorageError) in
            try needle.flatMap { (needle) throws(StorageError) in
                PredicateTerm(.truth(try self.match(text, match, needle, expression)))
            }
        }
    }

    private func match(
        _ text: PredicateTerm.Outcome, _ match: TextMatch, _ needle: PredicateTerm.Outcome,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        switch (text, needle) {
        case (.property(let property), .constant(let needle as String)):
            return .text(
                try path(of: property, expression), match, needle, caseInsensitive: false)
        case (.constant(let text as String), .constant(let needle as String)):
            let bytes = Array(text.utf8)
            let matches = TextNeedle(needle, caseInsensitive: false).matches(
                bytes.span, 0, bytes.count, match)
            return matches ? .all : .none
        default:
            throw refusal(
                expression,
                "a property is compared with a constant string only; read the models and compare "
                    + "them in Swift")
        }
    }
}
