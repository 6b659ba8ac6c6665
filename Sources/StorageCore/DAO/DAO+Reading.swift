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
    @inlinable
    public func get(
        _ id: Model.ID, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> Model? {
        var model: Model?
        do {
            try Key.lend(id) { key in
                do {
                    try place.get(key, in: transaction.access) { model = try decode($0, key) }
                } catch {
                    throw place.wrapping(error, "get", key: place.key(key))
                }
            }
        } catch {
            throw place.wrapping(error, "encode a key")
        }
        // A copy would count the references in the model.
        return model.take()
    }

    /// The models of `ids`, each in the place of its id, with nil for those that are missing.
    ///
    /// - Throws: As ``get(_:in:)``.
    /// - Complexity: O(ids · log n).
    @inlinable
    public func get(
        ids: some Sequence<Model.ID>, in transaction: borrowing some TransactionReader & ~Copyable
    ) throws(StorageError) -> [Model?] {
        var models: [Model?] = []
        models.reserveCapacity(ids.underestimatedCount)
        for id in ids { models.append(try get(id, in: transaction)) }
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
    @inlinable
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
            throw place.wrapping(error, "read all")
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
    @inlinable
    public func scan(
        undecodable: UndecodableRecords = .fail,
        in transaction: borrowing some TransactionReader & ~Copyable,
        _ body: (Model) throws -> Bool
    ) throws {
        guard case .skip(let report) = undecodable else {
            return try place.scan(in: transaction.access) { try body(decode($1, $0)) }
        }
        try place.scan(in: transaction.access) { key, record in
            let model: Model
            do throws(StorageError) {
                model = try decode(record, key)
            } catch {
                report(error)
                return true
            }
            return try body(model)
        }
    }
}
