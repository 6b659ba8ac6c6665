import StorageCore

extension Check {
    /// Transactions: all or nothing, one writer, own writes.
    static let transactions: [Check] = [
        Check(
            "TXN-01/commit", "What a transaction wrote is there when it has returned.",
            proves: .returnCommits,
            cause: "a commit is acknowledged and not made"
        ) {
            let entries = try [Entry].numbers(0..<50)
            try $0.database.put(entries)
            try $0.expectContent(entries, "after a commit")
        },
        Check(
            "TXN-01/end", "A writing driver that is ended without a commit leaves nothing.",
            proves: .throwRollsBack,
            cause: "the end of a write without a commit commits"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<50)
            let handle = try storage.fill(before)
            try storage.rolledBack { try $0.changeEverything(in: handle) }
            try storage.reading { driver in
                try driver.expectContent(before, in: handle, "after end without commit")
                try expectEqual(
                    try driver.collection(named: "created"), nil,
                    "a collection created in a transaction that was ended")
            }
        },
        Check(
            "TXN-02/rethrown", "The error that a transaction's body throws comes out unchanged.",
            proves: .throwComesOut,
            cause: "the body's error is swallowed, wrapped or replaced",
            origin: "the transaction test of vapor/fluent-kit passes if it is"
        ) {
            let database = try $0.database
            try expectStop("a write whose body throws") { try database.write { _ in throw Stop() } }
            try expectStop("a read whose body throws") { try database.read { _ in throw Stop() } }
            try database.put(.number(1), try Key(1))
            try expectEqual(try database.count(), 1, "count after bodies that threw")
        },
        Check(
            "TXN-02/rolled-back", "When a transaction's body throws, nothing of it is kept.",
            proves: .throwRollsBack,
            cause: "a write whose body throws is committed"
        ) {
            let database = try $0.database
            let before = try [Entry].numbers(0..<300)
            try database.put(before)
            try expectStop("a write whose body throws at its end") {
                try database.write { transaction in
                    for number in 250..<400 {
                        try transaction.put(.number(-number), key: try Key(number), in: items)
                    }
                    try transaction.delete(try Key(7), in: items)
                    try transaction.delete(KeyRange(until: try Key(100)), in: items)
                    try transaction.put(.number(0), key: try Key(0), in: "created")
                    throw Stop()
                }
            }
            try $0.expectContent(before, "after a body that threw")
            try expectEqual(
                try database.read { try $0.collections().map(\.name) }, [items],
                "the collections after a body that threw")
        },
        Check(
            "TXN-02/created-again", "A collection of a failed transaction can be created again.",
            proves: .throwRollsBack, .prepareAgain,
            cause: "a collection that was rolled back is remembered",
            origin: "a cache of tables that outlives a rollback"
        ) {
            let database = try $0.database
            for key in [KeyKind.int, .string] {
                try expectStop("a write that creates a collection and throws") {
                    try database.write {
                        try $0.prepare(CollectionSchema(items, key: [key]))
                        throw Stop()
                    }
                }
            }
            try database.put([Entry(try Key(1), .number(1)), Entry(try Key("1"), .number(2))])
            try $0.expectContent(
                [Entry(try Key(1), .number(1)), Entry(try Key("1"), .number(2))],
                "a collection created after two that failed")
        },
        Check(
            "TXN-04/own-writes", "A transaction sees its own writes, however it asks.",
            proves: .ownWrites,
            cause: "get or scan looks past what the transaction itself wrote"
        ) {
            context in
            let database = try context.database
            try database.put(try [Entry].numbers(0..<20))
            try database.write { transaction in
                for number in 10..<30 {
                    try transaction.put(.number(-number), key: try Key(number), in: items)
                }
                let entries = try (0..<30).map {
                    Entry(try Key($0), .number($0 < 10 ? $0 : -$0))
                }
                try transaction.expectContent(entries, "own writes")
            }
        },
        Check(
            "TXN-05/own-deletes", "A transaction does not see what it deleted, however it asks.",
            proves: .ownWrites,
            cause: "count looks past what the transaction itself deleted"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<30))
            try database.write { transaction in
                try transaction.delete(try Key(0), in: items)
                try transaction.delete(KeyRange(from: try Key(10), until: try Key(20)), in: items)
                try transaction.put(.number(50), key: try Key(50), in: items)
                try transaction.delete(try Key(50), in: items)
                let numbers = Array(1..<10) + Array(20..<30)
                try transaction.expectContent(
                    try numbers.map { Entry(try Key($0), .number($0)) }, "own deletes")
                try expectEqual(
                    try transaction.record(try Key(15)), nil, "own deletes: get of 15")
                try expectEqual(
                    try transaction.contains(try Key(50), in: items), false,
                    "own deletes: contains of 50")
            }
        },
        Check(
            "TXN-09/next-writer", "A transaction that was given up lets the next one write.",
            proves: .throwRollsBack, .turnsInOrder,
            cause: "a transaction that was given up keeps the writer's lock"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([])
            for number in 0..<50 {
                try storage.rolledBack {
                    try $0.put(Entry(try Key(number), .number(0)), in: handle)
                }
                try storage.writing { try $0.put(Entry(try Key(1), .number(number)), in: handle) }
            }
            try storage.reading {
                try $0.expectContent(
                    [Entry(try Key(1), .number(49))], in: handle, "after 50 transactions given up")
            }
        },
        Check(
            "TXN-11/refusals", "A refusal that the body catches leaves its other writes.",
            proves: .refusalsLeaveTheRest,
            cause: """
                a refused statement takes the whole transaction back, or leaves half of itself
                """,
            origin: """
                SQLite undoes a failed statement and goes on; after FULL it has rolled \
                everything back
                """
        ) {
            context in
            let database = try context.database
            try database.write { transaction in
                try transaction.prepare(CollectionSchema(items, key: [.int]))
                try transaction.put(.number(1), key: try Key(1), in: items)
                try expectError(.wrongKeyKind, "put with a key of another kind") {
                    try transaction.put(.number(2), key: try Key("2"), in: items)
                }
                try expectError(.invalidName, "put into '$x'") {
                    try transaction.put(.number(2), key: try Key(2), in: "$x")
                }
                try expectError(.schemaMismatch, "prepare with other keys") {
                    try transaction.prepare(CollectionSchema(items, key: [.string]))
                }
                try transaction.put(.number(3), key: try Key(3), in: items)
            }
            try context.expectContent(
                [Entry(try Key(1), .number(1)), Entry(try Key(3), .number(3))],
                "around refusals")
        },
        Check(
            "TXN-12/100000-writes", "A transaction of 100,000 writes is kept whole.",
            proves: .anySize,
            cause: "a transaction of a fixed size, the rest of which is dropped",
            origin: "MDB_TXN_FULL of LMDB"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([])
            let record = Record.number(1).bytes
            try storage.writing { driver in
                for number in 0..<100_000 {
                    let key = try Key(number).bytes
                    _ = try driver.put(key.span, record.span, in: handle, if: .always)
                }
            }
            try storage.expectRows(100_000, in: handle)
        },
        Check(
            "TXN-17/collections", "A transaction over several collections is kept or lost whole.",
            proves: .acrossCollections,
            cause: "each collection is committed for itself"
        ) {
            let database = try $0.database
            let names = (0..<10).map { "collection \($0)" }
            for (round, throwing) in [false, true, false, true].enumerated() {
                do {
                    try database.write { transaction in
                        for name in names {
                            try transaction.put(
                                .number(round), key: try Key("round"), in: name)
                        }
                        if throwing { throw Stop() }
                    }
                } catch is Stop {
                    // The rounds with odd numbers.
                }
                for name in names {
                    try expectEqual(
                        try database.record(try Key("round"), in: name),
                        .number(round - round % 2), "the collection '\(name)' after round \(round)")
                }
            }
        },
        Check(
            "TXN-23/put-conditions", "A put keeps its condition, and says whether it held.",
            proves: .putConditions,
            cause: "put ignores its condition, or says that it held when it did not"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([Entry(try Key(1), .number(1))])
            try storage.writing { driver in
                let steps: [(Int, PutCondition, holds: Bool)] = [
                    (1, .absent, false), (1, .present, true), (1, .always, true),
                    (2, .present, false), (2, .absent, true), (2, .absent, false),
                    (3, .always, true), (3, .present, true), (4, .present, false),
                ]
                var kept: [Int: Int] = [1: 1]
                for (step, (number, condition, holds)) in steps.enumerated() {
                    let entry = Entry(try Key(number), .number(100 + step))
                    try expectEqual(
                        try driver.put(entry, in: handle, if: condition), holds,
                        "put of \(number) if \(condition), step \(step)")
                    if holds { kept[number] = 100 + step }
                    try driver.expectContent(
                        try kept.sorted { $0.key < $1.key }
                            .map { Entry(try Key($0.key), .number($0.value)) },
                        in: handle, "after put of \(number) if \(condition), step \(step)")
                }
            }
        },
        Check(
            "TXN-24/prepare", "Preparing a collection again gives the same handle, and keeps it.",
            proves: .prepareAgain,
            cause: "preparing a collection again empties it, or makes another one"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<5))
            try storage.writing { driver in
                let again = try driver.prepare(
                    CollectionSchema(items, fields: [FieldSchema("n", .int)]))
                try expectEqual(again, handle, "the handle of a collection prepared again")
                try expectEqual(
                    try driver.collection(named: items), handle, "the handle by name")
                try expectEqual(
                    try driver.collection(named: "missing"), nil, "the handle of no collection")
            }
            try storage.reading {
                try $0.expectContent(
                    try [Entry].numbers(0..<5), in: handle, "a collection prepared again")
            }
        },
    ]
}

extension TransactionReader where Self: ~Copyable {
    /// Fails unless the transaction sees exactly these entries, however it asks.
    borrowing func expectContent(
        _ entries: [Entry], in collection: String = items, _ subject: String
    ) throws {
        try expectEqual(try self.entries(in: collection), entries, "\(subject): scan")
        try expectEqual(
            try self.entries(in: collection, reversed: true), entries.reversed(),
            "\(subject): reversed scan")
        try expectEqual(try count(in: collection), entries.count, "\(subject): count")
        for entry in entries {
            let key = readable(entry.key)
            try expectEqual(
                try record(entry.key, in: collection), entry.record, "\(subject): get of \(key)")
            try expectEqual(
                try contains(entry.key, in: collection), true, "\(subject): contains of \(key)")
        }
    }
}

extension WriteDriver {
    /// Puts, overwrites, deletes, and creates a collection.
    func changeEverything(in handle: CollectionHandle) throws {
        try put(Entry(try Key(1_000), .number(1)), in: handle)
        try put(Entry(try Key(2), .number(-2)), in: handle)
        try delete(try Key(3), in: handle)
        _ = try delete(KeyRange(from: try Key(10), until: try Key(30)), in: handle)
        let created = try prepare(CollectionSchema("created"))
        try put(Entry(try Key(1), .number(1)), in: created)
    }
}

extension Storage {
    /// Fails unless a collection has the keys 0 to `count`, each once.
    func expectRows(_ count: Int, in handle: CollectionHandle) throws {
        try reading { driver in
            try expectEqual(
                try driver.count(.all, in: handle), count, "count of \(count) entries")
            var next = 0
            try driver.scan(.all, in: handle, reversed: false) { key, _ in
                let expected = try Key(next)
                guard key.isEqual(to: expected) else {
                    throw CheckFailure(
                        "scan of \(count) entries", expected: "the key \(next)",
                        got: readable(try Key(lent: key.copy())))
                }
                next += 1
                return true
            }
            try expectEqual(next, count, "scan of \(count) entries: visits")
        }
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(to key: Key) -> Bool {
        copy() == key.bytes
    }
}
