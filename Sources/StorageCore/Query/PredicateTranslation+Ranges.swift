#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
    var spelled: String { "(\(range.text)).contains(\(element.text))" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.checkOrder(Element.Output.self, self)
        let element = try translation.term(element)
        return try translation.term(range).flatMap { (range) throws(StorageError) in
            guard case .constant(let range as any BoundedRange) = range else {
                throw translation.refusal(self, "a property that is a range is no single value")
            }
            return try element.flatMap { (element) throws(StorageError) in
                var filter = StorageCore.Filter.all
                for (comparison, bound) in range.bounds {
                    filter = .both(
                        filter, try translation.compare(element, comparison, bound, self))
                }
                return PredicateTerm(.truth(filter))
            }
        }
    }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
    var spelled: String { "\(lower.text)...\(upper.text)" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.range(lower, .lessOrEqual, upper)
    }
}

extension PredicateExpressions.Range: TranslatableExpression {
    var spelled: String { "\(lower.text)..<\(upper.text)" }

    func term(in translation: PredicateTranslation) throws(StorageError) -> PredicateTerm {
        try translation.range(lower, .less, upper)
    }
}

extension PredicateTranslation {
    /// A range as a constant, whatever its bounds are.
    fileprivate func range(
        _ lower: some PredicateExpression, _ comparison: Comparison,
        _ upper: some PredicateExpression
    ) throws(StorageError) -> PredicateTerm {
        let upper = try term(upper)
        return try term(lower).flatMap { (lower) throws(StorageError) in
            try upper.flatMap { (upper) throws(StorageError) in
                PredicateTerm(
                    .constant(Bounds(bounds: [(.greaterOrEqual, lower), (comparison, upper)])))
            }
        }
    }
}

/// What a value has to be compared with to be known as one in a range.
private protocol BoundedRange {
    var bounds: [(Comparison, PredicateTerm.Outcome)] { get }
}

// Not a range of Swift, which does not exist with bounds in the wrong order or in a record.
private struct Bounds: BoundedRange {
    let bounds: [(Comparison, PredicateTerm.Outcome)]
}

extension Range: BoundedRange {
    fileprivate var bounds: [(Comparison, PredicateTerm.Outcome)] {
        [(.greaterOrEqual, .constant(lowerBound)), (.less, .constant(upperBound))]
    }
}

extension ClosedRange: BoundedRange {
    fileprivate var bounds: [(Comparison, PredicateTerm.Outcome)] {
        [(.greaterOrEqual, .constant(lowerBound)), (.lessOrEqual, .constant(upperBound))]
    }
}

extension PartialRangeFrom: BoundedRange {
    fileprivate var bounds: [(Comparison, PredicateTerm.Outcome)] {
        [(.greaterOrEqual, .constant(lowerBound))]
    }
}

extension PartialRangeUpTo: BoundedRange {
    fileprivate var bounds: [(Comparison, PredicateTerm.Outcome)] {
        [(.less, .constant(upperBound))]
    }
}

extension PartialRangeThrough: BoundedRange {
    fileprivate var bounds: [(Comparison, PredicateTerm.Outcome)] {
        [(.lessOrEqual, .constant(upperBound))]
    }
}
