import StorageCore

extension Check {
    /// Indexes that are created, dropped, and found again.
    static let indexSchemas: [Check] = [
        Check(
            "IDX-20/backfill", "An index that is created has the records that are there already.",
            proves: .indexIsFilled,
            cause: "an index begins empty"
        ) {
            let database = try $0.database
            try database.put((0..<200).map { ["f": .integer($0 % 10)] })
            try database.write { transaction in
                try transaction.put(["f": 3], key: try Key(500), in: items)
                try transaction.createIndex(.ofField(), in: items)
                try transaction.put(["f": 3], key: try Key(501), in: items)
                try transaction.delete(try Key(3), in: items)
                try transaction.createIndex(.ofField(), in: items)
                try expectEqual(
                    try transaction.indexes(in: items), [.ofField()], "the indexes of 'items'")
            }
            let expected = Array(stride(from: 13, to: 200, by: 10)) + [500, 501]
            try database.expectFound(.f(3), expected, "an index created later")
            try database.read { transaction in
                let plan = try transaction.explain(Query(where: .f(3)), in: items)
                try expect(
                    plan.access == .index("f") || plan.engine != nil, "the plan after createIndex",
                    "the new index", got: plan.description)
            }
        },
        Check(
            "IDX-20/beside-writers", "No write is lost to an index that is created meanwhile.",
            proves: .indexIsFilled,
            cause: "records that are written while an index is made have no entry"
        ) {
            context in
            let database = try context.database
            try database.put((0..<1_000).map { ["f": .integer($0 % 10)] })
            try await withThrowingTaskGroup { group in
                for task in 0..<4 {
                    group.addTask {
                        for number in 0..<15 {
                            try await database.write { transaction in
                                let key = try Key(2_000 + task * 100 + number)
                                try transaction.put(
                                    ["f": .integer(number % 10)], key: key, in: items)
                                try transaction.delete(
                                    try Key(task * 100 + number), in: items)
                            }
                        }
                    }
                }
                group.addTask {
                    try await database.write { try $0.createIndex(.ofField(), in: items) }
                }
                group.addTask {
                    for _ in 0..<10 {
                        let (found, all) = try await database.read { transaction in
                            (
                                try transaction.countAnswer(.compare("f", .greaterOrEqual, 0)),
                                try transaction.count(in: items)
                            )
                        }
                        try expectEqual(found, all, "records by an index that is being created")
                    }
                }
                try await group.waitForAll()
            }
            try await database.read { transaction in
                for value in 0..<10 {
                    let keys = try transaction.entries().filter {
                        try $0.record.value(of: "f") == .integer(value)
                    }.map(\.key)
                    try expectEqual(
                        try transaction.keys(Query(where: .f(.integer(value)))), keys,
                        "records by an index that was created beside writers")
                }
            }
        },
        Check(
            "IDX-20/taken-name", "Another index of the same name is refused; the same one is not.",
            proves: .indexNames,
            cause: "an index of a taken name replaces the other one, or is made twice"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.write { transaction in
                let other = try IndexSchema("f", [IndexPart("g")])
                try expectError(.alreadyExists, "createIndex with a name that is taken") {
                    try transaction.createIndex(other, in: items)
                }
                try expectError(.schemaMismatch, "prepare with an index that is declared otherwise")
                {
                    try transaction.prepare(CollectionSchema(items, indexes: [other]))
                }
                try transaction.prepare(CollectionSchema(items, indexes: [.ofField()]))
                try transaction.createIndex(.ofField(), in: "elsewhere")
            }
            try expectEqual(
                try database.read { try $0.indexes(in: items) }, [.ofField()],
                "the indexes of 'items'")
            try expectEqual(
                try database.read { try $0.indexes(in: "missing") }, [],
                "the indexes of a collection that is not there")
        },
        Check(
            "IDX-21/duplicates", "A unique index over duplicates is refused with all of them.",
            proves: .uniqueOverDuplicates,
            cause: "an index is there although it was refused",
            origin: "SQLite: \"UNIQUE constraint failed\", and nothing about which"
        ) {
            let database = try $0.database
            try database.put([["f": "a"], ["f": "b"], ["f": "a"], ["f": nil], [:], ["f": "a"]])
            let before = try database.entries()
            let index = try IndexSchema("f", [IndexPart("f")], unique: true)
            for round in 1...2 {
                let error = try expectError(.uniqueViolation, "createIndex, time \(round)") {
                    try database.write { try $0.createIndex(index, in: items) }
                }
                try expectEqual(error.conflicts.map(\.index), ["f"], "the index in the error")
                try expectEqual(error.conflicts.map(\.values), [["a"]], "the values in the error")
                try expectEqual(
                    error.conflicts.map(\.keys), [try [0, 2, 5].map { try Key($0) }],
                    "the keys in the error")
                try expectError(.uniqueViolation, "prepare, time \(round)") {
                    try database.write {
                        try $0.prepare(CollectionSchema(items, indexes: [index]))
                    }
                }
            }
            try $0.expectContent(before, "after an index that was refused")
            try expectEqual(
                try database.read { try $0.indexes(in: items) }, [], "the indexes of 'items'")
            try database.put(["f": "c"], try Key(2))
            try database.put(["f": "d"], try Key(5))
            try database.write { try $0.createIndex(index, in: items) }
            try database.expectFound(.f("a"), [0], "after the duplicates were mended")
        },
        Check(
            "IDX-21/goes-on", "A transaction goes on after an index was refused.",
            proves: .uniqueOverDuplicates, .refusalsLeaveTheRest,
            cause: "a refused index takes its transaction along"
        ) {
            let database = try $0.database
            try database.put([["f": 1], ["f": 1]])
            let index = try IndexSchema("f", [IndexPart("f")], unique: true)
            try database.write { transaction in
                try transaction.put(["f": 2], key: try Key(2), in: items)
                try expectError(.uniqueViolation, "createIndex over duplicates") {
                    try transaction.createIndex(index, in: items)
                }
                try expectEqual(try transaction.indexes(in: items), [], "the indexes of 'items'")
                try transaction.put(["f": 1], key: try Key(3), in: items)
                try transaction.expectFound(.f(1), [0, 1, 3], "after a refused index")
            }
            try database.expectFound(.f(1), [0, 1, 3], "after the commit")
            try database.expectFound(.f(2), [2], "after the commit")
        },
        Check(
            "IDX-22/drop", "Queries are answered the same without an index, which may come again.",
            proves: .indexChangesNoAnswer,
            cause: "the entries of a dropped index come back with the next one"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(), IndexSchema("g", [IndexPart("g")])])
            try database.put((0..<40).map { ["f": .integer($0 % 4), "g": .integer($0 % 5)] })
            let expected = Array(stride(from: 1, to: 40, by: 4))
            try database.expectFound(.f(1), expected, "with the index")
            try database.write { transaction in
                try transaction.dropIndex("f", in: items)
                try transaction.expectFound(.f(1), expected, "when the index is dropped")
                try expectError(.notFound, "dropIndex of one that is dropped") {
                    try transaction.dropIndex("f", in: items)
                }
                try expectError(.notFound, "dropIndex in a collection that is not there") {
                    try transaction.dropIndex("f", in: "missing")
                }
            }
            try database.expectFound(.f(1), expected, "without the index")
            try database.expectFound(
                .compare("g", .equal, 2), Array(stride(from: 2, to: 40, by: 5)), "the other index")
            try database.put(["f": 1], try Key(2))
            try database.delete(try Key(1))
            try database.write { try $0.createIndex(.ofField(), in: items) }
            try database.expectFound(
                .f(1), [2] + expected.dropFirst(), "with the index created again")
            try expectEqual(
                try database.read { try $0.indexes(in: items).map(\.name) }, ["f", "g"],
                "the indexes of 'items'")
        },
        Check(
            "IDX-22/rollback", "An index that is created or dropped is rolled back as records are.",
            proves: .indexRollsBack,
            cause: "an index that was rolled back is remembered"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put((0..<10).map { ["f": .integer($0 % 2), "g": .integer($0)] })
            let other = try IndexSchema("g", [IndexPart("g")])
            try expectStop("a write that is given up") {
                try database.write { transaction in
                    try transaction.dropIndex("f", in: items)
                    try transaction.createIndex(other, in: items)
                    try transaction.put(["f": 1, "g": 7], key: try Key(20), in: items)
                    throw Stop()
                }
            }
            try database.write { transaction in
                try expectStop("a savepoint that is given up") {
                    try transaction.savepoint { transaction in
                        try transaction.dropIndex("f", in: items)
                        try transaction.createIndex(other, in: items)
                        throw Stop()
                    }
                }
                try transaction.put(["f": 1, "g": 7], key: try Key(30), in: items)
            }
            try expectEqual(
                try database.read { try $0.indexes(in: items) }, [.ofField()],
                "the indexes of 'items'")
            try database.expectFound(.f(1), [1, 3, 5, 7, 9, 30], "the index after two rollbacks")
            try database.expectFound(
                .compare("g", .equal, 7), [7, 30], "the other field after two rollbacks")
        },
        Check(
            "IDX-23/reopen", "Indexes are there when the storage is opened again.",
            proves: .indexesStay,
            cause: "indexes are made anew at each opening, or their entries are not written out"
        ) { context in
            guard try context.isPersistent else {
                throw NotApplicable("nothing is kept when the storage is closed")
            }
            try context.database.prepare(
                indexes: [
                    .ofField(), IndexSchema("u", [IndexPart("u")], unique: true),
                    IndexSchema("l", [IndexPart(elementsOf: "l")]),
                ])
            try context.database.put(
                (0..<60).map {
                    ["f": .integer($0 % 3), "u": .integer($0), "l": [.integer($0 / 20)]]
                })
            for round in 1...2 {
                try context.reopen()
                let database = try context.database
                let subject = "opened again \(round) times"
                try expectEqual(
                    try database.read { try $0.indexes(in: items).map(\.name) }, ["f", "l", "u"],
                    "indexes, \(subject)")
                try database.expectFound(.f(1), Array(stride(from: 1, to: 60, by: 3)), subject)
                try database.expectFound(
                    .any("l", .compare(.element, .equal, 2)), Array(40..<60), subject)
                try expectError(.uniqueViolation, "a value that is taken, \(subject)") {
                    try database.put(["u": 5], try Key(99))
                }
                try database.put(["f": 7, "u": 100], try Key(60))
                try database.expectFound(.f(7), [60], subject)
            }
        },
        Check(
            "IDX-23/older-version", "Who declares no indexes keeps those that are there.",
            proves: .indexesStay, .indexFollows,
            cause: "a program that declares no index drops it, or does not keep it",
            origin: "an older version that wrote past an index"
        ) {
            context in
            let database = try context.database
            try database.prepare(indexes: [.ofField()])
            try database.put([["f": 1], ["f": 2]])
            try database.write { transaction in
                try transaction.prepare(CollectionSchema(items))
                try transaction.put(["f": 1], key: try Key(2), in: items)
            }
            if try context.isPersistent { try context.reopen() }
            try context.database.write { transaction in
                try transaction.prepare(CollectionSchema(items))
                try transaction.put(["f": 3], key: try Key(0), in: items)
                try transaction.delete(try Key(1), in: items)
            }
            try context.database.prepare(indexes: [.ofField()])
            try context.database.expectFound(.f(1), [2], "after writes that declare no index")
            try context.database.expectFound(.f(2), [], "after writes that declare no index")
            try context.database.expectFound(.f(3), [0], "after writes that declare no index")
        },
        Check(
            "IDX-23/copy", "A copy of a database has its indexes.",
            proves: .copiesAreWhole, .indexesStay,
            cause: "a copy has the records and no indexes"
        ) {
            let database = try $0.database
            try database.prepare(
                indexes: [.ofField(), IndexSchema("u", [IndexPart("u")], unique: true)])
            try database.put((0..<20).map { ["f": .integer($0 % 3), "u": .integer($0)] })
            let other = try $0.openOther()
            _ = try database.copy(to: other)
            try expectEqual(
                try other.read { try $0.indexes(in: items) },
                try database.read { try $0.indexes(in: items) }, "the indexes of the copy")
            try other.expectFound(.f(1), Array(stride(from: 1, to: 20, by: 3)), "the copy")
            try expectError(.uniqueViolation, "a value that is taken in the copy") {
                try other.put(["u": 3], try Key(50))
            }
        },
        Check(
            "IDX-23/many", "Thirty collections with three indexes each keep apart.",
            proves: .manyCollections, .indexFollows,
            cause: "entries of different indexes get into each other's way"
        ) { context in
            let parts: [IndexPart] = [
                IndexPart("f"), IndexPart("g", descending: true), IndexPart("h"),
            ]
            try context.database.write { transaction in
                for number in 0..<30 {
                    let indexes = try parts.map { try IndexSchema("by \($0)", [$0]) }
                    try transaction.prepare(CollectionSchema("c\(number)", indexes: indexes))
                    for key in 0..<3 {
                        let record: Record = ["f": .integer(number), "g": .integer(key), "h": "x"]
                        try transaction.put(record, key: try Key(key), in: "c\(number)")
                    }
                }
            }
            if try context.isPersistent { try context.reopen() }
            try context.database.write { transaction in
                for number in 0..<30 {
                    let name = "c\(number)"
                    try transaction.delete(try Key(1), in: name)
                    try transaction.expectFound(
                        .f(.integer(number)), [0, 2], in: name, "collection \(number)")
                    try transaction.expectFound(
                        .compare("g", .equal, 2), [2], in: name, "collection \(number)")
                }
                try expectEqual(
                    try transaction.collections().count, 30, "the collections that are listed")
            }
        },
    ]
}
