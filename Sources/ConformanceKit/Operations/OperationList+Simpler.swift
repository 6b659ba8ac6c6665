import StorageCore

extension OperationList {
    /// Lists that do as much in a simpler way: the boldest changes first.
    var simpler: [OperationList] {
        let names = Set(operations.compactMap(\.collection)).sorted()
        let keys = Set(operations.flatMap(\.keys)).sorted()
        var lists: [OperationList] = []
        if let first = names.first, names.count > 1 || first != "a" {
            lists.append(mapped { $0.replacing(collections: Set(names), with: "a") })
        }
        for name in names where name != "a" && names.count > 1 {
            lists.append(mapped { $0.replacing(collections: [name], with: "a") })
        }
        lists += Self.renamings(of: keys).map { renaming in
            mapped { $0.replacing(keys: renaming) }
        }
        lists.append(mapped { $0.withoutFields })
        for (place, operation) in operations.enumerated() {
            lists += operation.simpler.map { simpler in
                var list = self
                list.operations[place] = simpler
                return list
            }
        }
        var seen: Set<OperationList> = [self]
        return lists.filter { seen.insert($0).inserted }
    }

    private func mapped(_ change: (Operation) -> Operation) -> OperationList {
        OperationList(operations.map(change))
    }

    /// All keys as small numbers in the same order; and each key alone.
    private static func renamings(of keys: [Key]) -> [[Key: Key]] {
        let numbers = (1...max(keys.count, 1)).compactMap { Key(number: $0) }
        let all = Dictionary(zip(keys, numbers)) { first, _ in first }
        let taken = Set(keys)
        let single = keys.filter { !numbers.contains($0) }.flatMap { key in
            numbers.filter { !taken.contains($0) }.prefix(1).map { [key: $0] }
        }
        return [all] + single
    }
}

extension Key {
    fileprivate init?(number: Int) {
        do {
            try self.init(number)
        } catch {
            return nil
        }
    }
}

extension OperationList.Operation {
    /// The operation with all collections of these names called by another one.
    fileprivate func replacing(
        collections: Set<String>, with name: String
    ) -> OperationList.Operation {
        guard let old = collection, collections.contains(old) else { return self }
        return switch self {
        case .prepare(let schema):
            CollectionSchema.replacing(name, in: schema).map(Self.prepare) ?? self
        case .put(let key, let record, _): .put(key, record, in: name)
        case .delete(let key, _): .delete(key, in: name)
        case .deleteRange(let stretch, _): .deleteRange(stretch, in: name)
        case .deleteWhere(let query, _): .deleteWhere(query, in: name)
        case .update(let query, let field, let value, _):
            .update(query, set: field, to: value, in: name)
        case .createIndex(let index, _): .createIndex(index, in: name)
        case .dropIndex(let index, _): .dropIndex(index, in: name)
        case .get(let key, _): .get(key, in: name)
        case .count(let stretch, _): .count(stretch, in: name)
        case .scan(let stretch, let reversed, let limit, _):
            .scan(stretch, reversed: reversed, limit: limit, in: name)
        case .find(let query, _): .find(query, in: name)
        default: self
        }
    }

    /// The operation with keys replaced by others.
    fileprivate func replacing(keys: [Key: Key]) -> OperationList.Operation {
        func new(_ key: Key) -> Key { keys[key] ?? key }
        return switch self {
        case .put(let key, let record, let name): .put(new(key), record, in: name)
        case .delete(let key, let name): .delete(new(key), in: name)
        case .get(let key, let name): .get(new(key), in: name)
        case .deleteRange(let stretch, let name): .deleteRange(stretch.mapped(new), in: name)
        case .count(let stretch, let name): .count(stretch.mapped(new), in: name)
        case .scan(let stretch, let reversed, let limit, let name):
            .scan(stretch.mapped(new), reversed: reversed, limit: limit, in: name)
        default: self
        }
    }

    fileprivate var withoutFields: OperationList.Operation {
        if case .put(let key, _, let name) = self { .put(key, Record(), in: name) } else { self }
    }

    /// The operation with less to it.
    fileprivate var simpler: [OperationList.Operation] {
        switch self {
        case .put(let key, let record, let name):
            record.simpler.map { .put(key, $0, in: name) }
        case .deleteRange(let stretch, let name):
            stretch.simpler.map { .deleteRange($0, in: name) }
        case .count(let stretch, let name): stretch.simpler.map { .count($0, in: name) }
        case .scan(let stretch, let reversed, let limit, let name):
            [.scan(stretch, reversed: false, limit: limit, in: name)]
                + [.scan(stretch, reversed: reversed, limit: nil, in: name)]
                + stretch.simpler.map { .scan($0, reversed: reversed, limit: limit, in: name) }
        case .deleteWhere(let query, let name): query.simpler.map { .deleteWhere($0, in: name) }
        case .find(let query, let name): query.simpler.map { .find($0, in: name) }
        case .update(let query, let field, let value, let name):
            query.simpler.map { .update($0, set: field, to: value, in: name) }
                + value.simpler.map { .update(query, set: field, to: $0, in: name) }
        case .prepare(let schema): schema.simpler.map(Self.prepare)
        default: []
        }
    }

    /// The collection that it is about, if it is about one.
    var collection: String? {
        switch self {
        case .prepare(let schema): schema.name
        case .put(_, _, let name), .delete(_, let name), .deleteRange(_, let name),
            .deleteWhere(_, let name), .update(_, _, _, let name), .createIndex(_, let name),
            .dropIndex(_, let name), .get(_, let name), .count(_, let name),
            .scan(_, _, _, let name), .find(_, let name):
            name
        default: nil
        }
    }

    /// The keys that it names.
    fileprivate var keys: [Key] {
        switch self {
        case .put(let key, _, _), .delete(let key, _), .get(let key, _): [key]
        case .deleteRange(let stretch, _), .count(let stretch, _), .scan(let stretch, _, _, _):
            stretch.keys
        default: []
        }
    }
}
