import StorageCore

extension Check {
    /// Opening, closing, and what is still there afterwards.
    static let lifecycle: [Check] = [
        Check(
            "LIF-01/inserts", "Inserts are there after the storage was opened again.",
            proves: .committedStays,
            requires: .persistent,
            cause: "what is committed is not written out"
        ) {
            let entries = try [Entry].numbers(0..<10)
            try $0.database.put(entries)
            try $0.reopen()
            try $0.expectContent(entries, "inserts, opened again")
        },
        Check(
            "LIF-02/overwrites", "Overwrites are there after the storage was opened again.",
            proves: .committedStays,
            requires: .persistent,
            cause: "overwrites are not written out",
            origin: "overwrites lost by a reopening survive the suite of Level/abstract-level"
        ) {
            let entries = try [Entry].numbers(0..<10)
            try $0.database.put(entries.map { Entry($0.key, .number(-1)) })
            try $0.reopen()
            try $0.database.put(entries)
            try $0.reopen()
            try $0.expectContent(entries, "overwrites, opened again")
        },
        Check(
            "LIF-02/deletes", "Deletes are there after the storage was opened again.",
            proves: .committedStays,
            requires: .persistent,
            cause: "deletes are not written out",
            origin: "deletes lost by a reopening survive the suite of Level/abstract-level"
        ) {
            let entries = try [Entry].numbers(0..<10)
            try $0.database.put(entries)
            try $0.reopen()
            for entry in entries.prefix(4) { try $0.database.delete(entry.key) }
            try $0.reopen()
            try $0.expectContent(Array(entries.dropFirst(4)), "deletes, opened again")
        },
        Check(
            "LIF-02/range-deletes",
            "Deletes of ranges are there after the storage was opened again.",
            proves: .committedStays, .rangeDeletes,
            requires: .persistent,
            cause: "range deletes are not written out"
        ) {
            var entries = try [Entry].numbers(0..<500)
            try $0.database.put(entries)
            try $0.reopen()
            try $0.database.delete(KeyRange(from: try Key(100), until: try Key(400)))
            entries.removeSubrange(100..<400)
            try $0.reopen()
            try $0.expectContent(entries, "deletes of ranges, opened again")
        },
        Check(
            "LIF-02/many", "All of 10,001 records are there after the storage was opened again.",
            proves: .committedStays,
            requires: .persistent,
            cause: "only a first page of records is written out",
            origin: "a first page of 100 records survives the suite of Level/abstract-level"
        ) {
            let entries = try [Entry].numbers(0..<10_001)
            try $0.database.put(entries)
            try $0.reopen()
            try expectEqual(try $0.database.entries(), entries, "10,001 records, opened again")
            try expectEqual(
                try $0.database.count(), 10_001, "count of 10,001 records, opened again")
        },
        Check(
            "LIF-02/schemas", "Collections and what they declare are there after opening again.",
            proves: .schemasStay,
            requires: .persistent,
            cause: "schemas are kept in memory only"
        ) {
            let schemas = [
                try CollectionSchema("a", key: [.int], fields: [FieldSchema("f", .string)]),
                try CollectionSchema("b"),
                try CollectionSchema("c", key: [.string, .uuid], fields: []),
            ]
            try $0.database.write { transaction in
                for schema in schemas { try transaction.prepare(schema) }
            }
            try $0.reopen()
            try expectEqual(
                try $0.database.read { try $0.collections() }, schemas, "schemas, opened again")
            try expectError(.wrongKeyKind, "put of another kind of key, opened again") {
                [database = try $0.database] in
                try database.put(.number(1), try Key("x"), in: "a")
            }
        },
        Check(
            "LIF-02/large", "Long records are there whole after the storage was opened again.",
            proves: .committedStays,
            requires: .persistent,
            cause: "long records are not written out"
        ) {
            let entries = try [0, 1, 65_536, 65_537, 1_000_000].map {
                Entry(try Key($0), .sized($0))
            }
            try $0.database.put(entries)
            try $0.reopen()
            try $0.expectContent(entries, "long records, opened again")
        },
        Check(
            "LIF-02/rolled-back", "What was rolled back is still lost after opening again.",
            proves: .committedStays, .throwRollsBack,
            requires: .persistent,
            cause: "what is rolled back stays in the journal, which is replayed"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<50)
            try $0.database.put(before)
            let handle = try storage.writing { try $0.prepare(CollectionSchema(items)) }
            try storage.rolledBack { try $0.changeEverything(in: handle) }
            try storage.writing { driver in
                try driver.savepoint()
                try driver.put(Entry(try Key(2), .number(-2)), in: handle)
                try driver.delete(try Key(3), in: handle)
                _ = try driver.delete(KeyRange(from: try Key(10)), in: handle)
                try driver.rollBackToSavepoint()
            }
            try $0.reopen()
            try $0.expectContent(before, "after roll-backs, opened again")
        },
        Check(
            "LIF-02/many-times", "Every commit of twenty openings is there in the next one.",
            proves: .committedStays,
            requires: .persistent,
            cause: "each opening begins with what the first one found"
        ) {
            for round in 0..<20 {
                try $0.database.put(.number(round), try Key(round))
                try $0.database.delete(try Key(round - 2))
                try $0.reopen()
                let kept = try [round - 1, round].filter { $0 >= 0 }.map {
                    Entry(try Key($0), .number($0))
                }
                try $0.expectContent(kept, "opening \(round + 1)")
            }
        },
        Check(
            "LIF-03/close-twice", "Closing twice is fine.",
            proves: .closeTwice,
            cause: "a second close throws"
        ) {
            let storage = try $0.storage
            let database = try $0.database
            try database.put(.number(1), try Key(1))
            try $0.close()
            try expectSuccess("a second close of the database") { try database.close() }
            try expectSuccess("a second close") { try storage.close() }
            try expectSuccess("a third close") { try storage.close() }
        },
        Check(
            "LIF-04/closed", "Every use after close is refused as closed.",
            proves: .closedRefuses,
            cause: "nothing looks whether the storage is closed before it is used",
            origin: "use after close that returned nil, or killed the process"
        ) {
            let storage = try $0.storage
            let database = try $0.database
            try database.put(.number(1), try Key(1))
            try $0.close()
            try expectError(.closed, "beginRead after close") { try storage.beginRead().end() }
            try expectError(.closed, "beginWrite after close") { try storage.beginWrite().end() }
            try expectError(.closed, "check after close") { try storage.check() }
            try expectError(.closed, "a read after close") { try database.count() }
            try expectError(.closed, "a write after close") {
                try database.put(.number(1), try Key(1))
            }
        },
        Check(
            "LIF-05/close-waits", "Close waits for what runs, and what was acknowledged is kept.",
            proves: .closeWaits,
            cause: "close ends what runs, or does not wait for what is queued",
            origin: "SIGSEGV in readers of a memory map that was closed under them"
        ) {
            context in
            let database = try context.database
            let isPersistent = try context.isPersistent
            try database.put(.number(-1), try Key(-1))
            let acknowledged = Shared<[Int]>([])
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        do {
                            try await database.write {
                                try $0.put(.number(number), key: try Key(number), in: items)
                            }
                            acknowledged.update { $0.append(number) }
                        } catch let error as StorageError where error.code == .closed {
                            // This one came too late.
                        }
                    }
                }
                group.addTask { try await database.close() }
                try await group.waitForAll()
            }
            try context.reopen()
            guard isPersistent else { return }
            let numbers = [-1] + acknowledged.value.sorted()
            try context.expectContent(
                try numbers.map { Entry(try Key($0), .number($0)) },
                "writes acknowledged before close")
        },
        Check(
            "LIF-11/same-place",
            "One place is opened once: the second opening is refused, harmlessly.",
            proves: .oneOpening, .failedOpenings,
            requires: .persistent,
            cause: "nothing keeps a place from being opened twice in one process",
            origin: "LMDB: closing a second environment drops the locks of the first"
        ) {
            let entries = try [Entry].numbers(0..<10)
            try $0.database.put(entries)
            for _ in 0..<2 { try $0.expectRefusedOpening() }
            try $0.database.put(.number(10), try Key(10))
            try $0.expectContent(
                entries + [Entry(try Key(10), .number(10))], "after a refused opening")
            try $0.reopen()
            try $0.expectContent(
                entries + [Entry(try Key(10), .number(10))], "after a refused opening, opened again"
            )
        },
        Check(
            "LIF-12/two-places", "Two storages have nothing to do with each other.",
            proves: .placesAreApart,
            cause: "the place is ignored, or state is kept in a global"
        ) {
            let first = try $0.database
            let second = try $0.openOther()
            try first.put(try [Entry].numbers(0..<10))
            try second.put(try [Entry].numbers(5..<8).map { Entry($0.key, .number(-1)) })
            try first.delete(try Key(6))
            try expectEqual(
                try second.entries(), try [Entry].numbers(5..<8).map { Entry($0.key, .number(-1)) },
                "the second of two storages")
            try expectEqual(
                try first.keys(), try (0..<10).filter { $0 != 6 }.map { try Key($0) },
                "the first of two storages")
        },
        Check(
            "LIF-15/cycles", "A storage can be opened and closed a hundred times.",
            proves: .handlesReturn,
            level: .extended,
            requires: .persistent,
            cause: "descriptors, threads or maps are left behind by close"
        ) {
            let entries = try [Entry].numbers(0..<20)
            try $0.database.put(entries)
            for _ in 0..<100 { try $0.reopen() }
            try $0.expectContent(entries, "after a hundred openings")
        },
        Check(
            "LIF-16/let-go",
            "A storage that is let go of without being closed can be opened again.",
            proves: .lettingGoCloses,
            requires: .persistent,
            cause: """
                the lock of the place is released by close only, not when the storage is let go \
                of
                """
        ) {
            let entries = try [Entry].numbers(0..<20)
            try $0.database.put(entries)
            $0.abandon()
            let context = $0
            _ = try expectSuccess("opening a storage that was let go of") {
                try context.database
            }
            try $0.expectContent(entries, "a storage that was let go of, opened again")
        },
        Check(
            "LIF-18/check", "The check of a sound storage finds nothing and changes nothing.",
            proves: .checkIsHarmless,
            cause: "check() reports what is no damage"
        ) {
            let entries = try [Entry].numbers(0..<500)
            try $0.database.put(entries)
            for _ in 0..<3 {
                try expectEqual(try $0.storage.check(), [], "the findings of check()")
            }
            try $0.expectContent(entries, "after check()")
        },
    ]
}

extension CheckContext {
    /// Fails unless opening the storage's place a second time is refused.
    fileprivate func expectRefusedOpening() throws {
        let subject = "a second opening of the same place"
        let expected = "the error alreadyOpen or locked"
        let second: any Storage
        do {
            second = try openAgain()
        } catch let error as StorageError where [.alreadyOpen, .locked].contains(error.code) {
            return
        } catch {
            throw CheckFailure(subject, expected: expected, got: error.context)
        }
        try second.close()
        throw CheckFailure(subject, expected: expected, got: "a second storage")
    }
}
