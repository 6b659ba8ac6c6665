import SeededNumbers
import StorageCore

extension Check {
    /// Random queries, compared with an oracle that looks at every record.
    static let randomQueries: [Check] = [
        Check(
            "QRY-25/undeclared", "Random queries are answered as by looking at every record.",
            proves: .scanIsDefinition,
            level: .stochastic,
            cause: "the filter sees the first records that the backend returns only"
        ) {
            try $0.expectRandomAnswers(600, isDeclared: false, isIndexed: false)
        },
        Check(
            "QRY-25/declared",
            "Random queries of declared fields are answered as by looking at every record.",
            proves: .scanIsDefinition, .fieldsAreHints,
            level: .stochastic,
            cause: "the engine answers for values that it cannot compare"
        ) {
            try $0.expectRandomAnswers(600, isDeclared: true, isIndexed: false)
        },
        Check(
            "IDX-27/undeclared", "Random queries are answered the same with indexes.",
            proves: .indexChangesNoAnswer, .scanIsDefinition,
            level: .stochastic,
            cause: "an index has other entries, or another order, than the records"
        ) {
            try $0.expectRandomAnswers(600, isDeclared: false, isIndexed: true)
        },
        Check(
            "IDX-27/declared",
            "Random queries of declared fields are answered the same with indexes.",
            proves: .indexChangesNoAnswer, .scanIsDefinition,
            level: .stochastic,
            cause: "the engine's index compares otherwise than the filter does"
        ) {
            try $0.expectRandomAnswers(600, isDeclared: true, isIndexed: true)
        },
        Check(
            "IDX-24/random-writes",
            "Answers follow random writes, updates, deletes, savepoints, rollbacks and index changes.",
            proves: .indexFollows, .indexRollsBack,
            level: .stochastic,
            cause: "an entry is left, or missing, after some order of writes"
        ) { context in
            let isPersistent = try context.isPersistent
            var worlds = try (0..<4).map { number in
                try QueryWorld(
                    "world \(number)", seed: context.generator.next(),
                    isDeclared: number % 2 == 0, isIndexed: true)
            }
            for index in worlds.indices {
                try context.database.write { try worlds[index].prepare(in: $0) }
            }
            for round in 0..<context.effort.count(20) {
                for index in worlds.indices {
                    try worlds[index].change(context.database)
                    try context.database.read { try worlds[index].expectAnswers(5, in: $0) }
                }
                if isPersistent, round % 5 == 4 { try context.reopen() }
            }
            for world in worlds { try context.database.read { try world.audit(in: $0) } }
        },
        Check(
            "QRY-31/declarations",
            "A collection without indexes, one with them, and one that declares its fields agree.",
            proves: .scanIsDefinition, .fieldsAreHints,
            level: .stochastic,
            cause: "declared fields and indexes change what a query means"
        ) {
            try $0.expectAgreement(rounds: $0.effort.count(6), queries: 30)
        },
        Check(
            "QRY-26/partition",
            "The records that a filter is true of and those that it is false of are all.",
            proves: .twoValued, .scanIsDefinition,
            level: .stochastic,
            cause: "a filter and its negation leave records out, or share some",
            origin: "SQLancer's ternary logic partitioning"
        ) {
            for isIndexed in [false, true] {
                try $0.withWorlds(4, isIndexed: isIndexed) { world, transaction in
                    for _ in 0..<25 {
                        let filter = world.generator.filter(depth: 1)
                        try transaction.expectPartition(world.query(), by: filter, in: world.name)
                    }
                }
            }
        },
        Check(
            "QRY-27/one-by-one",
            "A count is the number of records that the filter is true of alone.",
            proves: .scanIsDefinition,
            level: .stochastic,
            cause: "a count is answered otherwise than the query",
            origin: "SQLancer's non-optimizing reference engine"
        ) {
            for isIndexed in [false, true] {
                try $0.withWorlds(2, isIndexed: isIndexed) { world, transaction in
                    for _ in 0..<10 {
                        let filter = world.query().filter
                        let counts = try world.generator.keys.map { key in
                            try transaction.countAnswer(
                                .and([.compare(.key, .equal, try key.value()), filter]),
                                in: world.name)
                        }
                        try expectEqual(
                            try transaction.countAnswer(filter, in: world.name),
                            counts.reduce(0, +), "the count of '\(world.name)' where \(filter)")
                    }
                }
            }
        },
        Check(
            "PAG-01/random-pages",
            "The pages of random queries, there and back, have each record once, in order.",
            proves: .pagesCoverAll, .scanIsDefinition,
            level: .stochastic,
            cause: "a cursor compares otherwise than the order does"
        ) {
            for isIndexed in [false, true] {
                try $0.withWorlds(4, isIndexed: isIndexed) { world, transaction in
                    for _ in 0..<12 {
                        var query = world.query()
                        (query.limit, query.offset) = (nil, 0)
                        try transaction.expectPages(
                            query, of: 1 + world.generator.number(below: 6), in: world.name,
                            world.oracle)
                    }
                }
            }
        },
    ]
}

extension CheckContext {
    /// Fails unless random queries on several collections are answered as the oracle does.
    fileprivate func expectRandomAnswers(
        _ count: Int, isDeclared: Bool, isIndexed: Bool
    ) throws {
        for number in 0..<effort.count(count) / 40 {
            var world = try QueryWorld(
                "world \(number)", seed: generator.next(), isDeclared: isDeclared,
                isIndexed: isIndexed)
            try database.write { transaction in
                try world.prepare(in: transaction)
                if number % 3 == 0 { try world.expectAnswers(10, in: transaction) }
            }
            try database.read { transaction in
                try world.expectAnswers(number % 3 == 0 ? 30 : 40, in: transaction)
            }
        }
    }

    /// Runs `body` on some random collections, every other one of which declares its fields.
    fileprivate func withWorlds(
        _ count: Int, isIndexed: Bool,
        _ body: (inout QueryWorld, borrowing ReadTransaction) throws -> Void
    ) throws {
        for number in 0..<effort.count(count) {
            var world = try QueryWorld(
                "world \(number)\(isIndexed ? ", indexed" : "")", seed: generator.next(),
                isDeclared: number % 2 == 0, isIndexed: isIndexed)
            try database.write { try world.prepare(in: $0) }
            try database.read { try body(&world, $0) }
        }
    }

    /// Fails unless collections of the same records answer the same, whatever they declare.
    fileprivate func expectAgreement(rounds: Int, queries: Int) throws {
        for round in 0..<rounds {
            var world = try QueryWorld(
                "plain \(round)", seed: generator.next(), isDeclared: true, isIndexed: true)
            let fields = world.schema.fields
            let schemas = [
                try CollectionSchema("plain \(round)"),
                try CollectionSchema("indexed \(round)", indexes: world.indexes),
                try CollectionSchema("declared \(round)", fields: fields),
                try CollectionSchema(
                    "declared and indexed \(round)", fields: fields, indexes: world.indexes),
            ]
            try database.write { transaction in
                for schema in schemas { try transaction.prepare(schema) }
                for key in world.generator.keys where !world.generator.once(in: 4) {
                    let record = try world.generator.record()
                    // What `contains` asks of a text depends on whether an array is declared there.
                    if try record.hasTextForArray { continue }
                    for schema in schemas {
                        try transaction.put(record, key: key, in: schema.name)
                    }
                }
            }
            try database.read { transaction in
                for _ in 0..<queries {
                    let query = world.query()
                    let keys = try transaction.keys(query, in: schemas[0].name)
                    for schema in schemas.dropFirst() {
                        try expectEqual(
                            try transaction.keys(query, in: schema.name), keys,
                            "'\(schema.name)', as '\(schemas[0].name)', \(query.summary)")
                    }
                }
            }
        }
    }
}

extension Record {
    /// Whether text stands where declared collections declare an array.
    fileprivate var hasTextForArray: Bool {
        get throws {
            try QueryField.all.contains { field in
                guard field.kind == .array, case .string = try value(of: field.name) else {
                    return false
                }
                return true
            }
        }
    }
}
