/// Each call in a transaction of its own, with `await`: reads run in place, writes queue in the
/// order in which they are submitted and are committed in groups. The rules are those of the
/// asynchronous forms of ``Database/read(_:)-(_)`` and ``Database/write(_:)-(_)``.
extension DAO {
    /// The model of `id`, or nil if there is none.
    @inlinable
    public nonisolated(nonsending) func get(_ id: Model.ID) async throws -> Model? {
        try await database.read { try get(id, in: $0) }
    }

    /// The models of `ids`, each in the place of its id, with nil for those that are missing.
    @inlinable
    public nonisolated(nonsending) func get(ids: some Sequence<Model.ID>) async throws -> [Model?] {
        try await database.read { try get(ids: ids, in: $0) }
    }

    /// Whether there is a model of `id`.
    public nonisolated(nonsending) func contains(_ id: Model.ID) async throws -> Bool {
        try await database.read { try contains(id, in: $0) }
    }

    /// The number of models.
    public nonisolated(nonsending) func count() async throws -> Int {
        try await database.read { try count(in: $0) }
    }

    /// All models, in the order of their keys.
    @inlinable
    public nonisolated(nonsending) func all(undecodable: UndecodableRecords = .fail) async throws
        -> [Model]
    {
        try await database.read { try all(undecodable: undecodable, in: $0) }
    }

    /// Keeps a new model; throws ``StorageError/Code/alreadyExists`` if there is one with its id.
    @inlinable
    public func insert(_ model: Model) async throws {
        try await database.write { try insert(model, in: $0) }
    }

    /// Inserts all models or, if one cannot be inserted, none.
    @inlinable
    public func insert(contentsOf models: some Sequence<Model> & Sendable) async throws {
        try await database.write { try insert(contentsOf: models, in: $0) }
    }

    /// Keeps a model, in place of the one with its id if there is one.
    @inlinable
    public func upsert(_ model: Model) async throws {
        try await database.write { try upsert(model, in: $0) }
    }

    /// Upserts all models or, if one cannot be kept, none.
    @inlinable
    public func upsert(contentsOf models: some Sequence<Model> & Sendable) async throws {
        try await database.write { try upsert(contentsOf: models, in: $0) }
    }

    /// Keeps a model in place of the one with its id; throws ``StorageError/Code/notFound`` if
    /// there is none.
    @inlinable
    public func update(_ model: Model) async throws {
        try await database.write { try update(model, in: $0) }
    }

    /// Updates all models or, if one cannot be updated, none.
    @inlinable
    public func update(contentsOf models: some Sequence<Model> & Sendable) async throws {
        try await database.write { try update(contentsOf: models, in: $0) }
    }

    /// Deletes the model of `id`, and returns whether there was one.
    @discardableResult
    @inlinable
    public func delete(_ id: Model.ID) async throws -> Bool {
        try await database.write { try delete(id, in: $0) }
    }

    /// Deletes the models of `ids`, and returns how many there were.
    @discardableResult
    @inlinable
    public func delete(ids: some Sequence<Model.ID> & Sendable) async throws -> Int {
        try await database.write { try delete(ids: ids, in: $0) }
    }

    /// Deletes all models, and returns how many there were.
    @discardableResult
    public func deleteAll() async throws -> Int {
        try await database.write { try deleteAll(in: $0) }
    }

    /// Lends the model of `id`, or nil, to `body`, and keeps what `body` made of it.
    public func modify<Result: Sendable>(
        _ id: Model.ID, _ body: @escaping @Sendable (inout Model?) throws -> Result
    ) async throws -> Result {
        try await database.write { try modify(id, in: $0, body) }
    }
}
