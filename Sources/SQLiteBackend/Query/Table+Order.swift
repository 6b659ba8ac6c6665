import StorageCore

extension Table {
    /// The columns that an order sorts by, or nil if SQLite does not sort all of them as values
    /// sort.
    func columns(of order: EngineOrder) -> [QueryColumn]? {
        var columns: [QueryColumn] = []
        for part in order.parts {
            guard let column = QueryColumn(part.path, in: self), column.isOrdered else {
                return nil
            }
            columns.append(column)
        }
        return columns
    }

    /// The rows behind a position in an order: those that meet the first condition, and behind
    /// them those that meet the second, if there are two. Nil if SQL cannot say that.
    ///
    /// An index finds the first row of each. One condition for both would be beyond it where NULL
    /// is at stake: no single range of an index is all values below 5, and NULL.
    func rows(behind position: EnginePosition, in order: EngineOrder) -> [SQLCondition]? {
        guard let columns = columns(of: order), columns.count == position.values.count else {
            return nil
        }
        var standings: [Standing] = []
        for (column, value) in zip(columns, position.values) {
            guard let standing = column.standing(of: value) else { return nil }
            standings.append(standing)
        }
        var rest = keys(behind: position.key, isDescending: order.isKeyDescending)
        for index in columns.indices.dropFirst().reversed() {
            let (column, standing) = (columns[index], standings[index])
            let further =
                order.parts[index].isDescending
                ? column.before(standing) : column.behind(standing)
            rest = .disjunction([further, .conjunction([column.equal(standing), rest])])
        }
        guard let column = columns.first, let standing = standings.first else { return [rest] }
        return order.parts[0].isDescending
            ? column.descending(from: standing, rest) : column.ascending(from: standing, rest)
    }

    private func keys(behind key: Key, isDescending: Bool) -> SQLCondition {
        let range = KeyRange.all.beyond(key.bytes, reversed: isDescending)
        guard let bounds = KeyBounds(range, self.key) else { return .never }
        if let lower = bounds.lower {
            return SQLCondition("t.key \(lower.isStrict ? ">" : ">=") ?", [lower.value])
        }
        if let upper = bounds.upper {
            return SQLCondition("t.key \(upper.isStrict ? "<" : "<=") ?", [upper.value])
        }
        return .always
    }
}

extension QueryColumn {
    /// The rows from a value on, upwards: of those that have it, the ones that meet `rest`.
    fileprivate func ascending(from standing: Standing, _ rest: SQLCondition) -> [SQLCondition] {
        switch standing {
        case .at(let value):
            [
                .conjunction([
                    compare(.greaterOrEqual, value),
                    .disjunction([compare(.greater, value), rest]),
                ])
            ]
        case .null: [.conjunction([isNull, rest]), isNotNull]
        default: [behind(standing)]
        }
    }

    /// The rows from a value on, downwards: of those that have it, the ones that meet `rest`.
    fileprivate func descending(from standing: Standing, _ rest: SQLCondition) -> [SQLCondition] {
        switch standing {
        case .at(let value):
            [
                .conjunction([
                    compare(.lessOrEqual, value), .disjunction([compare(.less, value), rest]),
                ]),
                isNull,
            ]
        case .above(let value): [compare(.lessOrEqual, value), isNull]
        case .below(let value): [compare(.less, value), isNull]
        case .null: [.conjunction([isNull, rest])]
        case .first, .last, .foreign: [before(standing)]
        }
    }
}
