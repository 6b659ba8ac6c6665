/// Queries in a transaction of their own, with `await`. The rules are those of the forms with a
/// transaction, and of ``Database/write(_:)-(_)``.
extension DAO {
    /// The models that `condition` is true of, in order.
    public nonisolated(nonsending) func read(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        limit: Int? = nil, offset: Int = 0
    ) async throws -> [Model] {
        let query = try query(condition, orders, limit, offset)
        return try await database.read { try read(query, in: $0) }
    }

    /// The first of the models that `condition` is true of, or nil if there is none.
    public nonisolated(nonsending) func first(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...
    ) async throws -> Model? {
        let query = try query(condition, orders, 1, 0)
        return try await database.read { try read(query, in: $0).first }
    }

    /// A page of the models that `condition` is true of: `size` of them, from `position` on.
    public nonisolated(nonsending) func page(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        size: Int, at position: Cursor.Position? = nil
    ) async throws -> Page<Model> {
        let query = try query(condition, orders, size, 0, position)
        return try await database.read { try page(query, in: $0) }
    }

    /// The number of models that `condition` is true of.
    public nonisolated(nonsending) func count(where condition: Condition<Model>) async throws -> Int
    {
        try await database.read { try count(where: condition, in: $0) }
    }

    /// The models that `condition` is true of, in order, for `for try await`.
    ///
    /// They are read a page at a time, each page in a snapshot of its own, so that a stream that
    /// waits holds nothing up: a model that nobody changes comes once, whatever others insert,
    /// delete or change meanwhile.
    public func stream(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...
    ) -> ModelStream<Model> {
        ModelStream(dao: self, condition: condition, orders: orders)
    }

    /// Lends each model that `condition` is true of to `body`, keeps what `body` made of it, and
    /// returns how many there were.
    @discardableResult
    public func update(
        where condition: Condition<Model>,
        set body: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Int {
        try await database.write { try update(where: condition, in: $0, set: body) }
    }

    /// Sets properties of the models that `condition` is true of, and returns how many there were.
    @discardableResult
    public func update(
        where condition: Condition<Model>, set assignments: Assignment<Model>...
    ) async throws -> Int {
        try await database.write { try update(condition, assignments, in: $0) }
    }

    /// Deletes the models that `condition` is true of, and returns how many there were.
    @discardableResult
    public func delete(where condition: Condition<Model>) async throws -> Int {
        try await database.write { try delete(where: condition, in: $0) }
    }

    /// Sets properties of the model of `id`, and leaves its other fields as they are.
    public func merge(_ id: Model.ID, set assignments: Assignment<Model>...) async throws {
        try await database.write { try merge(id, assignments, in: $0) }
    }
}

/// The models of a query, one after the other.
public struct ModelStream<Model: Entity>: AsyncSequence, Sendable {
    /// How many models are read at once.
    private static var pageSize: Int { 256 }

    let dao: DAO<Model>
    let condition: Condition<Model>
    let orders: [Ordering<Model>]

    /// Begins at the first model.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self)
    }

    /// Where a stream has come to.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: ModelStream
        private var models: [Model] = []
        private var position: Cursor.Position?
        private var isLastPage = false

        init(stream: ModelStream) {
            self.stream = stream
        }

        /// The next model, or nil at the end.
        ///
        /// - Throws: `CancellationError` in a task that was cancelled, and as
        ///   ``DAO/read(where:orderedBy:limit:offset:in:)``.
        public mutating func next() async throws -> Model? {
            if models.isEmpty, !isLastPage {
                let dao = stream.dao
                let query = try dao.query(
                    stream.condition, stream.orders, ModelStream.pageSize, 0, position)
                let page = try await dao.database.read { try dao.page(query, in: $0) }
                // Taken from the end, which is where an array gives its elements away.
                models = page.elements.reversed()
                position = page.next.map { .after($0) }
                isLastPage = page.next == nil
            }
            return models.popLast()
        }
    }
}
