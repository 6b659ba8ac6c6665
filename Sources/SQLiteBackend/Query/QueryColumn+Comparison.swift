import StorageCore

extension QueryColumn {
    /// The values that compare so with a constant, or nil if SQL cannot say that.
    func compared(_ comparison: Comparison, _ value: Value) -> SQLCondition? {
        guard let standing = standing(of: value),
            comparison == .equal || comparison == .notEqual || isOrdered(at: standing)
        else { return nil }
        return switch comparison {
        case .equal: equal(standing)
        case .notEqual: notEqual(standing)
        case .less: below(standing)
        case .lessOrEqual: orEqual(below(standing), standing, .lessOrEqual)
        case .greater: above(standing)
        case .greaterOrEqual: orEqual(above(standing), standing, .greaterOrEqual)
        }
    }

    /// Whether SQLite tells what is below and above a constant.
    private func isOrdered(at standing: Standing) -> Bool {
        if isOrdered { return true }
        if case .at = standing { return false }
        // Encoded keys are of all classes.
        return kind != nil
    }

    /// The values that a constant is.
    func equal(_ standing: Standing) -> SQLCondition {
        switch standing {
        case .at(let value): compare(.equal, value)
        case .null: isNull
        default: .never
        }
    }

    private func notEqual(_ standing: Standing) -> SQLCondition {
        switch standing {
        case .at(let value): compare(.isNot, value)
        case .null: isNotNull
        default: .always
        }
    }

    /// The values of a constant's class that are below it.
    private func below(_ standing: Standing) -> SQLCondition {
        switch standing {
        case .at(let value), .below(let value): compare(.less, value)
        case .above(let value): compare(.lessOrEqual, value)
        case .last: isNotNull
        case .first, .null, .foreign: .never
        }
    }

    /// The values of a constant's class that are above it.
    private func above(_ standing: Standing) -> SQLCondition {
        switch standing {
        case .at(let value), .above(let value): compare(.greater, value)
        case .below(let value): compare(.greaterOrEqual, value)
        case .first: isNotNull
        case .last, .null, .foreign: .never
        }
    }

    private func orEqual(
        _ strict: SQLCondition, _ standing: Standing, _ relation: Relation
    ) -> SQLCondition {
        switch standing {
        case .at(let value): compare(relation, value)
        case .null: isNull
        default: strict
        }
    }

    /// The values that come before a constant in the order of all values, NULL among them.
    func before(_ standing: Standing) -> SQLCondition {
        switch standing {
        case .null: .never
        case .foreign(let isBefore): isBefore ? isNull : .always
        default: .disjunction([below(standing), isNull])
        }
    }

    /// The values that come behind a constant in the order of all values.
    func behind(_ standing: Standing) -> SQLCondition {
        switch standing {
        case .null: isNotNull
        case .foreign(let isBefore): isBefore ? isNotNull : .never
        default: above(standing)
        }
    }
}
