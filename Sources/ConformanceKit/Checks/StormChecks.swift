import Dispatch
import SeededNumbers
import StorageCore

extension Check {
    /// Many that read and write at once, from wherever they run.
    static let storms: [Check] = [
        Check(
            "CON-02/started", "A write that has begun goes on, though its task is cancelled.",
            proves: .startedFinishes, .cancelledBefore,
            cause: "a cancelled write says that it was cancelled, and is kept all the same",
            origin: "go-cloud's test of a blob whose writing is cancelled in the middle"
        ) { context in
            let database = try context.database
            for round in 0..<20 {
                let gate = Gate()
                let write = Task {
                    defer { gate.pass() }
                    return try await database.write { transaction in
                        gate.wait()
                        try transaction.put(.number(round), key: try Key(round), in: items)
                        try transaction.put(.number(round), key: try Key(-1), in: items)
                        return round
                    }
                }
                await gate.waitUntilReached()
                write.cancel()
                gate.open()
                let outcome = await write.result
                let kept = try database.record(try Key(round))
                switch outcome {
                case .success(let number):
                    try expectEqual(number, round, "what a cancelled write returns")
                    try expectEqual(kept, .number(round), "what a cancelled write has put")
                case .failure(let error):
                    throw CheckFailure(
                        "a write that is cancelled while it runs", expected: "that it finishes",
                        got: error.context)
                }
            }
            try expectEqual(try database.count(), 21, "the records of writes that were cancelled")
        },
        Check(
            "CON-04/storm", "What is acknowledged in a storm is kept, and the storm hurts nobody.",
            proves: .closeWaits, .anyThread, .closedRefuses,
            level: .stochastic,
            cause: "close pulls the ground from under who is still at work",
            origin: "bbolt's and Turso's storms, which the kits of others leave out"
        ) { context in
            var acknowledged: Set<Int> = []
            let isPersistent = try context.isPersistent
            for round in 0..<(context.effort == .nightly ? 60 : 6) {
                let written = try await storm(
                    round, seed: context.generator.next(), on: try context.database)
                acknowledged.formUnion(written)
                try context.reopen()
                guard isPersistent else { continue }
                let keys = try context.database.keys().map { try $0.decode(as: Int.self) }
                try expectEqual(
                    acknowledged.subtracting(keys).sorted(), [],
                    "acknowledged writes that are missing after storm \(round)")
            }
        },
        Check(
            "CON-06/anywhere", "Tasks, actors, the main actor and threads use one database.",
            proves: .anyThread,
            cause: "a storage that belongs to the thread that opened it",
            origin: "reader slots of LMDB, which belong to threads unless it is told otherwise"
        ) { context in
            let database = try context.database
            try await add(1, to: database)
            try await Task.detached { try await add(2, to: database) }.value
            try await Elsewhere().add(4, to: database)
            try await addOnMain(8, to: database)
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try addHere(16, to: database) })
                }
            }
            try context.expectContent(
                [Entry(try Key("sum"), .number(31))], "a sum from everywhere")
        },
        Check(
            "CON-08/readers-together", "Readers are inside of their transactions at the same time.",
            proves: .anyThread, .readersBesideWriter,
            requires: .concurrentReads,
            cause: "one connection, or one lock, for all readers"
        ) { context in
            let storage = try context.storage
            let handle = try storage.fill(try [Entry].numbers(0..<10))
            let readers = try (0..<32).map { _ in try storage.beginRead() }
            defer { for reader in readers { reader.end() } }
            for (number, reader) in readers.enumerated() {
                try expectEqual(
                    try reader.count(.all, in: handle), 10, "reader \(number) of 32 at once")
            }
        },
        Check(
            "TXN-22/readers", "A writer gets its turns beside readers that never pause.",
            proves: .turnsInOrder,
            cause: "a writer waits for a moment without readers",
            origin: "locks that let readers in for as long as one of them is inside"
        ) { context in
            let database = try context.database
            try database.put(try [Entry].numbers(0..<100))
            let isDone = Shared(false)
            try await withThrowingTaskGroup { group in
                for _ in 0..<32 {
                    group.addTask {
                        while !isDone.value {
                            try await database.read { _ = try $0.count(in: items) }
                            await Task.yield()
                        }
                    }
                }
                group.addTask {
                    defer { isDone.update { $0 = true } }
                    for number in 0..<50 {
                        try await database.write {
                            try $0.put(.number(-1), key: try Key(number), in: items)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(
                try database.entries().count { $0.record == .number(-1) }, 50,
                "the writes beside 32 readers")
        },
        Check(
            "SNP-11/same-twice", "A reader finds the same again and again, beside eight writers.",
            proves: .snapshotStays, .noPhantoms,
            requires: .concurrentReads, cause: "a snapshot is as old as its last page"
        ) { context in
            let database = try context.database
            try database.put(try [Entry].numbers(0..<200))
            try database.expectSameTwice()
        },
    ]
}

extension Database {
    /// Fails unless a reader finds the same each time in one transaction, twenty times, while eight
    /// threads write.
    fileprivate func expectSameTwice() throws {
        let errors = try beside(threads: 8) { writer, round in
            try self.write {
                let key = try Key((writer * 31 + round * 7) % 250)
                try $0.put(.number(-round), key: key, in: items)
                try $0.delete(try Key((writer * 20 + round) % 250), in: items)
            }
        } during: { _ in
            for _ in 0..<20 {
                try read { transaction in
                    let first = try transaction.entries()
                    for _ in 0..<5 {
                        try expectEqual(
                            try transaction.entries(), first,
                            "the same scan in a snapshot, beside eight writers")
                        try expectEqual(
                            try transaction.count(in: items), first.count,
                            "the count in a snapshot, beside eight writers")
                    }
                }
            }
        }
        try expectEqual(errors.map(\.context), [], "errors of eight writers")
    }
}

/// Reads and writes from twenty tasks, one of which closes the database in the middle, and returns
/// the numbers whose writes were acknowledged.
private func storm(_ round: Int, seed: UInt64, on database: Database) async throws -> [Int] {
    let acknowledged = Shared<[Int]>([])
    try await withThrowingTaskGroup { group in
        for task in 0..<20 {
            group.addTask {
                var generator = SplitMix64(seed: seed &+ UInt64(task))
                do {
                    for step in 0..<20 {
                        let number = round * 1_000 + task * 20 + step
                        if task == 7, step == 10 { try await database.close() }
                        if Bool.random(using: &generator) {
                            try await database.write {
                                try $0.put(.number(number), key: try Key(number), in: items)
                            }
                            acknowledged.update { $0.append(number) }
                        } else {
                            try await database.read { _ = try $0.entries() }
                        }
                    }
                } catch let error as StorageError where error.code == .closed {
                    // This one came too late.
                }
            }
        }
        try await group.waitForAll()
    }
    return acknowledged.value
}

private actor Elsewhere {
    func add(_ amount: Int, to database: Database) async throws {
        try await ConformanceKit.add(amount, to: database)
    }
}

@MainActor
private func addOnMain(_ amount: Int, to database: Database) async throws {
    try await add(amount, to: database)
}

private func add(_ amount: Int, to database: Database) async throws {
    try await database.write { try $0.add(amount) }
}

private func addHere(_ amount: Int, to database: Database) throws {
    try database.write { try $0.add(amount) }
}

extension WriteTransaction {
    fileprivate borrowing func add(_ amount: Int) throws {
        let key = try Key("sum")
        guard case .int(let sum) = try record(key)?.value(of: "n") ?? .int(0) else {
            throw CheckFailure("the sum so far", expected: "a number", got: "something else")
        }
        try put(.number(Int(sum) + amount), key: key, in: items)
    }
}
