/// The people that a contender writes, made before anything is measured.
public final class People<Model: Person>: Sendable {
    /// Those that are inserted at once.
    public let inserted: [Model]
    /// Those that are updated, as they are afterwards.
    public let changed: [Model]
    private let count: Int

    /// Makes the people of a plan.
    public init(_ plan: Plan) {
        let count = plan.count
        self.count = count
        inserted = plan.inserted.map { Model(PersonValues(number: $0, of: count)) }
        changed = plan.changed.map { .changed(Int($0), of: count) }
    }

    /// One more person.
    public func person(_ number: Int) -> Model {
        Model(PersonValues(number: number, of: count))
    }

    /// The person of an id, changed.
    public func changed(_ id: Int64) -> Model {
        .changed(Int(id), of: count)
    }
}
