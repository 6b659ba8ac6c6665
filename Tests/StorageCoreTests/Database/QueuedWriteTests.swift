import StorageCore
import TestSupport
import Testing

struct QueuedWriteTests {
    let database = Database(MemoryStorage())

    /// Starts a write that holds its turn until the gate is opened.
    private func holdTurn(_ gate: Gate) async -> Task<Void, any Error> {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let task = Task.detached { [database] in
            try await database.write { _ in
                enter.finish()
                gate.wait()
            }
        }
        for await _ in entered {}
        return task
    }

    @Test func `Writes of one task run in the order in which they were submitted`() async throws {
        let gate = Gate()
        let holder = await holdTurn(gate)
        let order = Recorder<Int>()
        try await withThrowingTaskGroup { group in
            // Each submits at once, since the group's tasks start on the caller's executor.
            for number in 0..<300 {
                group.addImmediateTask { [database] in
                    try await database.write { _ in order.record(number) }
                }
            }
            gate.open()
            try await group.waitForAll()
        }
        try await holder.value
        #expect(order.elements == Array(0..<300))
    }

    @Test func `Of queued writes one that throws takes only itself back`() async throws {
        struct Refusal: Error {}
        let gate = Gate()
        let holder = await holdTurn(gate)
        let outcomes = await withTaskGroup { group in
            for number in 0..<100 {
                group.addImmediateTask { [database] () -> (Int, Bool) in
                    do {
                        try await database.write { tx in
                            try tx.put([:], key: Key(number), in: "numbers")
                            if number % 3 == 0 { throw Refusal() }
                        }
                        return (number, true)
                    } catch {
                        return (number, !(error is Refusal))
                    }
                }
            }
            gate.open()
            return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        try await holder.value
        let kept = try await database.read { tx in
            try tx.records(in: "numbers").map { try $0.key.decode(as: Int.self) }
        }
        #expect(kept == (0..<100).filter { $0 % 3 != 0 })
        #expect(outcomes.filter(\.value).keys.sorted() == kept)
    }

    @Test func `Cancelled before its body begins, a write does nothing and throws at once`()
        async throws
    {
        let gate = Gate()
        let holder = await holdTurn(gate)
        let ran = Recorder<Bool>()
        let cancelled = Task.immediate { [database] in
            try await database.write { _ in ran.record(true) }
        }
        cancelled.cancel()
        // The turn is still held: the answer does not wait for it.
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        gate.open()
        try await holder.value
        try await database.write { _ in }
        #expect(ran.elements.isEmpty)
    }

    @Test func `Cancelled while its body runs, a write finishes and says so`() async throws {
        let gate = Gate()
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let task = Task.detached { [database] in
            try await database.write { tx in
                enter.finish()
                gate.wait()
                try tx.put([:], key: Key(1), in: "numbers")
                return 5
            }
        }
        for await _ in entered {}
        task.cancel()
        gate.open()
        #expect(try await task.value == 5)
        #expect(try await database.read { tx in try tx.count(in: "numbers") } == 1)
    }

    @Test func `A cancelled task cannot even read`() async throws {
        let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [database] in
            for await _ in cancelled {}
            try await database.read { _ in }
        }
        task.cancel()
        cancel.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `More waiting writers than threads do not stop the cooperative pool`() async throws {
        let gate = Gate()
        let holder = await holdTurn(gate)
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask { [database] in
                    try await database.write { tx in try tx.put([:], key: Key(number), in: "n") }
                }
            }
            // Were the pool's threads blocked, this task would never run to open the gate.
            group.addTask { gate.open() }
            try await group.waitForAll()
        }
        try await holder.value
        #expect(try await database.read { tx in try tx.count(in: "n") } == 64)
    }

    @Test func `Threads and tasks that add to one number lose nothing`() async throws {
        @Sendable func increment(_ tx: borrowing WriteTransaction) throws {
            let record = try tx.get(Key("n"), in: "counters")
            guard case .int(let number) = try record?.value(of: "n") ?? 0 else { return }
            try tx.put(["n": .int(number + 1)], key: Key("n"), in: "counters")
        }
        try await withThrowingTaskGroup { group in
            for worker in 0..<8 {
                group.addTask { [database] in
                    for _ in 0..<200 {
                        if worker % 2 == 0 {
                            try await database.write { tx in try increment(tx) }
                        } else {
                            try Self.writeInPlace(database, increment)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let record = try await database.read { tx in try tx.get(Key("n"), in: "counters") }
        #expect(try record?.value(of: "n") == 1_600)
    }

    private static func writeInPlace(
        _ database: Database, _ body: (borrowing WriteTransaction) throws -> Void
    ) throws {
        try database.write { tx in try body(tx) }
    }
}
