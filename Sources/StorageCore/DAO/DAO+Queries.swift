extension DAO {
    /// The models that `condition` is true of, in order.
    ///
    /// Models that are equal in all of `orders`, and all of them without one, stand in the order of
    /// their keys. Of these, the first `offset` are left out, and `limit` at most are read.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` for a property that the schema does not declare;
    ///   ``StorageError/Code/invalidArgument`` for a negative limit or offset;
    ///   ``StorageError/Code/decodingFailed`` as ``get(_:in:)``.
    /// - Complexity: With an index that fits, O(log n + models); otherwise O(n). See
    ///   ``explain(where:orderedBy:limit:in:)``.
    @inlinable
    public func read(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        limit: Int? = nil, offset: Int = 0,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [Model] {
        try read(try query(condition, orders, limit, offset), in: transaction)
    }

    /// The first of the models that `condition` is true of, or nil if there is none.
    ///
    /// - Throws: As ``read(where:orderedBy:limit:offset:in:)``.
    @inlinable
    public func first(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Model? {
        try read(try query(condition, orders, 1, 0), in: transaction).first
    }

    /// Lends the models that `condition` is true of to `body`, in order, until it returns false.
    ///
    /// The rules are those of ``TransactionReader/scan(_:in:_:)``.
    ///
    /// - Throws: The error thrown by `body`, unchanged, and as
    ///   ``read(where:orderedBy:limit:offset:in:)``.
    @inlinable
    public func scan(
        where condition: Condition<Model>, orderedBy orders: Ordering<Model>...,
        in transaction: borrowing some TransactionReader & ~Copyable,
        _ body: (Model) throws -> Bool
    ) throws {
        let query = try query(condition, orders, nil, 0)
        try place.scan(query, in: transaction.access) { try body(decode($1, $0)) }
    }

    /// A page of the models that `condition` is true of: `size` of them, from `position` on.
    ///
    /// - Throws: ``StorageError/Code/invalidCursor`` for a cursor of another query;
    ///   ``StorageError/Code/invalidArgument`` for a size below 1; as
    ///   ``read(where:orderedBy:limit:offset:in:)``.
    public func page(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        size: Int, at position: Cursor.Position? = nil,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Page<Model> {
        try page(try query(condition, orders, size, 0, position), in: transaction)
    }

    /// The number of models that `condition` is true of.
    ///
    /// - Throws: As ``read(where:orderedBy:limit:offset:in:)``; nothing is decoded.
    public func count(
        where condition: Condition<Model>,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Int {
        try transaction.count(where: try condition.filter(), in: collection.name)
    }

    /// How the models that `condition` is true of would be found.
    public func explain(
        where condition: Condition<Model> = .all, orderedBy orders: Ordering<Model>...,
        limit: Int? = nil, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> QueryPlan {
        try transaction.explain(try query(condition, orders, limit, 0), in: collection.name)
    }

    /// Lends each model that `condition` is true of to `body`, and keeps what `body` made of it.
    ///
    /// Each of them is changed once, wherever the change moves it in the order. If `body` throws,
    /// all of them are as before.
    ///
    /// - Returns: How many models there were.
    /// - Throws: The error thrown by `body`, unchanged; ``StorageError/Code/invalidArgument`` if a
    ///   model has another id afterwards; as ``read(where:orderedBy:limit:offset:in:)``.
    /// - Complexity: O(models · log n) beyond finding them, with their keys in memory.
    @discardableResult
    public func update(
        where condition: Condition<Model>, in transaction: borrowing WriteTransaction,
        set body: (inout Model) throws -> Void
    ) throws -> Int {
        let query = Query(where: try condition.filter())
        return try transaction.update(query, in: collection.name) { key, record in
            var model = try decode(record, key)
            try body(&model)
            let moved = try self.key(of: model)
            guard moved == key else { throw StorageError.moved(Model.self, key, moved, collection) }
            record = try encode(model, key)
        }
    }

    /// Sets properties of the models that `condition` is true of, and leaves their other fields as
    /// they are.
    ///
    /// - Returns: How many models there were.
    /// - Throws: As ``read(where:orderedBy:limit:offset:in:)``.
    /// - Complexity: O(models · log n) beyond finding them, with their keys in memory.
    @discardableResult
    public func update(
        where condition: Condition<Model>, set assignments: Assignment<Model>...,
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Int {
        try update(condition, assignments, in: transaction)
    }

    /// Deletes the models that `condition` is true of.
    ///
    /// - Returns: How many there were.
    /// - Throws: As ``read(where:orderedBy:limit:offset:in:)``.
    /// - Complexity: O(models · log n) beyond finding them, with their keys in memory.
    @discardableResult
    public func delete(
        where condition: Condition<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Int {
        try transaction.delete(Query(where: try condition.filter()), in: collection.name)
    }

    /// Sets properties of the model of `id`, and leaves its other fields as they are, those that
    /// the model does not know included.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if there is no such model;
    ///   ``StorageError/Code/unknownField`` for a property that the schema does not declare.
    /// - Complexity: O(log n).
    public func merge(
        _ id: Model.ID, set assignments: Assignment<Model>...,
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try merge(id, assignments, in: transaction)
    }
}

extension DAO {
    @usableFromInline
    func query(
        _ condition: Condition<Model>, _ orders: [Ordering<Model>], _ limit: Int?, _ offset: Int,
        _ position: Cursor.Position? = nil
    ) throws(StorageError) -> Query {
        var resolved: [Order] = []
        for ordering in orders { resolved.append(try ordering.order(in: schema)) }
        return Query(
            where: try condition.filter(), orderedBy: resolved, limit: limit, offset: offset,
            position: position)
    }

    @inlinable
    func read(
        _ query: Query, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [Model] {
        var models: [Model] = []
        do {
            try place.run(query, in: transaction.access) { key, record in
                models.append(try decode(record, key))
                return true
            }
        } catch {
            throw place.wrapping(error, "query")
        }
        return models
    }

    func page(
        _ query: Query, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Page<Model> {
        try transaction.page(query, in: collection.name).map { (entry) throws(StorageError) in
            try decode(entry.record, entry.key)
        }
    }

    func update(
        _ condition: Condition<Model>, _ assignments: [Assignment<Model>],
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Int {
        let changes = try assignments.changes(in: schema)
        let query = Query(where: try condition.filter())
        do {
            return try transaction.update(query, in: collection.name) { _, record in
                record = try record.merging(changes)
            }
        } catch {
            throw .wrapping(error, "update by a query", collection: collection.name)
        }
    }

    func merge(
        _ id: Model.ID, _ assignments: [Assignment<Model>],
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        let key = try key(id)
        let changes = try assignments.changes(in: schema)
        guard let record = try transaction.get(key, in: collection.name) else {
            throw StorageError(
                .notFound,
                "cannot merge into the \(Model.self) with key \(key) in '\(collection.name)': there "
                    + "is none; use insert or upsert to add it",
                collection: collection.name, key: key)
        }
        try transaction.put(try record.merging(changes), key: key, in: collection.name)
    }
}

extension StorageError {
    static func moved(
        _ model: Any.Type, _ old: Key, _ new: Key, _ collection: CollectionSchema
    ) -> StorageError {
        StorageError(
            .invalidArgument,
            "the \(model) was read by the key \(old) and has the key \(new) now; to move it, insert "
                + "it anew and delete the old one",
            collection: collection.name, key: new)
    }
}
