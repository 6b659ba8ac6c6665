import StorageCore
import TestSupport
import Testing

struct DatabaseTests {
    struct Refusal: Error, Equatable {
        let number: Int
    }

    let database = Database(MemoryStorage())

    private func put(_ number: Int64, under key: String) throws {
        try database.write { tx in
            try tx.put(["n": .int(number)], key: Key(key), in: "numbers")
        }
    }

    private func number(_ key: String) throws -> Value? {
        try database.read { tx in try tx.get(Key(key), in: "numbers")?.value(of: "n") }
    }

    @Test func `A write is kept when its body returns`() throws {
        try put(1, under: "a")
        #expect(try number("a") == 1)
        #expect(try number("b") == nil)
    }

    @Test func `A write is taken back when its body throws, and the same error comes out`() throws {
        try put(1, under: "a")
        let error = try #require(throws: Refusal.self) {
            try database.write { tx in
                try tx.put(["n": 2], key: Key("a"), in: "numbers")
                try tx.put(["n": 2], key: Key("b"), in: "others")
                throw Refusal(number: 7)
            }
        }
        #expect(error == Refusal(number: 7))
        #expect(try number("a") == 1)
        #expect(try database.read { tx in try tx.collections().map(\.name) } == ["numbers"])
        try put(3, under: "a")
        #expect(try number("a") == 3)
    }

    @Test func `A transaction inside a transaction is refused, and the outer one goes on`() throws {
        try database.write { tx in
            try tx.put(["n": 1], key: Key("a"), in: "numbers")
            for start in [{ try self.put(2, under: "a") }, { _ = try self.number("a") }] {
                let error = try #require(throws: StorageError.self) { try start() }
                #expect(error.code == .nestedTransaction)
            }
            let error = try #require(throws: StorageError.self) { try database.close() }
            #expect(error.code == .nestedTransaction)
        }
        try database.read { _ in
            for start in [{ try self.put(2, under: "a") }, { _ = try self.number("a") }] {
                let error = try #require(throws: StorageError.self) { try start() }
                #expect(error.code == .nestedTransaction)
            }
        }
        #expect(try number("a") == 1)
    }

    @Test func `A transaction of another database may run inside`() throws {
        let other = Database(MemoryStorage())
        try database.write { tx in
            try other.write { inner in try inner.put(["n": 1], key: Key("a"), in: "numbers") }
            let copy = try other.read { inner in try inner.get(Key("a"), in: "numbers") }
            try tx.put(try #require(copy), key: Key("a"), in: "numbers")
        }
        #expect(try number("a") == 1)
    }

    private func catchRefusal(_ body: () throws -> Void) throws -> Refusal? {
        do {
            try body()
            return nil
        } catch let error as Refusal {
            return error
        }
    }

    @Test func `A savepoint that throws takes back its own changes only, three levels deep`() throws
    {
        try database.write { tx in
            try tx.put(["n": 1], key: Key("a"), in: "numbers")
            let refusal = try catchRefusal {
                try tx.savepoint { tx in
                    try tx.put(["n": 2], key: Key("b"), in: "fresh")
                    try tx.savepoint { tx in
                        try tx.put(["n": 3], key: Key("c"), in: "numbers")
                        let refusal = try catchRefusal {
                            try tx.savepoint { tx in
                                try tx.delete(Key("a"), in: "numbers")
                                throw Refusal(number: 3)
                            }
                        }
                        #expect(refusal == Refusal(number: 3))
                    }
                    #expect(try tx.contains(Key("c"), in: "numbers"))
                    throw Refusal(number: 1)
                }
            }
            #expect(refusal == Refusal(number: 1))
            #expect(try tx.collections().map(\.name) == ["numbers"])
            try tx.put(["n": 4], key: Key("d"), in: "fresh")
        }
        try database.read { tx in
            let (numbers, fresh) = (try tx.records(in: "numbers"), try tx.records(in: "fresh"))
            #expect(try numbers.map(\.key) == [Key("a")])
            #expect(try fresh.map(\.key) == [Key("d")])
        }
    }

    @Test func `Closing waits for what runs, and later use throws closed`() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let running = Task.detached { [database] in
            try await database.write { tx in
                enter.finish()
                gate.wait()
                try tx.put(["n": 1], key: Key("a"), in: "numbers")
            }
        }
        for await _ in entered {}
        let closing = Task.detached { [database] in try await database.close() }
        // Closing has begun once new work is refused, though the write still runs.
        var refusal: StorageError?
        while refusal == nil {
            do {
                try await database.read { _ in }
                await Task.yield()
            } catch {
                refusal = error as? StorageError
            }
        }
        #expect(refusal?.code == .closed)
        gate.open()
        try await running.value
        try await closing.value
        try await database.close()
        try closeAgain()
        do {
            try await database.write { _ in }
            Issue.record("a closed database was written to")
        } catch let error as StorageError {
            #expect(error.code == .closed)
        }
    }

    private func closeAgain() throws {
        try database.close()
    }

    @Test func `An engine's failure in the middle dooms the transaction, even if it is caught`()
        throws
    {
        let storage = FailingStorage(failingPut: 2)
        let database = Database(storage)
        let error = try #require(throws: StorageError.self) {
            try database.write { tx in
                try tx.put(["n": 1], key: Key("a"), in: "numbers")
                do {
                    try tx.put(["n": 2], key: Key("b"), in: "numbers")
                } catch {
                    // Swallowed, as a careless program does.
                }
            }
        }
        #expect(error.code == .full)
        #expect(error.collection == "numbers")
        let key = try Key("b")
        #expect(error.key == key)
        #expect(storage.failures == 1)
        #expect(try database.read { tx in try tx.count(in: "numbers") } == 0)
        try database.write { tx in try tx.put(["n": 3], key: Key("c"), in: "numbers") }
        #expect(try database.read { tx in try tx.count(in: "numbers") } == 1)
    }

    @Test func `A key of another kind than the declared one is refused`() throws {
        try database.write { tx in
            try tx.prepare(CollectionSchema("numbers", key: [.int]))
            try tx.put(["n": 1], key: Key(1), in: "numbers")
            let error = try #require(throws: StorageError.self) {
                try tx.put(["n": 1], key: Key("1"), in: "numbers")
            }
            #expect(error.code == .wrongKeyKind)
        }
        let error = try #require(throws: StorageError.self) { _ = try number("1") }
        #expect(error.code == .wrongKeyKind)
        #expect(try database.read { tx in try tx.count(in: "numbers") } == 1)
    }

    @Test func `Declaring other keys or kinds is refused, and more fields are taken over`() throws {
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", key: [.int], fields: [FieldSchema("a", .int)]))
        }
        for schema in [
            try CollectionSchema("c", key: [.string]),
            try CollectionSchema("c", key: [.int], fields: [FieldSchema("a", .string)]),
        ] {
            let error = try #require(throws: StorageError.self) {
                try database.write { tx in
                    try tx.put(["a": 1], key: Key(1), in: "c")
                    try tx.prepare(schema)
                }
            }
            #expect(error.code == .schemaMismatch)
        }
        #expect(try database.read { tx in try tx.count(in: "c") } == 0)
        try database.write { tx in
            try tx.prepare(CollectionSchema("c", fields: [FieldSchema("b", .date)]))
        }
        let schema = try database.read { tx in try tx.collections() }
        let expected = try CollectionSchema(
            "c", key: [.int], fields: [FieldSchema("a", .int), FieldSchema("b", .date)])
        #expect(schema == [expected])
    }

    @Test(arguments: ["", "$catalog", String(repeating: "é", count: 128)])
    func `An impossible collection name is refused`(name: String) throws {
        let error = try #require(throws: StorageError.self) {
            try database.write { tx in try tx.put([:], key: Key(1), in: name) }
        }
        #expect(error.code == .invalidName)
    }
}
