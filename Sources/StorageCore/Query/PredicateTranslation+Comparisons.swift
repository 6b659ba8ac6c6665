#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.Equal: TranslatableExpression {
    var spelled: String { "\(lhs.text) == \(rhs.text)" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.comparing(lhs, .equal, rhs, self)
    }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
    var spelled: String { "\(lhs.text) != \(rhs.text)" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.comparing(lhs, .notEqual, rhs, self)
    }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
    var spelled: String { "\(lhs.text) \(comparison?.rawValue ?? "\(op)") \(rhs.text)" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        guard let comparison else {
            throw translation.refusal(self, "a filter does not compare so; read the models")
        }
        try translation.checkOrder(LHS.Output.self, self)
        return try translation.comparing(lhs, comparison, rhs, self)
    }

    private var comparison: StorageCore.Comparison? {
        switch op {
        case .lessThan: .less
        case .lessThanOrEqual: .lessOrEqual
        case .greaterThan: .greater
        case .greaterThanOrEqual: .greaterOrEqual
        @unknown default: nil
        }
    }
}

extension PredicateTranslation {
    /// A comparison of what two expressions come to.
    fileprivate func comparing(
        _ left: some PredicateExpression, _ comparison: Comparison,
        _ right: some PredicateExpression,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> PredicateTerm {
        let second = try term(right)
        return try term(left).flatMap { (left) throws(StorageError) in
            try second.flatMap { (right) throws(StorageError) in
                let filter = try compare(left, comparison, right, expression)
                return PredicateTerm(.truth(filter))
            }
        }
    }

    /// The filter that is true where two outcomes compare so.
    func compare(
        _ left: PredicateTerm.Outcome, _ comparison: Comparison, _ right: PredicateTerm.Outcome,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        switch (left, right) {
        case (.property(let property), .constant(let constant)):
            let path = try path(of: property, expression)
            return .compare(path, comparison, try value(constant, at: path, expression))
        case (.constant, .property):
            return try compare(right, comparison.mirrored, left, expression)
        case (.constant(let left), .constant(let right)):
            let order = try order(left, right, expression)
            return comparison.holds(order) ? .all : .none
        case (.property, .property):
            throw refusal(
                expression,
                "it compares two properties, and a filter compares one with a constant; read the "
                    + "models and compare them in Swift")
        default:
            // Only what can be ordered is compared otherwise, and no Boolean or nil is.
            let isEqual = try equal(left, right, expression)
            return comparison == .notEqual ? isEqual.opposite : isEqual
        }
    }

    /// The filter that is true where two outcomes are equal, one at least being nil or a Boolean.
    private func equal(
        _ left: PredicateTerm.Outcome, _ right: PredicateTerm.Outcome,
        _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        switch (left, right) {
        case (.null, .null): return .all
        case (.null, .property(let property)), (.property(let property), .null):
            return property.isOptional ? .isNull(try path(of: property, expression)) : .none
        case (.null, _), (_, .null): return .none
        default:
            // A property that is nil is neither.
            let isTrue = Filter.both(
                try equal(left, to: true, expression), try equal(right, to: true, expression))
            let isFalse = Filter.both(
                try equal(left, to: false, expression), try equal(right, to: false, expression))
            return .disjunction([isTrue, isFalse])
        }
    }

    private func equal(
        _ outcome: PredicateTerm.Outcome, to value: Bool, _ expression: some PredicateExpression
    ) throws(StorageError) -> Filter {
        if case .property(let property) = outcome {
            return .compare(try path(of: property, expression), .equal, .bool(value))
        }
        let filter = try truth(of: outcome, expression)
        return value ? filter : filter.opposite
    }

    /// The order of two constants: negative, zero or positive; nil if they are of different
    /// classes.
    private func order(
        _ left: Any, _ right: Any, _ expression: some PredicateExpression
    ) throws(StorageError) -> Int? {
        var writer = RecordWriter()
        writer.append(try value(left, at: nil, expression))
        let bytes = writer.bytes
        let span = bytes.span
        return try Constant(try value(right, at: nil, expression)).compare(span, 0)
    }

    /// Refuses types whose values a record may order in another way than Swift.
    func checkOrder(
        _ type: Any.Type, _ expression: some PredicateExpression
    ) throws(StorageError) {
        guard type is any StoredInOrder.Type else {
            throw refusal(
                expression,
                "the order of \(type) is its own, and records order what it is kept as; if that "
                    + "is meant, compare with a condition: \\.property < value")
        }
    }
}

extension Comparison {
    /// The comparison with its sides exchanged.
    fileprivate var mirrored: Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

/// A type whose values have the order of the values that a record has for them.
private protocol StoredInOrder {}

extension Int: StoredInOrder {}
extension Int8: StoredInOrder {}
extension Int16: StoredInOrder {}
extension Int32: StoredInOrder {}
extension Int64: StoredInOrder {}
extension UInt: StoredInOrder {}
extension UInt8: StoredInOrder {}
extension UInt16: StoredInOrder {}
extension UInt32: StoredInOrder {}
extension UInt64: StoredInOrder {}
extension Double: StoredInOrder {}
extension Float: StoredInOrder {}
extension Decimal: StoredInOrder {}
extension String: StoredInOrder {}
extension Date: StoredInOrder {}
extension UUID: StoredInOrder {}
