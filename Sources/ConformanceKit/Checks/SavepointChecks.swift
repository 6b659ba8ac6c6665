import StorageCore

extension Check {
    /// Savepoints.
    static let savepoints: [Check] = [
        Check(
            "TXN-10/roll-back", "A savepoint that is rolled back takes back exactly its changes.",
            proves: .savepointTakesBack,
            cause: "rolling a savepoint back takes the whole transaction back",
            origin: "fluent's nested transactions join the outer one"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<100)
            let handle = try storage.fill(before)
            let own = before + [Entry(try Key(500), .number(500))]
            try storage.writing { driver in
                try driver.put(own[100], in: handle)
                try driver.savepoint()
                try driver.changeEverything(in: handle)
                try driver.rollBackToSavepoint()
                try driver.expectContent(own, in: handle, "after a rolled-back savepoint")
                try expectEqual(
                    try driver.collection(named: "created"), nil,
                    "a collection created in a rolled-back savepoint")
            }
            try storage.reading {
                try $0.expectContent(own, in: handle, "a commit after a rolled-back savepoint")
            }
        },
        Check(
            "TXN-10/release", "A savepoint that is released keeps its changes.",
            proves: .savepointKeeps,
            cause: "releasing a savepoint takes its writes back"
        ) {
            let storage = try $0.storage
            let handle = try storage.fill(try [Entry].numbers(0..<10))
            try storage.writing { driver in
                try driver.savepoint()
                _ = try driver.delete(KeyRange(from: try Key(5)), in: handle)
                try driver.releaseSavepoint()
                try driver.expectContent(
                    try [Entry].numbers(0..<5), in: handle, "after a released savepoint")
            }
            try storage.reading {
                try $0.expectContent(
                    try [Entry].numbers(0..<5), in: handle, "a commit after a released savepoint")
            }
        },
        Check(
            "TXN-10/released-in-rolled-back",
            "What an inner savepoint kept is lost with the outer.",
            proves: .savepointKeeps, .savepointTakesBack,
            cause: "releasing an inner savepoint commits it for good"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<10)
            let handle = try storage.fill(before)
            try storage.writing { driver in
                try driver.savepoint()
                try driver.put(Entry(try Key(11), .number(11)), in: handle)
                try driver.savepoint()
                try driver.put(Entry(try Key(12), .number(12)), in: handle)
                try driver.delete(try Key(1), in: handle)
                try driver.releaseSavepoint()
                try driver.rollBackToSavepoint()
                try driver.expectContent(
                    before, in: handle, "an inner savepoint released, the outer rolled back")
            }
        },
        Check(
            "TXN-10/released-then-ended", "What a savepoint kept is lost when the transaction is.",
            proves: .savepointKeeps, .throwRollsBack,
            cause: "releasing a savepoint commits it",
            origin: "RELEASE of an outermost savepoint of SQLite commits"
        ) {
            let storage = try $0.storage
            let before = try [Entry].numbers(0..<10)
            let handle = try storage.fill(before)
            try storage.rolledBack { driver in
                try driver.savepoint()
                try driver.changeEverything(in: handle)
                try driver.releaseSavepoint()
            }
            try storage.reading {
                try $0.expectContent(
                    before, in: handle, "a released savepoint of a transaction that was ended")
            }
        },
        Check(
            "TXN-10/three-deep", "Savepoints nest: each takes back its own changes, and no more.",
            proves: .savepointTakesBack,
            cause: "all savepoints have one mark"
        ) {
            let database = try $0.database
            try database.write { transaction in
                try transaction.put(.number(1), key: try Key(1), in: items)
                try transaction.savepoint { transaction in
                    try transaction.put(.number(2), key: try Key(2), in: items)
                    try expectStop("a savepoint two deep whose body throws") {
                        try transaction.savepoint { transaction in
                            try transaction.put(.number(3), key: try Key(3), in: items)
                            try transaction.savepoint { transaction in
                                try transaction.put(.number(-1), key: try Key(1), in: items)
                                try transaction.delete(try Key(2), in: items)
                            }
                            throw Stop()
                        }
                    }
                    try expectStop("a savepoint two deep that throws at once") {
                        try transaction.savepoint { _ in throw Stop() }
                    }
                    try transaction.put(.number(4), key: try Key(4), in: items)
                }
            }
            try $0.expectContent(
                try [1, 2, 4].map { Entry(try Key($0), .number($0)) }, "savepoints three deep")
        },
        Check(
            "TXN-10/one-after-another", "A hundred savepoints one after another keep every other.",
            proves: .savepointTakesBack, .savepointKeeps,
            cause: "savepoints are never forgotten"
        ) {
            let database = try $0.database
            try database.write { transaction in
                for number in 0..<100 {
                    do {
                        try transaction.savepoint { transaction in
                            try transaction.put(.number(number), key: try Key(number), in: items)
                            try transaction.put(.number(number), key: try Key("last"), in: items)
                            if number % 2 == 1 { throw Stop() }
                        }
                    } catch is Stop {
                        // The odd numbers.
                    }
                }
            }
            let even = try (0..<50).map { Entry(try Key(2 * $0), .number(2 * $0)) }
            try $0.expectContent(
                even + [Entry(try Key("last"), .number(98))], "every other of 100 savepoints")
        },
        Check(
            "TXN-10/collections", "A collection created in a lost savepoint can be created again.",
            proves: .savepointTakesBack,
            cause: "a collection that was rolled back is remembered"
        ) {
            let database = try $0.database
            try database.write { transaction in
                try expectStop("a savepoint that creates a collection and throws") {
                    try transaction.savepoint {
                        try $0.prepare(CollectionSchema(items, key: [.string]))
                        try $0.put(.number(1), key: try Key("a"), in: items)
                        throw Stop()
                    }
                }
                try expectEqual(try transaction.count(in: items), 0, "count in no collection")
                try transaction.prepare(CollectionSchema(items, key: [.int]))
                try transaction.put(.number(2), key: try Key(2), in: items)
            }
            try $0.expectContent(
                [Entry(try Key(2), .number(2))], "a collection created after a lost savepoint")
        },
        Check(
            "TXN-10/large", "A savepoint of 5,000 changes is taken back whole.",
            proves: .savepointTakesBack,
            cause: "the changes of a savepoint are kept up to a number"
        ) {
            let database = try $0.database
            let before = try [Entry].numbers(0..<2_000)
            try database.put(before)
            try database.write { transaction in
                try expectStop("a savepoint of 5,000 changes that throws") {
                    try transaction.savepoint { transaction in
                        try transaction.delete(KeyRange(until: try Key(1_000)), in: items)
                        for number in 1_000..<5_000 {
                            try transaction.put(.number(-1), key: try Key(number), in: items)
                        }
                        throw Stop()
                    }
                }
            }
            try $0.expectContent(before, "after a savepoint of 5,000 changes")
        },
    ]
}
