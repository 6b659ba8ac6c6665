import StorageCore

/// One operation that reads or writes, on a storage and on a model.
struct OperationStep {
    private let operation: OperationList.Operation
    private let place: String

    /// - Parameters:
    ///   - operation: What to do.
    ///   - place: What failures call it.
    init(_ operation: OperationList.Operation, _ place: String) {
        self.operation = operation
        self.place = place
    }

    /// Fails unless the storage answers as the model does.
    func read(
        _ transaction: borrowing some TransactionReader & ~Copyable, _ model: Model
    ) throws {
        do {
            switch operation {
            case .get(let key, let name):
                try get(key, in: transaction, name, model[name])
            case .count(let stretch, let name):
                try expectEqual(
                    try transaction.count(stretch.range, in: name),
                    try model[name].items(stretch).count, place)
            case .scan(let stretch, let reversed, let limit, let name):
                let items = try model[name].items(stretch).map(\.entry)
                try expectEqual(
                    try transaction.entries(
                        stretch.range, in: name, reversed: reversed, limit: limit),
                    Array((reversed ? items.reversed() : items).prefix(limit ?? .max)), place)
            case .find(let query, let name):
                let oracle = try model[name].oracle()
                try expectEqual(
                    try transaction.keys(query, in: name, place), try oracle.keys(query), place)
                try expectEqual(
                    try transaction.countAnswer(query.filter, in: name, place),
                    try oracle.matching(query.filter).count, "\(place), the count")
            default: break
            }
        } catch let error as StorageError {
            throw error.failure(at: place)
        }
    }

    /// Fails unless the storage says of a change what the model says.
    func write(_ transaction: borrowing WriteTransaction, _ model: inout Model) throws {
        do {
            switch operation {
            case .prepare, .createIndex, .dropIndex: try declare(transaction, &model)
            case .put(let key, let record, let name):
                try expectAccepted(key, by: model[name]) {
                    try transaction.put(record, key: key, in: name)
                    try model.change(name) { try $0.put(Entry(key, record)) }
                }
            case .delete(let key, let name):
                try expectAccepted(key, by: model[name]) {
                    let isThere = try transaction.delete(key, in: name)
                    try expectEqual(isThere, try delete([key], from: name, &model) == 1, place)
                }
            case .deleteRange(let stretch, let name):
                let count = try transaction.delete(stretch.range, in: name)
                let keys = try model[name].items(stretch).map(\.entry.key)
                try expectEqual(count, try delete(keys, from: name, &model), place)
            case .deleteWhere(let query, let name):
                let count = try transaction.delete(query, in: name)
                let keys = try model[name].oracle().keys(query)
                try expectEqual(count, try delete(keys, from: name, &model), place)
            case .update(let query, let field, let value, let name):
                try update(query, (field, value), in: name, transaction, &model)
            default: break
            }
        } catch let error as StorageError {
            throw error.failure(at: place)
        }
    }
}

extension OperationStep {
    private func get(
        _ key: Key, in transaction: borrowing some TransactionReader & ~Copyable, _ name: String,
        _ collection: ModelCollection
    ) throws {
        guard collection.takes(key) else {
            try expectError(.wrongKeyKind, place) { try transaction.get(key, in: name) }
            return
        }
        let record = try collection.record(key)
        try expectEqual(try transaction.record(key, in: name), record, place)
        try expectEqual(
            try transaction.contains(key, in: name), record != nil, "\(place), whether it is there")
    }

    /// Does a change with a key that the collection takes. If it does not, fails unless the change
    /// is refused.
    private func expectAccepted(
        _ key: Key, by collection: ModelCollection, _ change: () throws -> Void
    ) throws {
        if collection.takes(key) { return try change() }
        try expectError(.wrongKeyKind, place, change)
    }

    /// Deletes records from the model, and returns how many there were.
    private func delete(_ keys: [Key], from name: String, _ model: inout Model) throws -> Int {
        if model.collections[name] == nil { return 0 }
        var count = 0
        try model.change(name) { collection in
            for key in keys {
                count += try collection.delete(.between(.from(key), .through(key)))
            }
        }
        return count
    }

    private func update(
        _ query: Query, _ change: (field: String, value: Value), in name: String,
        _ transaction: borrowing WriteTransaction, _ model: inout Model
    ) throws {
        var updated: [Entry] = []
        let count = try transaction.update(query, in: name) { key, record in
            record = try record.setting(change.field, to: change.value)
            updated.append(Entry(key, record))
        }
        try expectEqual(updated.map(\.key), try model[name].oracle().keys(query), place)
        try expectEqual(count, updated.count, "\(place), the count")
        if updated.isEmpty { return }
        let expected = try updated.map { entry in
            let before = try model[name].record(entry.key) ?? Record()
            return Entry(entry.key, try before.setting(change.field, to: change.value))
        }
        try expectEqual(updated, expected, "\(place), the records")
        try model.change(name) { collection in
            for entry in expected { try collection.put(entry) }
        }
    }

    private func declare(
        _ transaction: borrowing WriteTransaction, _ model: inout Model
    ) throws {
        switch operation {
        case .prepare(let schema):
            if let existing = model.collections[schema.name], let key = schema.key,
                existing.key != key
            {
                try expectError(.schemaMismatch, place) { try transaction.prepare(schema) }
                return
            }
            try transaction.prepare(schema)
            model.change(schema.name) { $0.declare(schema) }
        case .createIndex(let index, let name):
            try transaction.createIndex(index, in: name)
            model.change(name) { $0.add(index) }
        case .dropIndex(let index, let name):
            guard model[name].indexes.contains(where: { $0.name == index }) else {
                try expectError(.notFound, place) { try transaction.dropIndex(index, in: name) }
                return
            }
            try transaction.dropIndex(index, in: name)
            model.change(name) { $0.drop(index) }
        default: break
        }
    }
}

extension ModelCollection {
    /// Whether the collection's declaration lets a key in.
    fileprivate func takes(_ key: Key) -> Bool {
        guard let kinds = self.key else { return true }
        return key.kinds.map { $0 == kinds } ?? false
    }

    fileprivate mutating func declare(_ schema: CollectionSchema) {
        key = schema.key ?? key
        declaredArrays.formUnion(schema.fields.filter { $0.kind == .array }.map { [$0.name] })
        for index in schema.indexes { add(index) }
    }
}

extension Key {
    /// The kinds of the components, or nil if the key came damaged from a storage.
    fileprivate var kinds: [KeyKind]? {
        do {
            return try components().map(\.kind)
        } catch {
            return nil
        }
    }
}

extension Record {
    /// The record with another value in a field, which it may not have yet.
    fileprivate func setting(_ name: String, to value: Value) throws -> Record {
        try Record(try fields().filter { $0.name != name } + [(name, value)])
    }
}
