/// Aggregates of the models that a condition is true of. ``TransactionReader/aggregate(_:where:by:in:)``
/// does several at once, and by more than one field.
extension DAO {
    /// The least value of a property, nil left out; nil if there is none.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` for a property that the schema does not declare;
    ///   ``StorageError/Code/decodingFailed`` if a record has something else in its place.
    /// - Complexity: O(log n) with an index on the property and no condition, otherwise O(n).
    public func minimum<Value: FieldRepresentable>(
        of property: KeyPath<Model, Value>, where condition: Condition<Model> = .all,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Value? {
        try extreme(property, condition, isDescending: false, in: transaction)
    }

    /// The greatest value of a property, nil left out; nil if there is none.
    ///
    /// - Throws: As ``minimum(of:where:in:)``.
    /// - Complexity: As ``minimum(of:where:in:)``.
    public func maximum<Value: FieldRepresentable>(
        of property: KeyPath<Model, Value>, where condition: Condition<Model> = .all,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Value? {
        try extreme(property, condition, isDescending: true, in: transaction)
    }

    /// The sum of a property, nil left out; zero if there is nothing to sum.
    ///
    /// - Throws: ``StorageError/Code/overflow`` if the type does not hold it, and as
    ///   ``minimum(of:where:in:)``.
    /// - Complexity: O(n) or better.
    public func sum<Number: NumberRepresentable>(
        of property: KeyPath<Model, Number>, where condition: Condition<Model> = .all,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Number {
        let path = try schema.path(of: property)
        let sum = try value(.sum(path), condition, in: transaction)
        guard let number = Number(sum: sum) else {
            throw StorageError(
                .overflow,
                "the sum \(sum.json) of \(property) is beyond what \(Number.self) holds; ask the "
                    + "transaction for the aggregate, which gives it as it is",
                collection: collection.name, field: path.description)
        }
        return number
    }

    /// The average of a property, nil left out, as the nearest Double; nil if there is nothing.
    ///
    /// - Throws: As ``sum(of:where:in:)``.
    /// - Complexity: O(n) or better.
    public func average<Number: NumberRepresentable>(
        of property: KeyPath<Model, Number>, where condition: Condition<Model> = .all,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Double? {
        let path = try schema.path(of: property)
        return Double(sum: try value(.average(path), condition, in: transaction))
    }

    /// The different values of a property, sorted.
    ///
    /// - Throws: As ``minimum(of:where:in:)``.
    /// - Complexity: O(n) or better, in memory for the values.
    public func distinct<Value: FieldRepresentable>(
        _ property: KeyPath<Model, Value>, where condition: Condition<Model> = .all,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [Value] {
        let path = try schema.path(of: property)
        let found = try transaction.distinct(
            path, where: try condition.filter(), in: collection.name)
        var values: [Value] = []
        for value in found { values.append(try decode(value, path)) }
        return values
    }

    /// How many models have each value of a property, sorted by value.
    ///
    /// - Throws: As ``minimum(of:where:in:)``.
    /// - Complexity: O(n) or better, in memory for the values.
    public func count<Value: FieldRepresentable>(
        by property: KeyPath<Model, Value>, where condition: Condition<Model> = .all,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [(value: Value, count: Int)] {
        let path = try schema.path(of: property)
        let rows = try transaction.aggregate(
            [.count], where: try condition.filter(), by: [path], in: collection.name)
        var counts: [(value: Value, count: Int)] = []
        for row in rows {
            guard case .int(let count) = row.values[0] else { continue }
            counts.append((try decode(row.group[0], path), Int(count)))
        }
        return counts
    }

    /// The first value in an order that leaves nil out.
    private func extreme<Value: FieldRepresentable>(
        _ property: KeyPath<Model, Value>, _ condition: Condition<Model>, isDescending: Bool,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Value? {
        let path = try schema.path(of: property)
        let query = Query(
            where: try condition.filter() && .not(.isNull(path)),
            orderedBy: [Order(path, descending: isDescending)], limit: 1)
        guard let entry = try transaction.records(query, in: collection.name).first else {
            return nil
        }
        let value =
            path.isKey
            ? try entry.key.value() : try StorageCore.Value.object(entry.record).member(path)
        return try decode(value ?? .null, path)
    }

    private func value(
        _ aggregate: Aggregate, _ condition: Condition<Model>,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Value {
        let rows = try transaction.aggregate(
            [aggregate], where: try condition.filter(), in: collection.name)
        return rows.first?.values.first ?? .null
    }

    private func decode<Value: FieldRepresentable>(
        _ value: StorageCore.Value, _ path: FieldPath
    ) throws(StorageError) -> Value {
        guard let decoded = Value(fieldValue: value) else {
            throw StorageError(
                .decodingFailed,
                "the field \(path) of '\(collection.name)' has the value \(value.json), which is no "
                    + "\(Value.self)",
                collection: collection.name, field: path.description)
        }
        return decoded
    }
}
