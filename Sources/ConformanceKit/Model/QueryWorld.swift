import StorageCore

/// A collection, and an oracle that is told the same.
struct QueryWorld {
    let schema: CollectionSchema
    private(set) var oracle: QueryOracle
    private(set) var records: [Key: Record] = [:]
    var indexes: [IndexSchema]
    var generator: QueryGenerator

    var name: String { schema.name }

    /// Plans a collection of random indexes, or of none.
    init(_ name: String, seed: UInt64, isDeclared: Bool, isIndexed: Bool) throws {
        generator = try QueryGenerator(seed: seed, isDeclared: isDeclared)
        let fields = QueryField.all.map { FieldSchema($0.name, $0.kind) }
        schema = try CollectionSchema(
            name, fields: isDeclared ? fields : [],
            indexes: isIndexed ? try generator.indexes() : [])
        indexes = schema.indexes
        oracle = QueryOracle(schema)
    }

    /// Creates the collection, and fills it with as many writes as it has keys.
    mutating func prepare(in transaction: borrowing WriteTransaction) throws {
        try transaction.prepare(schema)
        for _ in generator.keys {
            try put(generator.record(), generator.key(), in: transaction)
        }
    }

    mutating func put(
        _ record: Record, _ key: Key, in transaction: borrowing WriteTransaction
    ) throws {
        try transaction.put(record, key: key, in: name)
        try take(Entry(key, record))
    }

    /// Takes note of what was put.
    mutating func take(_ entry: Entry) throws {
        records[entry.key] = entry.record
        try oracle.put(entry)
    }

    /// Takes note of what was deleted.
    mutating func forget(_ keys: [Key]) {
        for key in keys {
            records[key] = nil
            oracle.delete(key)
        }
    }

    /// Goes back to what was before a transaction that was given up; random numbers go on.
    mutating func takeBack(to before: QueryWorld) {
        let generator = generator
        self = before
        self.generator = generator
    }

    mutating func delete(_ key: Key, in transaction: borrowing WriteTransaction) throws {
        try expectEqual(
            try transaction.delete(key, in: name), records[key] != nil,
            "delete of \(readable(key)) in '\(name)'")
        forget([key])
    }

    /// Fails unless random queries are answered as the oracle does.
    mutating func expectAnswers(
        _ count: Int, in transaction: borrowing some TransactionReader & ~Copyable,
        _ subject: String = ""
    ) throws {
        for _ in 0..<count {
            try transaction.expectAnswer(query(), in: name, oracle, subject)
        }
    }

    /// A random query: half of them could use an index, if there is one.
    mutating func query() -> Query {
        if indexes.isEmpty || generator.once(in: 2) { return generator.query() }
        return generator.query(servedBy: generator.pick(indexes))
    }
}

extension QueryWorld {
    /// Fails unless every index finds each record by each of its values, and nothing else.
    func audit(in transaction: borrowing some TransactionReader & ~Copyable) throws {
        for index in indexes {
            let subject = "audit of '\(index.name)': "
            let orders = index.parts.map { Order($0.path, descending: $0.isDescending) }
            try transaction.expectAnswer(
                Query(orderedBy: orders), in: name, oracle, subject)
            guard let first = index.parts.first else { continue }
            for value in try values(of: first) + [.null] where try mayCompare(first, value) {
                var filter = Filter.compare(first.elements ?? first.path, .equal, value)
                if first.elements != nil { filter = .any(first.path, filter) }
                try transaction.expectAnswer(Query(where: filter), in: name, oracle, subject)
            }
        }
    }

    /// Whether a condition may compare the part with a value that stands there, but may be of
    /// another kind than is declared.
    private func mayCompare(_ part: IndexPart, _ value: Value) throws -> Bool {
        guard generator.isDeclared, part.elements == nil,
            let field = QueryField.all.first(where: { [$0.name] == part.path })
        else { return true }
        let rank = try OrderedValue(value).rank
        return try rank == 0 || rank == OrderedValue(field.values[0]).rank
    }

    /// The values of an index's part in all records, some of them several times.
    private func values(of part: IndexPart) throws -> [Value] {
        try records.values.flatMap { record throws -> [Value] in
            guard let value = try Value.object(record).at(part.path) else { return [] }
            guard let elements = part.elements else { return [value] }
            guard case .array(let values) = value else { return [] }
            return try values.compactMap { try $0.at(elements) }
        }
    }
}

extension Value {
    /// The value at a path inside of this one, or nil if there is none.
    fileprivate func at(_ path: FieldPath) throws -> Value? {
        try path.names.reduce(self) { value, name in
            guard case .object(let record) = value else { return nil }
            return try record.value(of: name)
        }
    }
}
