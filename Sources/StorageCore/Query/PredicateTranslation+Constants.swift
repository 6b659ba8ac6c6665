#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.Value: TranslatableExpression {
    var spelled: String { constantText(value) }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        PredicateTerm(constant: value)
    }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
    var spelled: String { "nil" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        PredicateTerm(.null)
    }
}

/// A constant as an error shows it.
private func constantText(_ value: Any) -> String {
    if let optional = value as? any OptionalValue {
        return optional.unwrapped.map(constantText) ?? "nil"
    }
    let text = value is String ? String(reflecting: value) : "\(value)"
    return text.count > 40 ? text.prefix(40) + "…" : text
}

extension PredicateTranslation {
    /// What a record has for a constant at a path.
    func value(
        _ constant: Any, at path: FieldPath?, _ expression: some PredicateExpression
    ) throws(StorageError) -> Value {
        if path?.isKey == true, let key = constant as? any KeyRepresentable {
            var encoder = KeyEncoder()
            try key.encode(to: &encoder)
            var decoder = KeyDecoder(encoder.bytes)
            return try decoder.decode().value
        }
        if let field = constant as? any FieldRepresentable { return field.fieldValue }
        if let raw = constant as? any RawRepresentable {
            return try value(raw.rawValue, at: path, expression)
        }
        throw refusal(
            expression,
            "a constant of the type \(type(of: constant)) is no value of a record; make the type "
                + "FieldRepresentable, or compare its members")
    }

    /// The constants of a sequence, each with its optional taken off.
    func elements(
        _ sequence: Any, _ expression: some PredicateExpression
    ) throws(StorageError) -> [PredicateTerm.Outcome] {
        guard let sequence = sequence as? any Sequence else {
            throw refusal(expression, "\(type(of: sequence)) is no sequence; use an array")
        }
        return outcomes(sequence)
    }

    private func outcomes(_ sequence: some Sequence) -> [PredicateTerm.Outcome] {
        sequence.flatMap { PredicateTerm(constant: $0).cases.map(\.outcome) }
    }
}
