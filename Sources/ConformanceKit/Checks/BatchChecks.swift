import StorageCore

extension Check {
    /// Many operations in one transaction.
    static let batches: [Check] = [
        Check(
            "BAT-01/refused",
            "A refused operation, wherever it stands, leaves nothing of its batch.",
            proves: .refusedBefore, .refusalsLeaveTheRest,
            cause: "what comes before a refused operation is kept",
            origin: """
                the atomicity test of Level/abstract-level fails in the front end, before the \
                backend
                """
        ) {
            let database = try $0.database
            let before = try [Entry].numbers(0..<5)
            try database.write { try $0.prepare(CollectionSchema(items, key: [.int])) }
            try database.put(before)
            for position in [0, 1, 2] {
                try expectError(.wrongKeyKind, "a batch refused at operation \(position)") {
                    try database.write { transaction in
                        for number in 0..<3 {
                            let key = number == position ? try Key("x") : try Key(number)
                            try transaction.put(.number(-1), key: key, in: items)
                        }
                    }
                }
                try $0.expectContent(before, "after a batch refused at operation \(position)")
            }
        },
        Check(
            "BAT-03/none-or-all", "A reader beside a batch sees none or all of it.",
            proves: .allAtOnce,
            level: .stochastic, requires: .concurrentReads,
            cause: "a reader sees between the steps of a transaction",
            origin: "a batch applied in steps survives the suite of Level/abstract-level"
        ) { context in
            let database = try context.database
            let storage = try context.storage
            let handle = try storage.fill(
                try [Entry].numbers(0..<40).map { Entry($0.key, .number(0)) })
            try context.expectUniform(handle, beside: 300) { round in
                try database.write { transaction in
                    for number in 0..<40 {
                        try transaction.put(.number(round), key: try Key(number), in: items)
                    }
                }
            }
            try storage.expectUniform(handle)
        },
        Check(
            "BAT-04/last-wins", "Of several operations on one key in a batch, the last one wins.",
            proves: .lastWins,
            cause: """
                writes are reordered within a batch: the first of a key wins, or deletes run \
                last
                """,
            origin: "deletes moved to the end survive the suite of Level/abstract-level"
        ) {
            let steps: [(String, [Int?], Int?)] = [
                ("put, delete", [1, nil], nil), ("delete, put", [nil, 2], 2),
                ("put, put", [1, 2], 2), ("put, delete, put", [1, nil, 3], 3),
                ("delete, put, delete", [nil, 1, nil], nil),
            ]
            let database = try $0.database
            for exists in [false, true] {
                for (name, operations, result) in steps {
                    let key = try Key(name)
                    if exists { try database.put(.number(0), key) }
                    try database.write { transaction in
                        for operation in operations {
                            if let operation {
                                try transaction.put(.number(operation), key: key, in: items)
                            } else {
                                try transaction.delete(key, in: items)
                            }
                        }
                    }
                    try expectEqual(
                        try database.record(key), result.map { .number($0) },
                        "\(name) in a batch, on a key that \(exists ? "exists" : "is new")")
                }
            }
        },
        Check(
            "BAT-04/ranges", "Deletes of ranges stand in their order among puts.",
            proves: .lastWins, .rangeDeletes,
            cause: "range deletes run before, or behind, the puts of a transaction"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<10))
            try database.write { transaction in
                try transaction.put(.number(-5), key: try Key(5), in: items)
                try transaction.delete(KeyRange(from: try Key(3)), in: items)
                try transaction.put(.number(-6), key: try Key(6), in: items)
                try transaction.delete(KeyRange(until: try Key(2)), in: items)
                try transaction.put(.number(-1), key: try Key(1), in: items)
            }
            try $0.expectContent(
                [
                    Entry(try Key(1), .number(-1)), Entry(try Key(2), .number(2)),
                    Entry(try Key(6), .number(-6)),
                ], "puts and deletes of ranges")
        },
        Check(
            "BAT-05/before-commit", "Nothing of a batch is seen by others before it is committed.",
            proves: .allAtOnce, .onlyCommitted,
            requires: .concurrentReads,
            cause: "a transaction is committed in parts"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<50)
            let handle = try storage.fill(before)
            try storage.rolledBack { driver in
                try driver.changeEverything(in: handle)
                try storage.reading { snapshot in
                    try snapshot.expectContent(before, in: handle, "beside an open write")
                    try expectEqual(
                        try snapshot.collection(named: "created"), nil,
                        "a collection that an open write created")
                }
            }
        },
        Check(
            "BAT-06/empty", "An empty transaction succeeds and changes nothing.",
            proves: .anySize,
            cause: "a commit of nothing is an error"
        ) {
            let database = try $0.database
            try expectSuccess("an empty transaction") { try database.write { _ in } }
            try database.put(.number(1), try Key(1))
            try expectSuccess("an empty transaction") { try database.write { _ in } }
            try expectSuccess("an empty savepoint") {
                try database.write { try $0.savepoint { _ in } }
            }
            try $0.expectContent([Entry(try Key(1), .number(1))], "after empty transactions")
        },
        Check(
            "BAT-08/257", "A batch of 257 operations is kept whole.",
            proves: .anySize,
            cause: "operations past 256 are dropped",
            origin: "operations lost past 256 survive the suite of Level/abstract-level"
        ) {
            try $0.expectBatch(257)
        },
        Check(
            "BAT-08/1025", "A batch of 1,025 operations is kept whole.",
            proves: .anySize,
            cause: "operations past 1,024 are dropped"
        ) {
            try $0.expectBatch(1_025)
        },
        Check(
            "BAT-08/100000", "A batch of 100,000 puts and deletes is kept whole.",
            proves: .anySize,
            cause: "operations past a limit are dropped"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([])
            let record = Record.number(0).bytes
            try storage.writing { driver in
                for number in 0..<60_000 {
                    let key = try Key(number).bytes
                    _ = try driver.put(key.span, record.span, in: handle, if: .always)
                }
                for number in 20_000..<60_000 {
                    let isThere = try driver.delete(try Key(number), in: handle)
                    try expectEqual(isThere, true, "delete of \(number) in a batch of 100,000")
                }
            }
            try storage.expectRows(20_000, in: handle)
        },
        Check(
            "BAT-09/several-gets", "Gets of several keys keep order, duplicates and holes.",
            proves: .readsAgree, .missingIsNil,
            cause: "gets are sorted, or their holes left out",
            origin: "getMany that drops duplicates survives the suite of Level/abstract-level"
        ) {
            context in
            let database = try context.database
            try database.put(try [Entry].numbers(0..<10))
            let wanted = [7, 3, 99, 3, 0, -1, 9, 7]
            let records = try database.read { transaction in
                var records: [Record?] = []
                for number in wanted { records.append(try transaction.record(try Key(number))) }
                return records
            }
            try expectEqual(
                records, wanted.map { (0..<10).contains($0) ? .number($0) : nil },
                "gets of \(wanted)")
        },
        Check(
            "BAT-10/same-keys", "Of two batches on the same keys, one wins whole.",
            proves: .oneWriter, .allAtOnce,
            level: .stochastic,
            cause: "two transactions on the same keys mix"
        ) { context in
            let database = try context.database
            for round in 0..<30 {
                try await withThrowingTaskGroup { group in
                    for writer in 0..<4 {
                        group.addTask {
                            try await database.write { transaction in
                                for number in 0..<20 {
                                    try transaction.put(
                                        .number(round * 4 + writer), key: try Key(number), in: items
                                    )
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let records = Set(try await database.read { try $0.entries().map(\.record) })
                try expectEqual(records.count, 1, "different writers in round \(round)")
            }
        },
        Check(
            "BAT-12/one-fails",
            "Of writes that are committed together, one that throws is lost alone.",
            proves: .groupsAreSeparate,
            cause: """
                a failed write takes along those that are committed with it, or its own writes \
                stay
                """
        ) {
            context in
            let database = try context.database
            try await withThrowingTaskGroup { group in
                for number in 0..<200 {
                    group.addTask {
                        do {
                            try await database.write { transaction in
                                try transaction.put(
                                    .number(number), key: try Key(number), in: items)
                                if number % 3 == 0 { throw Stop() }
                            }
                        } catch is Stop {
                            // Every third one.
                        }
                    }
                }
                try await group.waitForAll()
            }
            let kept = try (0..<200).filter { $0 % 3 != 0 }.map { Entry(try Key($0), .number($0)) }
            try context.expectContent(kept, "200 writes of which every third one throws")
        },
    ]
}

extension CheckContext {
    /// Fails unless a batch of puts, overwrites and deletes is kept whole.
    fileprivate func expectBatch(_ count: Int) throws {
        try database.put(try [Entry].numbers(0..<count).map { Entry($0.key, .number(-1)) })
        try database.write { transaction in
            for number in 0..<count {
                if number % 5 == 0 {
                    try transaction.delete(try Key(number), in: items)
                } else {
                    try transaction.put(.number(number), key: try Key(number), in: items)
                }
            }
        }
        let kept = try (0..<count).filter { $0 % 5 != 0 }.map { Entry(try Key($0), .number($0)) }
        try expectContent(kept, "a batch of \(count) operations")
    }
}

extension CheckContext {
    /// Fails if a reader sees records that are not all alike, beside so many rounds of `body` at least.
    ///
    /// On a busy machine the reader comes late, and the rounds go on until it has looked a hundred
    /// times.
    fileprivate func expectUniform(
        _ handle: CollectionHandle, beside rounds: Int, _ body: (_ round: Int) throws -> Void
    ) throws {
        let storage = try storage
        let looks = Shared(0)
        let errors = try beside(threads: 1) { _, _ in
            try storage.expectUniform(handle)
            looks.update { $0 += 1 }
        } during: { errors in
            for round in 1...100 * rounds where round <= rounds || looks.value < 100 {
                if let error = errors.value.first { throw error }
                try body(round)
            }
        }
        if let error = errors.first { throw error }
    }
}

extension Storage {
    /// Fails unless all 40 records are of one round.
    fileprivate func expectUniform(_ handle: CollectionHandle) throws {
        let records = try reading { try $0.entries(in: handle).map(\.record) }
        try expectEqual(records.count, 40, "entries that a reader beside a batch sees")
        try expectEqual(Set(records).count, 1, "rounds that a reader beside a batch sees")
    }
}
