import StorageCore

extension Database {
    /// Creates a collection with these indexes.
    func prepare(
        _ name: String = items, fields: [FieldSchema] = [], indexes: [IndexSchema]
    ) throws {
        try write {
            try $0.prepare(CollectionSchema(name, fields: fields, indexes: indexes))
        }
    }

    /// Puts records under the keys 0, 1, 2, …
    func put(_ records: [Record], in collection: String = items) throws {
        try put(
            try records.enumerated().map { Entry(try Key($0.offset), $0.element) }, in: collection)
    }

    /// Fails unless a filter is true of the records under these numbers, and counted so.
    func expectFound(
        _ filter: Filter, _ numbers: [Int], in collection: String = items, _ subject: String
    ) throws {
        try read { try $0.expectFound(filter, numbers, in: collection, subject) }
    }

    /// Fails unless a query gives the records under these numbers, in this order.
    func expectGiven(
        _ query: Query, _ numbers: [Int], in collection: String = items, _ subject: String
    ) throws {
        try read { transaction in
            try expectEqual(
                try transaction.keys(query, in: collection, subject),
                try numbers.map { try Key($0) },
                "\(subject): \(query.summary)")
        }
    }
}

extension TransactionReader where Self: ~Copyable {
    /// Fails unless a filter is true of the records under these numbers, and counted so.
    borrowing func expectFound(
        _ filter: Filter, _ numbers: [Int], in collection: String = items, _ subject: String
    ) throws {
        let query = Query(where: filter)
        try expectEqual(
            try keys(query, in: collection, subject), try numbers.map { try Key($0) },
            "\(subject): \(query.summary)")
        try expectEqual(
            try countAnswer(filter, in: collection, subject), numbers.count,
            "\(subject): the count \(query.summary)")
    }
}

extension IndexSchema {
    /// An index on the field `f`, unless other parts are given.
    static func ofField(
        _ parts: [IndexPart] = [IndexPart("f")], unique: Bool = false
    ) throws -> IndexSchema {
        try IndexSchema("f", parts, unique: unique)
    }
}

extension Filter {
    /// The field `f` equals `value`.
    static func f(_ value: Value) -> Filter { .compare("f", .equal, value) }
}
