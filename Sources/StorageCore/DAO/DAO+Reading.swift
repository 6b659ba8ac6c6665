/// What to do with a record that cannot be decoded while others can.
public enum UndecodableRecords {
    /// Throw the error.
    case fail
    /// Leave the record where it is, hand the error to the closure, and go on.
    case skip(report: (StorageError) -> Void)
}

extension DAO {
    /// The model of `id`, or nil if there is none.
    ///
    /// - Throws: ``StorageError/Code/decodingFailed``, naming collection, key and field, if its
    ///   record does not fit the model.
    /// - Complexity: O(log n).
    public func get(
        _ id: Model.ID, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Model? {
        guard let entry = try entry(in: transaction.access) else { return nil }
        return try get(key(id), entry, transaction.access)
    }

    /// The models of `ids`, each in the place of its id, with nil for those that are missing.
    ///
    /// - Throws: As ``get(_:in:)``.
    /// - Complexity: O(ids · log n).
    public func get(
        ids: some Sequence<Model.ID>, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [Model?] {
        let entry = try entry(in: transaction.access)
        var models: [Model?] = []
        models.reserveCapacity(ids.underestimatedCount)
        for id in ids {
            let key = try key(id)
            if let entry {
                models.append(try get(key, entry, transaction.access))
            } else {
                models.append(nil)
            }
        }
        return models
    }

    /// Whether there is a model of `id`.
    ///
    /// - Complexity: O(log n); nothing is decoded.
    public func contains(
        _ id: Model.ID, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Bool {
        let key = try key(id)
        guard let entry = try entry(in: transaction.access) else { return false }
        do {
            return try transaction.access.driver.get(key.bytes.span, in: entry.handle) { _ in }
        } catch {
            throw .wrapping(error, "get", collection: collection.name, key: key)
        }
    }

    /// The number of models.
    ///
    /// - Complexity: O(n) or better; nothing is decoded.
    public func count(
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Int {
        guard let entry = try entry(in: transaction.access) else { return 0 }
        do {
            return try transaction.access.driver.count(.all, in: entry.handle)
        } catch {
            throw .wrapping(error, "count", collection: collection.name)
        }
    }

    /// All models, in the order of their keys.
    ///
    /// - Throws: As ``get(_:in:)``, unless `undecodable` says otherwise.
    /// - Complexity: O(n).
    public func all(
        undecodable: UndecodableRecords = .fail,
        in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [Model] {
        var models: [Model] = []
        do {
            try scan(undecodable: undecodable, in: transaction) { model in
                models.append(model)
                return true
            }
        } catch {
            throw .wrapping(error, "read all", collection: collection.name)
        }
        return models
    }

    /// Lends each model to `body`, in the order of their keys, until it returns false.
    ///
    /// A scan goes from model to model: what `body` deletes ahead is not visited, what it writes
    /// ahead is, and nothing is visited twice.
    ///
    /// - Throws: The error thrown by `body`, unchanged; as ``get(_:in:)``, unless `undecodable`
    ///   says otherwise.
    /// - Complexity: O(visited models), in memory that does not grow with them.
    public func scan(
        undecodable: UndecodableRecords = .fail,
        in transaction: borrowing some TransactionReader & ~Copyable,
        _ body: (Model) throws -> Bool
    ) throws {
        guard let entry = try entry(in: transaction.access) else { return }
        try transaction.access.driver.scan(.all, in: entry.handle, reversed: false) { key, record in
            let model: Model
            do throws(StorageError) {
                model = try decode(record, key)
            } catch {
                guard case .skip(let report) = undecodable else { throw error }
                report(error)
                return true
            }
            return try body(model)
        }
    }

    private func get(
        _ key: Key, _ entry: Catalog.Entry, _ access: TransactionAccess
    ) throws(StorageError) -> Model? {
        var model: Model?
        do {
            _ = try access.driver.get(key.bytes.span, in: entry.handle) { record in
                model = try decode(record, key.bytes.span)
            }
        } catch {
            throw .wrapping(error, "get", collection: collection.name, key: key)
        }
        return model
    }
}
