extension DAO {
    /// Keeps a new model.
    ///
    /// - Throws: ``StorageError/Code/alreadyExists`` if there is one with its id;
    ///   ``StorageError/Code/invalidValue``, naming collection, key and field, if it cannot be
    ///   kept.
    /// - Complexity: O(log n).
    @inlinable
    public func insert(
        _ model: Model, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try put(model, if: .absent, in: transaction)
    }

    /// Keeps a model, in place of the one with its id if there is one.
    ///
    /// - Throws: ``StorageError/Code/invalidValue``, naming collection, key and field, if it cannot
    ///   be kept.
    /// - Complexity: O(log n).
    @inlinable
    public func upsert(
        _ model: Model, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try put(model, if: .always, in: transaction)
    }

    /// Keeps a model in place of the one with its id.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if there is none; ``StorageError/Code/invalidValue``,
    ///   naming collection, key and field, if it cannot be kept.
    /// - Complexity: O(log n).
    @inlinable
    public func update(
        _ model: Model, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try put(model, if: .present, in: transaction)
    }

    /// Inserts all models or, if one cannot be inserted, none.
    ///
    /// - Throws: As ``insert(_:in:)``, for the first that fails.
    /// - Complexity: O(models · log n).
    @inlinable
    public func insert(
        contentsOf models: some Sequence<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try put(each: models, if: .absent, in: transaction)
    }

    /// Upserts all models or, if one cannot be kept, none.
    ///
    /// - Throws: As ``upsert(_:in:)``, for the first that fails.
    /// - Complexity: O(models · log n).
    @inlinable
    public func upsert(
        contentsOf models: some Sequence<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try put(each: models, if: .always, in: transaction)
    }

    /// Updates all models or, if one cannot be updated, none.
    ///
    /// - Throws: As ``update(_:in:)``, for the first that fails.
    /// - Complexity: O(models · log n).
    @inlinable
    public func update(
        contentsOf models: some Sequence<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try put(each: models, if: .present, in: transaction)
    }

    /// Deletes the model of `id`.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(log n).
    @discardableResult
    @inlinable
    public func delete(
        _ id: Model.ID, in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Bool {
        var wasThere = false
        do {
            try Key.lend(id) { wasThere = try place.delete($0, in: transaction) }
        } catch {
            throw place.wrapping(error, "delete")
        }
        return wasThere
    }

    /// Deletes the models of `ids`.
    ///
    /// - Returns: How many there were.
    /// - Complexity: O(ids · log n).
    @discardableResult
    @inlinable
    public func delete(
        ids: some Sequence<Model.ID>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Int {
        var deleted = 0
        try place.changeEach(in: transaction) {
            for id in ids where try delete(id, in: transaction) { deleted += 1 }
        }
        return deleted
    }

    /// Deletes all models.
    ///
    /// - Returns: How many there were.
    /// - Complexity: O(n) or better.
    @discardableResult
    public func deleteAll(in transaction: borrowing WriteTransaction) throws(StorageError) -> Int {
        guard let entry = try entry(in: transaction.access) else { return 0 }
        return try transaction.delete(.all, in: entry)
    }

    /// Lends the model of `id` to `body`, and keeps what `body` made of it.
    ///
    /// `body` sees nil if there is none. If it leaves a model it is kept, if it leaves nil the
    /// model is deleted, and if it throws nothing changes.
    ///
    /// - Returns: The result of `body`.
    /// - Throws: The error thrown by `body`, unchanged; ``StorageError/Code/invalidArgument`` if the
    ///   model has another id afterwards.
    /// - Complexity: O(log n) beyond `body`.
    public func modify<Result>(
        _ id: Model.ID, in transaction: borrowing WriteTransaction,
        _ body: (inout Model?) throws -> Result
    ) throws -> Result {
        var model = try get(id, in: transaction)
        let wasThere = model != nil
        let result = try body(&model)
        if let model {
            let key = try key(of: model)
            guard try key == self.key(id) else {
                throw StorageError.moved(Model.self, try self.key(id), key, collection)
            }
            try put(model, if: .always, in: transaction)
        } else if wasThere {
            try delete(id, in: transaction)
        }
        return result
    }

    @inlinable
    func put(
        _ model: Model, if condition: PutCondition, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        do {
            try Key.lend(model.id) { key in
                try place.check(key)
                try FieldWriter.lend { writer in
                    do {
                        try parts.translator.write(model, to: &writer)
                    } catch {
                        throw place.unencodable(error, key: key)
                    }
                    try writer.withBytes { record in
                        try place.put(record, key, if: condition, in: transaction)
                    }
                }
            }
        } catch {
            throw place.wrapping(error, "put")
        }
    }

    /// Keeps all models or none.
    @inlinable
    func put(
        each models: some Sequence<Model>, if condition: PutCondition,
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try place.changeEach(in: transaction) {
            for model in models { try put(model, if: condition, in: transaction) }
        }
    }
}
