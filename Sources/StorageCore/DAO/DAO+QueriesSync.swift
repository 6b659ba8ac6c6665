/// Queries in a transaction of their own. The rules are those of the forms with a transaction.
extension DAO {
    /// The models that `condition` is true of, in order.
    @inlinable
    public func read(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        limit: Int? = nil, offset: Int = 0
    ) throws -> [Model] {
        let query = try query(condition, orders, limit, offset)
        return try database.read { try read(query, in: $0) }
    }

    /// The first of the models that `condition` is true of, or nil if there is none.
    @inlinable
    public func first(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...
    ) throws -> Model? {
        let query = try query(condition, orders, 1, 0)
        return try database.read { try read(query, in: $0).first }
    }

    /// A page of the models that `condition` is true of: `size` of them, from `position` on.
    public func page(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        size: Int, at position: Cursor.Position? = nil
    ) throws -> Page<Model> {
        let query = try query(condition, orders, size, 0, position)
        return try database.read { try page(query, in: $0) }
    }

    /// The number of models that `condition` is true of.
    public func count(where condition: Condition<Model>) throws -> Int {
        try database.read { try count(where: condition, in: $0) }
    }

    /// Lends each model that `condition` is true of to `body`, keeps what `body` made of it, and
    /// returns how many there were.
    @discardableResult
    public func update(
        where condition: Condition<Model>, set body: (inout Model) throws -> Void
    ) throws -> Int {
        try database.write { try update(where: condition, in: $0, set: body) }
    }

    /// Sets properties of the models that `condition` is true of, and returns how many there were.
    @discardableResult
    public func update(
        where condition: Condition<Model>, set assignments: Assignment<Model>...
    ) throws -> Int {
        try database.write { try update(condition, assignments, in: $0) }
    }

    /// Deletes the models that `condition` is true of, and returns how many there were.
    @discardableResult
    public func delete(where condition: Condition<Model>) throws -> Int {
        try database.write { try delete(where: condition, in: $0) }
    }

    /// Sets properties of the model of `id`, and leaves its other fields as they are.
    public func merge(_ id: Model.ID, set assignments: Assignment<Model>...) throws {
        try database.write { try merge(id, assignments, in: $0) }
    }
}
