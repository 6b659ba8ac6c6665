#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
    var spelled: String {
        let transformed = transform.text
        guard transformed.hasPrefix("$0.") else {
            return "\(wrapped.text).flatMap { \(transformed) }"
        }
        return "\(wrapped.text)?\(transformed.dropFirst(2))"
    }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.term(wrapped).flatMap { (outcome) throws(StorageError) in
            switch outcome {
            case .null: return PredicateTerm(.null)
            case .property(let property) where property.isOptional:
                return try transformed(property, translation)
            case .constant, .truth, .property:
                return try translation.binding(variable.key, to: outcome).term(transform)
            }
        }
    }

    private func transformed(
        _ property: PredicateProperty, _ translation: PredicateTranslation
    ) throws(StorageError) -> PredicateTerm {
        let inner = translation.binding(variable.key, to: .property(property.unwrapped))
        let term = try inner.term(transform)
        // A member of what is null is missing itself: the schema need not declare what it is in.
        if let member = term.property, member.begins(with: property) {
            return PredicateTerm(.property(member.chained))
        }
        let isNull = Filter.isNull(try translation.path(of: property, wrapped))
        return PredicateTerm(isNull, PredicateTerm(.null), else: term)
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
    var spelled: String { "(\(lhs.text) ?? \(rhs.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.term(lhs).flatMap { (outcome) throws(StorageError) in
            switch outcome {
            case .null: return try translation.term(rhs)
            case .property(let property) where property.isOptional:
                let isNull = Filter.isNull(try translation.path(of: property, lhs))
                return PredicateTerm(
                    isNull, try translation.term(rhs),
                    else: PredicateTerm(.property(property.unwrapped)))
            case .constant, .truth, .property: return PredicateTerm(outcome)
            }
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
    var spelled: String { "\(inner.text)!" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.term(inner).flatMap { (outcome) throws(StorageError) in
            switch outcome {
            case .constant, .truth: return PredicateTerm(outcome)
            case .null: throw translation.refusal(self, "it is nil; compare it with nil first")
            case .property(let property):
                if property.isOptional {
                    let path = try translation.path(of: property, inner)
                    guard translation.isPresent(path) else {
                        throw translation.refusal(
                            self,
                            "it fails where there is no value; write "
                                + "\(inner.text) != nil && before it, or use ??")
                    }
                }
                return PredicateTerm(.property(property.unwrapped))
            }
        }
    }
}
