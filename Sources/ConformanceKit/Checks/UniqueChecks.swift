import StorageCore

extension Check {
    /// Unique indexes.
    static let unique: [Check] = [
        Check(
            "IDX-11/duplicate", "A value that another record has is refused, and nothing is kept.",
            proves: .uniqueAtTheEnd, .uniqueErrors,
            cause: "what is refused is kept, in the records or in the index"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            try database.put([["f": "a"], ["f": "b"]])
            let error = try expectError(.uniqueViolation, "a put of a value that is taken") {
                try database.write { transaction in
                    try transaction.put(["f": "c"], key: try Key(2), in: items)
                    try transaction.put(["f": "a", "g": 1], key: try Key(3), in: items)
                }
            }
            try expectEqual(error.conflicts.map(\.index), ["f"], "the index that the error names")
            try expectEqual(error.conflicts.map(\.values), [["a"]], "the values of the conflict")
            try expectEqual(
                error.conflicts.map(\.keys), [[try Key(0), try Key(3)]],
                "the keys of the conflict, the first one in front")
            try expectEqual(error.collection, items, "the collection that the error names")
            try $0.expectContent(
                [Entry(try Key(0), ["f": "a"]), Entry(try Key(1), ["f": "b"])],
                "after a put that was refused")
            try database.expectFound(.f("c"), [], "after a put that was refused")
            try database.put(["f": "c"], try Key(3))
            try database.expectFound(.f("c"), [3], "a value that is free")
        },
        Check(
            "IDX-11/upsert", "An overwrite with another record's value leaves both as they were.",
            proves: .uniqueAtTheEnd, .uniqueErrors,
            cause: "an overwrite removes the record that has the value",
            origin: "INSERT OR REPLACE of SQLite removes the other row"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            try database.put([["f": "a"], ["f": "b"]])
            try expectError(.uniqueViolation, "an overwrite with a value that is taken") {
                try database.put(["f": "a"], try Key(1))
            }
            try database.put(["f": "a", "name": "new"], try Key(0))
            try $0.expectContent(
                [
                    Entry(try Key(0), ["f": "a", "name": "new"]), Entry(try Key(1), ["f": "b"]),
                ], "after one overwrite that was refused and one that was not")
        },
        Check(
            "IDX-12/null", "Null and missing are never taken, alone or beside other values.",
            proves: .uniqueNulls,
            cause: "null is taken for a value like others",
            origin: "engines differ on UNIQUE with several NULLs"
        ) {
            let database = try $0.database
            try database.prepare(
                indexes: [
                    .ofField(unique: true),
                    IndexSchema("pair", [IndexPart("g"), IndexPart("f")], unique: true),
                ])
            try database.put([["f": nil], [:], ["f": nil, "g": 1], ["g": 1]])
            try database.expectFound(.isNull("f"), [0, 1, 2, 3], "records without the value")
            try database.prepare(
                "pairs",
                indexes: [IndexSchema("pair", [IndexPart("g"), IndexPart("f")], unique: true)])
            try database.put(
                [["g": 1, "f": nil], ["g": 1], ["f": 1], ["f": 1], ["g": 1, "f": 1]], in: "pairs")
            try expectError(.uniqueViolation, "two records with both values") {
                try database.put(["g": 1, "f": 1], try Key(9), in: "pairs")
            }
            try database.put(["g": 1, "f": 2], try Key(9), in: "pairs")
        },
        Check(
            "IDX-13/swap", "Values may be swapped, rotated and shifted in one transaction.",
            proves: .uniqueAtTheEnd,
            cause: "unique values are compared at each put",
            origin: "SQLite fails at the statement"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            func expectValues(_ values: [Int], _ subject: String) throws {
                for (key, value) in values.enumerated() {
                    try database.expectFound(.f(.integer(value)), [key], subject)
                }
            }
            try database.put((1...5).map { .f($0) })
            try expectSuccess("a swap") { try database.put([.f(2), .f(1)]) }
            try expectValues([2, 1, 3, 4, 5], "two swapped")
            try expectSuccess("a swap") { try database.put([.f(1), .f(3), .f(2)]) }
            try expectValues([1, 3, 2, 4, 5], "two of three swapped")
            try expectSuccess("a rotation") { try database.put([.f(3), .f(2), .f(1)]) }
            try expectValues([3, 2, 1, 4, 5], "three rotated")
            let count = try database.write { transaction in
                try transaction.update(Query(orderedBy: [.ascending("f")]), in: items) {
                    guard case .int(let value) = try $1.value(of: "f") else { return }
                    $1 = .f(Int(value) + 1)
                }
            }
            try expectEqual(count, 5, "the records that were shifted")
            try expectValues([4, 3, 2, 5, 6], "all shifted by one")
        },
        Check(
            "IDX-13/end", "What counts is the end of the transaction: a duplicate may be mended.",
            proves: .uniqueAtTheEnd,
            cause: "unique values are compared at each put"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            try database.put([.f(1)])
            try database.write { transaction in
                try transaction.put(.f(1), key: try Key(1), in: items)
                try transaction.expectFound(.f(1), [0, 1], "a duplicate that is not mended yet")
                try transaction.put(.f(2), key: try Key(1), in: items)
            }
            try database.write { transaction in
                try expectStop("a savepoint with a duplicate that is given up") {
                    try transaction.savepoint { transaction in
                        try transaction.put(.f(1), key: try Key(2), in: items)
                        throw Stop()
                    }
                }
            }
            try $0.expectContent(
                [Entry(try Key(0), .f(1)), Entry(try Key(1), .f(2))], "after mended duplicates")
        },
        Check(
            "IDX-14/delete-insert", "A value is free once its record is deleted.",
            proves: .uniqueAtTheEnd, .indexFollows,
            cause: "a value is free at the commit of its delete only"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            try database.put([.f(1)])
            try database.write { transaction in
                try transaction.delete(try Key(0), in: items)
                try transaction.put(.f(1), key: try Key(1), in: items)
            }
            try database.expectFound(.f(1), [1], "a value that moved on")
            try database.write { transaction in
                try transaction.put(.f(1), key: try Key(2), in: items)
                try transaction.delete(try Key(1), in: items)
            }
            try database.expectFound(.f(1), [2], "a value that moved on twice")
            try database.delete(try Key(2))
            try database.put([.f(1)])
            try database.delete(.all)
            try database.put(.f(1), try Key(5))
            try expectError(.uniqueViolation, "a value that is taken") {
                try database.put([.f(1), .f(7)])
            }
            try database.put([.f(2)])
            try database.expectFound(.compare("f", .greater, 0), [0, 5], "after refused puts")
        },
        Check(
            "IDX-15/race", "Of sixteen tasks that want one value one gets it.",
            proves: .uniqueAtTheEnd, .oneWriter,
            cause: "two writers look whether a value is free, and both put it",
            origin: "\"validates uniqueness\" of Rails"
        ) { context in
            let database = try context.database
            try database.prepare(indexes: [.ofField(unique: true)])
            let outcomes = await withTaskGroup { group in
                for number in 0..<16 {
                    group.addTask {
                        await Result { () async throws in
                            try await database.write {
                                try $0.put(.f(1), key: try Key(number), in: items)
                            }
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let errors = outcomes.compactMap { outcome in
                if case .failure(let error) = outcome { error as? StorageError } else { nil }
            }
            try expectEqual(
                errors.map(\.code), Array(repeating: .uniqueViolation, count: 15),
                "the errors of sixteen tasks")
            try expectEqual(
                try await database.read { try $0.countAnswer(.f(1)) }, 1,
                "the records with the value")
        },
        Check(
            "IDX-11/every-conflict", "An error names every value that is there twice.",
            proves: .uniqueErrors,
            cause: "the first conflict ends the search",
            origin: "SQLite's message names the columns only"
        ) {
            let database = try $0.database
            try database.prepare(
                indexes: [
                    .ofField([IndexPart("f", descending: true), IndexPart("g")], unique: true),
                    IndexSchema("h", [IndexPart("h")], unique: true),
                ])
            try database.put([["f": 1, "g": "x", "h": 1], ["f": 2, "g": "x", "h": 2]])
            let error = try expectError(.uniqueViolation, "several values that are taken") {
                try database.write { transaction in
                    try transaction.put(
                        ["f": 1, "g": "x", "h": 2], key: try Key(2), in: items)
                    try transaction.put(
                        ["f": 2, "g": "x", "h": 3], key: try Key(3), in: items)
                }
            }
            let conflicts = error.conflicts.map {
                "\($0.index) \(readable($0.values)) \(readable($0.keys))"
            }
            try expectEqual(
                conflicts.sorted(),
                [
                    "f [int 1, \"x\"] [0, 2]", "f [int 2, \"x\"] [1, 3]", "h [int 2] [1, 2]",
                ], "the conflicts that the error names")
        },
        Check(
            "IDX-11/last",
            "Of several records with one value the last to be written is named last.",
            proves: .uniqueErrors,
            cause: "conflicts are listed in the order of keys"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField(unique: true)])
            try database.put(.f(1), try Key(5))
            let error = try expectError(.uniqueViolation, "three records with one value") {
                try database.write { transaction in
                    for number in [9, 3, 7] {
                        try transaction.put(.f(1), key: try Key(number), in: items)
                    }
                }
            }
            let keys = error.conflicts.first?.keys ?? []
            try expectEqual(keys.sorted(), try [3, 5, 7, 9].map { try Key($0) }, "the keys")
            try expectEqual(keys.last, try Key(7), "the last key that the error names")
        },
    ]
}

extension Record {
    /// A record whose field `f` is a number.
    static func f(_ number: Int) -> Record { ["f": .integer(number)] }
}

extension Result where Failure == any Error {
    /// What `body` returns or throws.
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
