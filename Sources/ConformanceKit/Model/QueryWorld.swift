import StorageCore

/// A collection, and an oracle that is told the same.
struct QueryWorld {
    let schema: CollectionSchema
    private(set) var oracle: QueryOracle
    private(set) var records: [Key: Record] = [:]
    var generator: QueryGenerator

    var name: String { schema.name }

    /// Plans a collection of random indexes, or of none.
    init(_ name: String, seed: UInt64, isDeclared: Bool, isIndexed: Bool) throws {
        generator = try QueryGenerator(seed: seed, isDeclared: isDeclared)
        let fields = QueryField.all.map { FieldSchema($0.name, $0.kind) }
        schema = try CollectionSchema(
            name, fields: isDeclared ? fields : [],
            indexes: isIndexed ? try generator.indexes() : [])
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
        records[key] = record
        try oracle.put(Entry(key, record))
    }

    mutating func delete(_ key: Key, in transaction: borrowing WriteTransaction) throws {
        try expectEqual(
            try transaction.delete(key, in: name), records[key] != nil,
            "delete of \(readable(key)) in '\(name)'")
        records[key] = nil
        oracle.delete(key)
    }

    /// Fails unless random queries are answered as the oracle does.
    mutating func expectAnswers(
        _ count: Int, in transaction: borrowing some TransactionReader & ~Copyable,
        _ subject: String = ""
    ) throws {
        for _ in 0..<count {
            try transaction.expectAnswer(generator.query(), in: name, oracle, subject)
        }
    }
}
