/// Aggregates in a transaction of their own, with `await`. The rules are those of the forms with a transaction.
extension DAO {
    /// The least value of a property, nil left out; nil if there is none.
    public nonisolated(nonsending) func minimum<Value: FieldRepresentable>(
        of property: KeyPath<Model, Value>, where condition: Condition<Model> = .all
    ) async throws -> Value? {
        try await database.read { try minimum(of: property, where: condition, in: $0) }
    }

    /// The greatest value of a property, nil left out; nil if there is none.
    public nonisolated(nonsending) func maximum<Value: FieldRepresentable>(
        of property: KeyPath<Model, Value>, where condition: Condition<Model> = .all
    ) async throws -> Value? {
        try await database.read { try maximum(of: property, where: condition, in: $0) }
    }

    /// The sum of a property, nil left out; zero if there is nothing to sum.
    public nonisolated(nonsending) func sum<Number: NumberRepresentable>(
        of property: KeyPath<Model, Number>, where condition: Condition<Model> = .all
    ) async throws -> Number {
        try await database.read { try sum(of: property, where: condition, in: $0) }
    }

    /// The average of a property, nil left out, as the nearest Double; nil if there is nothing.
    public nonisolated(nonsending) func average<Number: NumberRepresentable>(
        of property: KeyPath<Model, Number>, where condition: Condition<Model> = .all
    ) async throws -> Double? {
        try await database.read { try average(of: property, where: condition, in: $0) }
    }

    /// The different values of a property, sorted.
    public nonisolated(nonsending) func distinct<Value: FieldRepresentable>(
        _ property: KeyPath<Model, Value>, where condition: Condition<Model> = .all
    ) async throws -> [Value] {
        try await database.read { try distinct(property, where: condition, in: $0) }
    }

    /// How many models have each value of a property, sorted by value.
    public nonisolated(nonsending) func count<Value: FieldRepresentable>(
        by property: KeyPath<Model, Value>, where condition: Condition<Model> = .all
    ) async throws -> [(value: Value, count: Int)] {
        try await database.read { try count(by: property, where: condition, in: $0) }
    }
}
