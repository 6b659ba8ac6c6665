import StorageCore

/// Collections of the same records, which have a field `f` or not: one without indexes, some with
/// an index on the field, and some that declare it.
struct FieldCollections {
    private let database: Database
    let names: [String]

    /// Creates the collections. The record in place `n` has the key `n`, and no field if its value
    /// is nil.
    init(_ values: [Value?], kind: FieldKind? = nil, in database: Database) throws {
        self.database = database
        let up = try IndexSchema("f", [IndexPart("f")])
        let down = try IndexSchema("f down", [IndexPart("f", descending: true)])
        var schemas = [
            try CollectionSchema("plain"),
            try CollectionSchema("indexed", indexes: [up]),
            try CollectionSchema("indexed down", indexes: [down]),
        ]
        if let kind {
            let fields = [FieldSchema("f", kind)]
            let name = "declared \(kind.rawValue)"
            schemas.append(try CollectionSchema(name, fields: fields))
            schemas.append(try CollectionSchema("\(name), indexed", fields: fields, indexes: [up]))
        }
        names = schemas.map(\.name)
        try database.write { transaction in
            for schema in schemas {
                try transaction.prepare(schema)
                _ = try transaction.delete(.all, in: schema.name)
                for (place, value) in values.enumerated() {
                    let record: Record = value.map { ["f": $0] } ?? [:]
                    try transaction.put(record, key: try Key(place), in: schema.name)
                }
            }
        }
    }

    /// Runs `body` on each of the collections, in one snapshot.
    func reading(_ body: (_ name: String, borrowing ReadTransaction) throws -> Void) throws {
        try database.read { transaction in
            for name in names { try body(name, transaction) }
        }
    }

    /// Fails unless the filter is true of the records in these places, and counted so.
    func expect(_ filter: Filter, finds places: [Int]) throws {
        try expect(Query(where: filter), gives: places)
        try database.read { transaction in
            for name in names {
                try expectEqual(
                    try transaction.countAnswer(filter, in: name), places.count,
                    "the count of '\(name)' where \(filter)")
            }
        }
    }

    /// Fails unless the query gives the records in these places, in this order.
    func expect(_ query: Query, gives places: [Int]) throws {
        let keys = try places.map { try Key($0) }
        try database.read { transaction in
            for name in names {
                try expectEqual(
                    try transaction.keys(query, in: name), keys, "'\(name)' \(query.summary)")
            }
        }
    }

    /// Fails unless the order by `f` is that of these places, and the other way round.
    func expectOrder(_ places: [Int]) throws {
        try expect(Query(orderedBy: [.ascending("f")]), gives: places)
        try expect(
            Query(orderedBy: [.descending("f"), .descending(.key)]), gives: places.reversed())
    }
}
