import StorageCore

/// Makes random lists of operations that meet each other: on few keys, and often on those used last.
struct OperationGenerator {
    var random: QueryGenerator
    let mix: OperationMix
    let schemas: [CollectionSchema]
    /// The keys that a collection takes, sorted, by its name.
    let keys: [String: [Key]]

    private var recent: [String: [Key]] = [:]
    private var operations: [OperationList.Operation] = []

    init(_ mix: OperationMix, seed: UInt64) throws {
        self.mix = mix
        random = try QueryGenerator(seed: seed, isDeclared: seed % 2 == 0)
        schemas = try OperationPool.schemas(for: mix, using: &random)
        let pool = try OperationPool.keys(for: mix, random)
        var keys: [String: [Key]] = [:]
        for schema in schemas { keys[schema.name] = try pool.filter(schema.allows) }
        self.keys = keys
    }

    /// The next list, of about so many operations.
    mutating func list(of count: Int) throws -> OperationList {
        operations = schemas.filter { $0 != CollectionSchema.bare($0.name) }.map { .prepare($0) }
        recent = [:]
        while operations.count < count { try appendOutside() }
        return OperationList(operations)
    }

    /// Adds what stands outside of transactions.
    private mutating func appendOutside() throws {
        if happens(mix.reopenings) {
            operations.append(.reopen)
        } else if happens(mix.snapshots) {
            operations.append(random.once(in: 2) ? .openSnapshot : .closeSnapshot)
        } else if happens(mix.looks) {
            operations.append(.look)
        } else if random.once(in: 4) {
            operations.append(try step())
        } else {
            operations.append(.begin)
            try appendInside(depth: 0)
            operations.append(random.once(in: 6) ? .rollBack : .commit)
        }
    }

    /// Adds what stands in a transaction or a savepoint.
    private mutating func appendInside(depth: Int) throws {
        for _ in 0...random.number(below: max(mix.steps >> depth, 2)) {
            guard depth < 5, happens(mix.savepoints) else {
                operations.append(try step())
                continue
            }
            operations.append(.savepoint)
            try appendInside(depth: depth + 1)
            operations.append(random.once(in: 2) ? .release : .rollBackToSavepoint)
        }
    }

    private mutating func happens(_ times: Int) -> Bool {
        times > 0 && random.once(in: times)
    }
}

// Single operations.
extension OperationGenerator {
    private mutating func step() throws -> OperationList.Operation {
        let schema = random.pick(schemas)
        let name = schema.name
        switch random.pick(mix.kinds) {
        case .put: return .put(key(name), try record(), in: name)
        case .delete: return .delete(key(name), in: name)
        case .deleteRange:
            return .deleteRange(stretch(name, isWide: random.once(in: 6)), in: name)
        case .deleteWhere:
            var query = query(schema)
            query.limit = random.number(below: 5)
            return .deleteWhere(query, in: name)
        case .update: return update(schema)
        case .createIndex: return .createIndex(random.pick(try QueryGenerator.indexes()), in: name)
        case .dropIndex:
            let index = random.pick(try schema.indexes + QueryGenerator.indexes())
            return .dropIndex(index.name, in: name)
        case .get: return .get(key(name), in: name)
        case .count: return .count(stretch(name, isWide: random.once(in: 2)), in: name)
        case .scan:
            return .scan(
                stretch(name, isWide: random.once(in: 4)), reversed: random.once(in: 2),
                limit: random.once(in: 4) ? nil : random.number(below: 31), in: name)
        case .find: return .find(query(schema), in: name)
        }
    }

    private mutating func query(_ schema: CollectionSchema) -> Query {
        if schema.indexes.isEmpty || random.once(in: 2) { return random.query() }
        return random.query(servedBy: random.pick(schema.indexes))
    }

    private mutating func update(_ schema: CollectionSchema) -> OperationList.Operation {
        var query = query(schema)
        if random.once(in: 2) { query.limit = random.number(below: 8) }
        let field = random.pick(QueryField.all)
        return .update(query, set: field.name, to: random.pick(field.values), in: schema.name)
    }

    private mutating func record() throws -> Record {
        let number = Record.number(random.number(below: 1_000_000))
        switch mix.records {
        case .queried: return try random.record()
        case .long where random.once(in: 3): return record(of: random.number(below: 1_500))
        case .long where random.once(in: 40): return record(of: random.number(below: 40_000))
        case .varied where random.once(in: 50): return record(of: random.number(below: 9_000))
        case .varied where random.once(in: 4): return try .random(using: &random.generator)
        case .varied where random.once(in: 4): return try random.record()
        case .long, .varied: return number
        }
    }

    /// A record of one value of that many bytes.
    private mutating func record(of size: Int) -> Record {
        ["v": .bytes([UInt8](repeating: UInt8(random.number(below: 256)), count: size))]
    }

    /// A key of the collection, often one that was used a moment ago.
    private mutating func key(_ name: String) -> Key {
        if let recent = recent[name], random.once(in: 3) { return random.pick(recent) }
        let key = random.pick(keys[name] ?? random.keys)
        recent[name, default: []].append(key)
        if recent[name, default: []].count > 4 { recent[name]?.removeFirst() }
        return key
    }

    /// Some keys of the collection that stand side by side.
    private mutating func stretch(_ name: String, isWide: Bool) -> Stretch {
        let keys = keys[name] ?? random.keys
        switch random.number(below: 12) {
        case 0: return .startingWith(random.pick(keys))
        case 1: return .stringPrefix(random.pick(["", "a", "b", "\u{E9}", "a\0", "x"]))
        case 2 where isWide: return .all
        default: break
        }
        let first = random.number(below: keys.count)
        let length = random.number(below: isWide ? keys.count : min(12, keys.count))
        let last = min(first + length, keys.count - 1)
        // Bounds that are the wrong way round enclose nothing.
        let (low, high) = random.once(in: 20) ? (last, first) : (first, last)
        return .between(
            random.pick([.open, .from(keys[low]), .from(keys[low]), .after(keys[low])]),
            random.pick([.open, .through(keys[high]), .through(keys[high]), .until(keys[high])]))
    }
}

extension CollectionSchema {
    /// Whether a key is of the kinds that are declared.
    fileprivate func allows(_ key: Key) throws -> Bool {
        guard let kinds = self.key else { return true }
        return try key.components().map(\.kind) == kinds
    }

    fileprivate static func bare(_ name: String) -> CollectionSchema? {
        do {
            return try CollectionSchema(name)
        } catch {
            return nil
        }
    }
}
