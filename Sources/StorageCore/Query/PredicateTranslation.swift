#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Condition {
    /// The condition that a predicate of Foundation says.
    ///
    /// ```swift
    /// try users.read(where: .predicate(#Predicate { $0.age >= 18 && $0.name.starts(with: "A") }))
    /// ```
    ///
    /// The predicate is translated here, once, and is never evaluated. It has the rules of
    /// ``Filter``: strings are compared by their UTF-8 bytes, where Swift compares characters, and
    /// a number that is NaN is the least of all and equals itself, where in Swift nothing is true
    /// of it.
    ///
    /// - Throws: ``StorageError/Code/invalidQuery``, naming the expression and the way out, if a
    ///   filter cannot say exactly the same; ``StorageError/Code/unknownField`` for a property that
    ///   the schema does not declare; ``StorageError/Code/overflow`` if constants are computed with
    ///   and the result is beyond their type.
    public static func predicate(
        _ predicate: Predicate<Model>
    ) throws(StorageError) -> Condition {
        let translation = PredicateTranslation(predicate.variable, Model.schema)
        return Condition(try translation.filter(predicate.expression))
    }
}

/// An expression of a predicate that can be said with filters.
protocol TranslatableExpression: SpelledExpression {
    /// What the expression comes to.
    ///
    /// - Throws: As ``Condition/predicate(_:)``.
    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm
}

/// A predicate on its way to becoming a filter: what is known where an expression stands.
struct PredicateTranslation {
    private let find: (PredicateProperty) -> Result<FieldPath, StorageError>
    private let collection: String
    private var variables: [PredicateExpressions.VariableID: (term: PredicateTerm, depth: Int)]

    /// How many arrays the expression is inside of.
    private var depth = 0

    /// Where there are values other than null whenever the expression matters.
    private var present: Set<FieldPath> = []

    init<Model>(_ variable: PredicateExpressions.Variable<Model>, _ schema: Schema<Model>) {
        collection = schema.name
        variables = [variable.key: (PredicateTerm(.property(PredicateProperty())), 0)]
        find = { property in
            Result { () throws(StorageError) in try schema.path(of: property) }
        }
    }

    /// What an expression comes to.
    func term(_ expression: some PredicateExpression) throws(StorageError) -> PredicateTerm {
        guard let expression = expression as? any TranslatableExpression else {
            throw refusal(expression, expression.refusal)
        }
        return try expression.term(in: self)
    }

    /// The filter that is true of the records that a Boolean expression is true of.
    func filter(_ expression: some PredicateExpression<Bool>) throws(StorageError) -> Filter {
        var filters: [Filter] = []
        for (condition, outcome) in try term(expression).cases {
            filters.append(.both(condition, try truth(of: outcome, expression)))
        }
        return .disjunction(filters)
    }

    /// The filter that is true where an outcome is.
    func truth(
        of outcome: PredicateTerm.Outcome, _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        switch outcome {
        case .constant(let value): value as? Bool == true ? .all : .none
        case .null: .none
        case .property(let property):
            .compare(try path(of: property, expression), .equal, .bool(true))
        case .truth(let filter): filter
        }
    }

    /// What a variable stands for.
    func term(
        of variable: PredicateExpressions.VariableID, _ expression: some PredicateExpression
    ) throws(StorageError) -> PredicateTerm {
        guard let (term, depth) = variables[variable] else {
            throw refusal(expression, "it is a variable of another predicate; use this one's")
        }
        guard depth == self.depth || term.isConstant else {
            throw refusal(
                expression,
                "inside an array's contains or allSatisfy only the element can be asked for; put "
                    + "what is about the whole model beside it")
        }
        return term
    }

    /// The same where a variable has a value.
    func binding(
        _ variable: PredicateExpressions.VariableID, to outcome: PredicateTerm.Outcome
    ) -> PredicateTranslation {
        var inner = self
        inner.variables[variable] = (PredicateTerm(outcome), depth)
        return inner
    }

    /// The same inside an array, of whose elements a variable is one.
    func inside<Element>(
        _ variable: PredicateExpressions.Variable<Element>
    ) -> PredicateTranslation {
        var inner = self
        inner.depth += 1
        inner.present = []
        let isOptional = Element.self is any OptionalValue.Type
        return inner.binding(variable.key, to: .property(.element(isOptional: isOptional)))
    }

    /// The same where a filter is true.
    func assuming(_ filter: Filter) -> PredicateTranslation {
        var inner = self
        inner.present.formUnion(filter.normalized.presentPaths)
        return inner
    }

    /// Whether there is a value other than null at the path.
    func isPresent(_ path: FieldPath) -> Bool {
        present.contains(path)
    }

    /// Whether the schema declares a property.
    func declares(_ property: PredicateProperty) -> Bool {
        if case .success = find(property) { true } else { false }
    }

    /// Where the value of a property stands.
    func path(
        of property: PredicateProperty, _ expression: some PredicateExpression
    ) throws(StorageError) -> FieldPath {
        if property.isElement {
            if property.stretches.isEmpty { return .element }
            throw refusal(
                expression,
                "a schema does not declare the members of an array's elements; name them: "
                    + "Condition(.any(\"lines\", .compare(\"sku\", .equal, \"x\")))")
        }
        if property.stretches.isEmpty {
            throw refusal(expression, "a model as a whole is no value; name a property of it")
        }
        let path = find(property)
        if case .failure(let error) = path, error.code == .unknownField,
            let measure = property.measure
        {
            throw refusal(expression, "a filter does not know \(measure); \(measure.wayOut)")
        }
        return try path.get()
    }

    /// The error that says why an expression cannot be translated, and what to do.
    func refusal(_ expression: some PredicateExpression, _ reason: String) -> StorageError {
        StorageError(
            .invalidQuery, "a predicate cannot ask a storage for '\(expression.text)': \(reason)",
            collection: collection)
    }
}
