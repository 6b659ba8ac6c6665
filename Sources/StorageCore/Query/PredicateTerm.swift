/// What an expression of a predicate comes to: one of several outcomes.
///
/// Exactly one of the cases has a condition that is true of a record. `$0.nick ?? ""` has two: the
/// property where it is not null, and the constant where it is.
struct PredicateTerm {
    /// A value of an expression.
    enum Outcome {
        /// A value that is known already, and not nil.
        case constant(Any)
        /// Nil.
        case null
        /// The value that a record has.
        case property(PredicateProperty)
        /// A Boolean: whether the filter is true of a record.
        case truth(Filter)
    }

    private(set) var cases: [(condition: Filter, outcome: Outcome)]

    /// The term with one outcome.
    init(_ outcome: Outcome) {
        cases = [(.all, outcome)]
    }

    /// The term of a constant, which may be an optional.
    init(constant value: Any) {
        guard let optional = value as? any OptionalValue else {
            self.init(.constant(value))
            return
        }
        guard let value = optional.unwrapped else {
            self.init(.null)
            return
        }
        self.init(constant: value)
    }

    /// The term that is one where a filter is true, and another one elsewhere.
    init(_ filter: Filter, _ first: PredicateTerm, else second: PredicateTerm) {
        cases = first.narrowed(to: filter) + second.narrowed(to: filter.opposite)
    }

    /// Whether the term is known already.
    var isConstant: Bool {
        guard cases.count == 1 else { return false }
        switch cases[0].outcome {
        case .constant, .null: return true
        case .property, .truth: return false
        }
    }

    /// The property that the term is, whatever the record.
    var property: PredicateProperty? {
        guard cases.count == 1, case (.all, .property(let property)) = cases[0] else { return nil }
        return property
    }

    /// The term that `body` makes of each outcome, under the condition of that outcome.
    func flatMap(
        _ body: (Outcome) throws(StorageError) -> PredicateTerm
    ) throws(StorageError) -> PredicateTerm {
        var term = self
        term.cases = []
        for (condition, outcome) in cases {
            term.cases += try body(outcome).narrowed(to: condition)
        }
        return term
    }

    private func narrowed(to filter: Filter) -> [(condition: Filter, outcome: Outcome)] {
        cases.compactMap { condition, outcome in
            let both = Filter.both(filter, condition)
            return both == .none ? nil : (both, outcome)
        }
    }
}
