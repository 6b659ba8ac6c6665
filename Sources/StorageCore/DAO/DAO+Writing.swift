extension DAO {
    /// Keeps a new model.
    ///
    /// - Throws: ``StorageError/Code/alreadyExists`` if there is one with its id;
    ///   ``StorageError/Code/invalidValue``, naming collection, key and field, if it cannot be
    ///   kept.
    /// - Complexity: O(log n).
    public func insert(
        _ model: Model, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        let key = try key(of: model)
        guard try put(model, key, if: .absent, in: transaction) else {
            throw StorageError(
                .alreadyExists,
                "cannot insert the \(Model.self) with key \(key) into '\(collection.name)': there "
                    + "is one already; use update or upsert to replace it",
                collection: collection.name, key: key)
        }
    }

    /// Keeps a model, in place of the one with its id if there is one.
    ///
    /// - Throws: ``StorageError/Code/invalidValue``, naming collection, key and field, if it cannot
    ///   be kept.
    /// - Complexity: O(log n).
    public func upsert(
        _ model: Model, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        _ = try put(model, key(of: model), if: .always, in: transaction)
    }

    /// Keeps a model in place of the one with its id.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if there is none; ``StorageError/Code/invalidValue``,
    ///   naming collection, key and field, if it cannot be kept.
    /// - Complexity: O(log n).
    public func update(
        _ model: Model, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        let key = try key(of: model)
        guard try put(model, key, if: .present, in: transaction) else {
            throw StorageError(
                .notFound,
                "cannot update the \(Model.self) with key \(key) in '\(collection.name)': there is "
                    + "none; use insert or upsert to add it",
                collection: collection.name, key: key)
        }
    }

    /// Inserts all models or, if one cannot be inserted, none.
    ///
    /// - Throws: As ``insert(_:in:)``, for the first that fails.
    /// - Complexity: O(models · log n).
    public func insert(
        contentsOf models: some Sequence<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try transaction.atomically { () throws(StorageError) in
            try each(models) { (model) throws(StorageError) in
                try insert(model, in: transaction)
            }
        }
    }

    /// Upserts all models or, if one cannot be kept, none.
    ///
    /// - Throws: As ``upsert(_:in:)``, for the first that fails.
    /// - Complexity: O(models · log n).
    public func upsert(
        contentsOf models: some Sequence<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try transaction.atomically { () throws(StorageError) in
            try each(models) { (model) throws(StorageError) in
                try upsert(model, in: transaction)
            }
        }
    }

    /// Updates all models or, if one cannot be updated, none.
    ///
    /// - Throws: As ``update(_:in:)``, for the first that fails.
    /// - Complexity: O(models · log n).
    public func update(
        contentsOf models: some Sequence<Model>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) {
        try transaction.atomically { () throws(StorageError) in
            try each(models) { (model) throws(StorageError) in
                try update(model, in: transaction)
            }
        }
    }

    /// Deletes the model of `id`.
    ///
    /// - Returns: Whether there was one.
    /// - Complexity: O(log n).
    @discardableResult
    public func delete(
        _ id: Model.ID, in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Bool {
        let key = try key(id)
        guard let entry = try entry(in: transaction.access) else { return false }
        return try transaction.delete(key, in: entry)
    }

    /// Deletes the models of `ids`.
    ///
    /// - Returns: How many there were.
    /// - Complexity: O(ids · log n).
    @discardableResult
    public func delete(
        ids: some Sequence<Model.ID>, in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Int {
        try transaction.atomically { () throws(StorageError) in
            var deleted = 0
            for id in ids where try delete(id, in: transaction) { deleted += 1 }
            return deleted
        }
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
            _ = try put(model, key, if: .always, in: transaction)
        } else if wasThere {
            try delete(id, in: transaction)
        }
        return result
    }

    private func put(
        _ model: Model, _ key: Key, if condition: PutCondition,
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Bool {
        let entry = try writableEntry(in: transaction)
        var isKept = false
        do {
            try encode(model, key) { record in
                isKept = try transaction.put(record, key, in: entry, if: condition)
            }
        } catch {
            throw .wrapping(error, "put", collection: collection.name, key: key)
        }
        return isKept
    }

    /// Calls `body` with each model, without copies where they lie in one piece of memory.
    private func each(
        _ models: some Sequence<Model>, _ body: (Model) throws(StorageError) -> Void
    ) throws(StorageError) {
        do {
            let isDone: Bool? = try models.withContiguousStorageIfAvailable { models in
                for index in models.indices { try unsafe body(models[index]) }
                return true
            }
            if isDone != nil { return }
            for model in models { try body(model) }
        } catch {
            throw .wrapping(error, "put", collection: collection.name)
        }
    }
}
