#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.Variable: TranslatableExpression {
    var spelled: String { "$0" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.term(of: key, self)
    }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
    var spelled: String {
        let isEmpty = kind == .collectionIsEmpty ? "isEmpty" : nil
        return "\(root.text).\(isEmpty ?? measure?.rawValue ?? keyPath.memberSpelling)"
    }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try owner(translation).flatMap { (outcome) throws(StorageError) in
            switch outcome {
            case .constant(let value):
                if let value = value as? Root.Output {
                    return PredicateTerm(constant: value[keyPath: keyPath])
                }
            case .property(let owner):
                return try member(of: owner, translation)
            case .truth, .null: break
            }
            throw translation.refusal(self, "it is a member of what is no property; leave it out")
        }
    }

    private func owner(
        _ translation: PredicateTranslation
    ) throws(StorageError) -> PredicateTerm {
        // What is refused of a variable is shown with the member that is meant.
        guard let variable = root as? PredicateExpressions.Variable<Root.Output> else {
            return try translation.term(root)
        }
        return try translation.term(of: variable.key, self)
    }

    private func member(
        of owner: PredicateProperty, _ translation: PredicateTranslation
    ) throws(StorageError) -> PredicateTerm {
        let property = owner.appending(
            keyPath, isOptional: Output.self is any OptionalValue.Type, measure)
        if kind == .collectionIsEmpty, !translation.declares(property),
            let empty = try translation.isEmpty(owner, Root.Output.self, self)
        {
            return PredicateTerm(.truth(empty))
        }
        return PredicateTerm(.property(property))
    }

    private var measure: PredicateProperty.Measure? {
        switch kind {
        case .collectionCount: .count
        case .collectionFirst: .first
        case .bidirectionalCollectionLast: .last
        default: nil
        }
    }
}

extension PredicateTranslation {
    /// The filter that is true where a collection has no elements, or nil for a type that is no
    /// string and no array in a record.
    func isEmpty(
        _ property: PredicateProperty, _ type: Any.Type, _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter? {
        if type == String.self {
            return .compare(try path(of: property, expression), .equal, .string(""))
        }
        if type == [UInt8].self {
            return .compare(try path(of: property, expression), .equal, .bytes([]))
        }
        guard let type = type as? any RecordArray.Type, type.isRecordArray else { return nil }
        return !.any(try path(of: property, expression), .all)
    }
}
