#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.SequenceContains: TranslatableExpression {
    var spelled: String { "\(sequence.text).contains(\(element.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        let element = try translation.term(element)
        return try translation.term(sequence).flatMap { (sequence) throws(StorageError) in
            try element.flatMap { (element) throws(StorageError) in
                let filter =
                    switch sequence {
                    case .property(let array):
                        try translation.contains(array, LHS.Output.self, element, self)
                    case .constant(let constants): try translation.isIn(constants, element, self)
                    case .null, .truth: throw translation.refusal(self, "it is no array")
                    }
                return PredicateTerm(.truth(filter))
            }
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
    var spelled: String { "\(sequence.text).contains { \(test.text) }" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.term(sequence).flatMap { (sequence) throws(StorageError) in
            PredicateTerm(
                .truth(try translation.contains(sequence, LHS.self, variable, test, is: true, self))
            )
        }
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
    var spelled: String { "\(sequence.text).allSatisfy { \(test.text) }" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.term(sequence).flatMap { (sequence) throws(StorageError) in
            let exception = try translation.contains(
                sequence, LHS.self, variable, test, is: false, self)
            return PredicateTerm(.truth(exception.opposite))
        }
    }
}

extension PredicateTranslation {
    /// The filter that is true where the array of a record contains an element.
    fileprivate func contains(
        _ array: PredicateProperty, _ type: Any.Type, _ element: PredicateTerm.Outcome,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        let path = try path(ofArray: array, type, expression)
        switch element {
        case .null: return .any(path, .isNull(.element))
        case .constant(let constant):
            return .any(
                path, .compare(.element, .equal, try value(constant, at: .element, expression)))
        case .property, .truth:
            throw refusal(
                expression,
                "an element is compared with a constant only; read the models and "
                    + "compare them in Swift")
        }
    }

    /// The filter that is true where one of some constants equals an outcome.
    fileprivate func isIn(
        _ constants: Any, _ outcome: PredicateTerm.Outcome, _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        let elements = try elements(constants, expression)
        guard case .property(let property) = outcome else {
            var filters: [Filter] = []
            for element in elements {
                filters.append(try compare(outcome, .equal, element, expression))
            }
            return .disjunction(filters)
        }
        let path = try path(of: property, expression)
        var values: [Value] = []
        for element in elements {
            guard case .constant(let constant) = element else {
                values.append(.null)
                continue
            }
            values.append(try value(constant, at: path, expression))
        }
        return .isIn(path, values)
    }

    /// The filter that is true where a sequence has an element of which a test is true, or false.
    fileprivate func contains<Elements: PredicateExpression>(
        _ sequence: PredicateTerm.Outcome, _ type: Elements.Type,
        _ variable: PredicateExpressions.Variable<some Any>,
        _ test: some PredicateExpression<Bool>, is value: Bool,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        switch sequence {
        case .property(let property):
            let path = try path(ofArray: property, Elements.Output.self, expression)
            let filter = try inside(variable).filter(test)
            let inner = value ? filter : filter.opposite
            return inner == .none ? .none : .any(path, inner)
        case .constant(let constants):
            var filters: [Filter] = []
            for element in try elements(constants, expression) {
                let filter = try binding(variable.key, to: element).filter(test)
                filters.append(value ? filter : filter.opposite)
            }
            return .disjunction(filters)
        case .null, .truth: throw refusal(expression, "it is no array")
        }
    }

    private func path(
        ofArray property: PredicateProperty, _ type: Any.Type,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> FieldPath {
        guard let array = type as? any RecordArray.Type, array.isRecordArray else {
            throw refusal(
                expression,
                "\(type) is no array in a record; give the model an array or a set of what it is "
                    + "asked for")
        }
        return try path(of: property, expression)
    }
}

/// A collection that may be an array in a record.
protocol RecordArray {
    /// Whether it is one: bytes are not.
    static var isRecordArray: Bool { get }
}

extension Array: RecordArray {
    static var isRecordArray: Bool { Element.self != UInt8.self }
}

extension Set: RecordArray {
    static var isRecordArray: Bool { true }
}
