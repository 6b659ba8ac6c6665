import Dispatch
import SeededNumbers
import StorageCore

extension Check {
    /// Transactions that meet each other.
    static let concurrency: [Check] = [
        Check(
            "TXN-03/cancelled-before", "A write of a task that is cancelled already does nothing.",
            proves: .cancelledBefore,
            cause: "nobody looks whether the task was cancelled"
        ) {
            context in
            let database = try context.database
            let outcome = await Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await database.write {
                    try $0.put(.number(1), key: try Key(1), in: items)
                }
            }.result
            try expectCancelled(outcome, "a write of a cancelled task")
            try context.expectContent([], "after the write of a cancelled task")
        },
        Check(
            "TXN-03/cancelled-in-queue",
            "A queued write that is cancelled does nothing; others run.",
            proves: .cancelledBefore,
            cause: "a cancelled writer keeps its place in the queue, or holds it up"
        ) {
            context in
            let database = try context.database
            let gate = Gate()
            let blocker = Task {
                defer { gate.pass() }
                try await database.write { _ in gate.wait() }
            }
            await gate.waitUntilReached()
            let cancelled = (0..<10).map { number in
                Task {
                    try await database.write {
                        try $0.put(.number(number), key: try Key(number), in: items)
                    }
                }
            }
            for task in cancelled { task.cancel() }
            for task in cancelled {
                try expectCancelled(await task.result, "a queued write that is cancelled")
            }
            gate.open()
            try await blocker.value
            try await database.write { try $0.put(.number(99), key: try Key(99), in: items) }
            try context.expectContent(
                [Entry(try Key(99), .number(99))], "after ten writes were cancelled in the queue")
        },
        Check(
            "TXN-15/nested", "A transaction inside another one is refused, and the outer goes on.",
            proves: .noNesting,
            cause: "a writer waits for itself",
            origin: "a second mdb_txn_begin on the thread waits for ever"
        ) {
            let database = try $0.database
            try database.put(.number(1), try Key(1))
            try database.read { transaction in
                try expectError(.nestedTransaction, "a read in a read") { try database.count() }
                try expectError(.nestedTransaction, "a write in a read") {
                    try database.put(.number(2), try Key(2))
                }
                try expectError(.nestedTransaction, "close in a read") { try database.close() }
                try expectEqual(try transaction.count(in: items), 1, "the outer read")
            }
            try database.write { transaction in
                try expectError(.nestedTransaction, "a read in a write") { try database.count() }
                try expectError(.nestedTransaction, "a write in a write") {
                    try database.put(.number(2), try Key(2))
                }
                try transaction.put(.number(3), key: try Key(3), in: items)
            }
            try $0.expectContent(
                [Entry(try Key(1), .number(1)), Entry(try Key(3), .number(3))],
                "after refused transactions")
        },
        Check(
            "TXN-15/other-database", "A transaction of another database may run inside one.",
            proves: .noNesting, .placesAreApart,
            cause: "nesting is found out by the thread and not by the database"
        ) {
            let database = try $0.database
            let other = try $0.openOther()
            try database.put(try [Entry].numbers(0..<5))
            try database.read { transaction in
                try other.put(try transaction.entries())
            }
            try expectEqual(
                try other.entries(), try [Entry].numbers(0..<5), "what was copied to the other")
        },
        Check(
            "TXN-15/two-databases", "What one database of a storage declares another one knows.",
            proves: .statesAreNumbered, .indexIsFilled,
            cause: "the number of a state stays the same after a commit"
        ) {
            let database = try $0.database
            let second = Database(database.storage)
            try database.put(["f": .integer(1)], try Key(1))
            for round in 0..<3 {
                // Each of them has written last, and takes the other's state for its own if it can.
                try second.put(["f": .integer(1)], try Key(2 + 10 * round))
                try database.put(["f": .integer(1)], try Key(3 + 10 * round))
                try second.write { transaction in
                    if round == 1 {
                        try transaction.dropIndex("f", in: items)
                    } else {
                        try transaction.createIndex(.ofField(), in: items)
                    }
                }
                try database.put(["f": .integer(1)], try Key(4 + 10 * round))
                try second.delete(try Key(3 + 10 * round))
                try expectEqual(
                    try second.verify(), [], "what verify finds after round \(round)")
                let left = [1] + (0...round).flatMap { [2 + 10 * $0, 4 + 10 * $0] }
                try second.expectFound(.f(1), left, "the other database's writes")
            }
        },
        Check(
            "TXN-18/increments", "Eight tasks that increment 200 times each add up to 1,600.",
            proves: .noLostUpdates, .oneWriter,
            cause: "two writers at once: an update is lost",
            origin: "SQLITE_BUSY_SNAPSHOT when a reader becomes a writer"
        ) {
            context in
            let database = try context.database
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<200 {
                            try await database.write { try $0.increment(try Key("counter")) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try context.expectContent(
                [Entry(try Key("counter"), .number(1_600))], "the counter of eight tasks")
        },
        Check(
            "TXN-18/threads", "Four threads that write through drivers wait for each other.",
            proves: .noLostUpdates, .oneWriter,
            cause: "two writers at once: an update is lost"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill([Entry(try Key("counter"), .number(0))])
            let failures = Shared<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    for _ in 0..<100 { try storage.increment(handle) }
                } catch {
                    failures.update { $0.append(error.context) }
                }
            }
            try expectEqual(failures.value, [], "errors of four threads")
            try storage.reading {
                try $0.expectContent(
                    [Entry(try Key("counter"), .number(400))], in: handle,
                    "the counter of four threads")
            }
        },
        Check(
            "TXN-19/bank",
            "Transfers leave the sum as it is, in every reader that runs beside them.",
            proves: .allAtOnce, .snapshotStays,
            level: .stochastic, requires: .concurrentReads,
            cause: "a reader sees a transfer half"
        ) { context in
            let database = try context.database
            try database.open(accounts: 20, with: 100)
            let seed = context.generator.next()
            try await withThrowingTaskGroup { group in
                let running = Shared(4)
                for writer in 0..<4 {
                    group.addTask {
                        defer { running.update { $0 -= 1 } }
                        var generator = SplitMix64(seed: seed &+ UInt64(writer))
                        for _ in 0..<100 {
                            let from = Int.random(in: 0..<20, using: &generator)
                            let to = Int.random(in: 0..<20, using: &generator)
                            try await database.write { try $0.transfer(1, from: from, to: to) }
                        }
                    }
                }
                group.addTask {
                    while running.value > 0 {
                        let sum = try await database.read { try $0.sum() }
                        try expectEqual(sum, 2_000, "the sum of all accounts beside transfers")
                        await Task.yield()
                    }
                }
                try await group.waitForAll()
            }
            let sum = try await database.read { try $0.sum() }
            try expectEqual(sum, 2_000, "the sum of all accounts after transfers")
        },
        Check(
            "TXN-25/task-order",
            "The writes of one task are seen in the order in which it made them.",
            proves: .turnsInOrder, .snapshotIsFresh,
            cause: "writes are handed to a pool, which runs them in any order"
        ) {
            context in
            let database = try context.database
            try await withThrowingTaskGroup { group in
                for task in 0..<6 {
                    group.addTask {
                        for round in 0..<50 {
                            try await database.write { transaction in
                                let key = try Key(task)
                                try expectEqual(
                                    try transaction.record(key),
                                    round == 0 ? nil : .number(round - 1),
                                    "the last write of task \(task) before round \(round)")
                                try transaction.put(.number(round), key: key, in: items)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        Check(
            "TXN-16/reader-beside-writer", "Reads go on beside a write that takes its time.",
            proves: .readersBesideWriter,
            requires: .concurrentReads,
            cause: "readers wait for the writer",
            origin: "the rollback journal of SQLite"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<10))
            let storage = try $0.storage
            try storage.rolledBack { driver in
                let handle = try driver.prepare(CollectionSchema(items))
                for round in 0..<50 {
                    try driver.put(Entry(try Key(round), .sized(1_000)), in: handle)
                    try expectEqual(
                        try database.entries(), try [Entry].numbers(0..<10),
                        "a read beside an open write, round \(round)")
                }
            }
        },
        Check(
            "CON-07/same-key", "A hundred tasks that read one key at once all get its record.",
            proves: .anyThread,
            cause: "a cache that is shared by readers without a lock"
        ) {
            context in
            let database = try context.database
            try await database.write { try $0.put(.sized(10_000), key: try Key(1), in: items) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        let record = try await database.read { try $0.record(try Key(1)) }
                        try expectEqual(record, .sized(10_000), "one of a hundred gets")
                    }
                }
                try await group.waitForAll()
            }
        },
        Check(
            "CON-05/many-writers", "A thousand tasks that write at once all get their turn.",
            proves: .poolStaysFree, .turnsInOrder,
            cause: "writers block the threads of the cooperative pool",
            origin: "a semaphore that waits in an async function"
        ) {
            context in
            let database = try context.database
            try await withThrowingTaskGroup { group in
                for number in 0..<1_000 {
                    group.addTask {
                        try await database.write {
                            try $0.put(.number(number), key: try Key(number), in: items)
                        }
                        let record = try await database.read { try $0.record(try Key(number)) }
                        try expectEqual(record, .number(number), "a task's own write")
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(
                try await database.read { try $0.count(in: items) }, 1_000,
                "the records of a thousand tasks")
        },
    ]
}

private func expectCancelled(
    _ outcome: Result<Void, any Error>, _ subject: String
) throws(CheckFailure) {
    switch outcome {
    case .failure(is CancellationError): return
    case .failure(let error):
        throw CheckFailure(subject, expected: "CancellationError", got: error.context)
    case .success: throw CheckFailure(subject, expected: "CancellationError", got: "success")
    }
}

extension Database {
    fileprivate func open(accounts: Int, with balance: Int) throws {
        try put(try (0..<accounts).map { Entry(try Key($0), .number(balance)) })
    }
}

extension TransactionReader where Self: ~Copyable {
    fileprivate borrowing func number(_ key: Key) throws -> Int {
        guard case .int(let number) = try record(key)?.value(of: "n") else { return 0 }
        return Int(number)
    }

    fileprivate borrowing func sum() throws -> Int {
        var sum = 0
        try scan(in: items) { _, record in
            guard case .int(let number) = try record.value(of: "n") else { return true }
            sum += Int(number)
            return true
        }
        return sum
    }
}

extension WriteTransaction {
    fileprivate borrowing func increment(_ key: Key) throws {
        try put(.number(try number(key) + 1), key: key, in: items)
    }

    fileprivate borrowing func transfer(_ amount: Int, from: Int, to: Int) throws {
        let (source, target) = (try Key(from), try Key(to))
        try put(.number(try number(source) - amount), key: source, in: items)
        try put(.number(try number(target) + amount), key: target, in: items)
    }
}

extension Storage {
    fileprivate func increment(_ handle: CollectionHandle) throws {
        try writing { driver in
            let key = try Key("counter")
            guard case .int(let number) = try driver.record(key, in: handle)?.value(of: "n") else {
                throw CheckFailure("the counter in a write", expected: "a number", got: "none")
            }
            try driver.put(Entry(key, .number(Int(number) + 1)), in: handle)
        }
    }
}
