#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.Arithmetic: TranslatableExpression {
    var spelled: String { "(\(lhs.text) \(sign) \(rhs.text))" }

    private var sign: String {
        switch op {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        @unknown default: "\(op)"
        }
    }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.computing(lhs, rhs, self) { left, right in
            if let left = left as? any FixedWidthInteger { return left.computing(op, right) }
            return switch op {
            case .add: left + right
            case .subtract: left - right
            case .multiply: left * right
            @unknown default: nil
            }
        }
    }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
    var spelled: String { "(\(lhs.text) / \(rhs.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.computing(lhs, rhs, self) { $0 / $1 }
    }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
    var spelled: String { "(\(lhs.text) / \(rhs.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.computing(lhs, rhs, self) { left, right in
            (left as? any FixedWidthInteger)?.divided(by: right)
        }
    }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
    var spelled: String { "(\(lhs.text) % \(rhs.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.computing(lhs, rhs, self) { left, right in
            (left as? any FixedWidthInteger)?.remainder(by: right)
        }
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
    var spelled: String { "-\(wrapped.text)" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        // Zero minus the value would lose the sign of zero.
        try translation.computing(wrapped, wrapped, self) { value, _ in
            if let value = value as? any FixedWidthInteger { return value.negated }
            return -value
        }
    }
}

extension PredicateTranslation {
    /// What comes of computing with two constants. The computation is nil beyond its type.
    fileprivate func computing<Left: PredicateExpression, Right: PredicateExpression>(
        _ left: Left, _ right: Right, _ expression: some PredicateExpression,
        _ compute: (Left.Output, Right.Output) -> Any?
    ) throws(StorageError) -> PredicateTerm {
        let second = try term(right)
        return try term(left).flatMap { (left) throws(StorageError) in
            try second.flatMap { (right) throws(StorageError) in
                guard case .constant(let left as Left.Output) = left,
                    case .constant(let right as Right.Output) = right
                else {
                    throw refusal(
                        expression,
                        "a filter does not compute with properties; compute with the constants "
                            + "instead, or keep the result in a field of its own")
                }
                guard let result = compute(left, right) else {
                    throw StorageError(
                        .overflow,
                        "the predicate's '\(expression.text)' is beyond \(Left.Output.self); "
                            + "check the constants before")
                }
                return PredicateTerm(.constant(result))
            }
        }
    }
}

extension FixedWidthInteger {
    fileprivate func computing(
        _ operation: PredicateExpressions.ArithmeticOperator, _ other: Any
    ) -> Self? {
        guard let other = other as? Self else { return nil }
        return switch operation {
        case .add: Self.exact(addingReportingOverflow(other))
        case .subtract: Self.exact(subtractingReportingOverflow(other))
        case .multiply: Self.exact(multipliedReportingOverflow(by: other))
        @unknown default: nil
        }
    }

    fileprivate func divided(by other: Any) -> Self? {
        guard let other = other as? Self else { return nil }
        return Self.exact(dividedReportingOverflow(by: other))
    }

    fileprivate func remainder(by other: Any) -> Self? {
        guard let other = other as? Self else { return nil }
        return Self.exact(remainderReportingOverflow(dividingBy: other))
    }

    fileprivate var negated: Self? {
        Self.exact(Self.zero.subtractingReportingOverflow(self))
    }

    private static func exact(_ result: (partialValue: Self, overflow: Bool)) -> Self? {
        result.overflow ? nil : result.partialValue
    }
}
