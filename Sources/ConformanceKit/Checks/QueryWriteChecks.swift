import StorageCore

extension Check {
    /// Queries in transactions that write, and writes by queries.
    static let queryWrites: [Check] = [
        Check(
            "QRY-24/own-writes", "A query in a transaction sees what the transaction wrote.",
            proves: .ownWrites, .settledAtStart,
            cause: "queries look at an index that is brought up to date at the commit"
        ) {
            let table = try FieldCollections([1, 2, 3], kind: .int, in: $0.database)
            try $0.database.write { transaction in
                for name in table.names {
                    try transaction.put(["f": 2], key: try Key(7), in: name)
                    try transaction.expectFound(.f(2), [1, 7], in: name, "a put, '\(name)'")
                    try transaction.delete(try Key(1), in: name)
                    try transaction.expectFound(.f(2), [7], in: name, "a delete, '\(name)'")
                    try transaction.put(["f": 9], key: try Key(7), in: name)
                    try transaction.expectFound(.f(2), [], in: name, "a replace, '\(name)'")
                    try transaction.expectFound(
                        .compare("f", .greater, 2), [2, 7], in: name, "a replace, '\(name)'")
                }
            }
        },
        Check(
            "QRY-24/scan-while-writing", "What a scan by a query visits was settled at its start.",
            proves: .settledAtStart,
            cause: "a query goes along an index that its body changes",
            origin: "the Halloween problem of databases"
        ) {
            let table = try FieldCollections(
                (0..<20).map { .int($0 % 4) }, kind: .int, in: $0.database)
            try $0.database.write { transaction in
                for name in table.names {
                    var visited: [Key] = []
                    try transaction.scan(Query(where: .f(1)), in: name) { key, record in
                        visited.append(key)
                        try expectEqual(record, ["f": 1], "a record that a scan lends")
                        // Where the scan is going, and where it has been.
                        let number = try key.decode(as: Int.self)
                        try transaction.put(["f": 2], key: key, in: name)
                        try transaction.put(["f": 1], key: try Key(number + 1), in: name)
                        try transaction.delete(try Key(13), in: name)
                        return true
                    }
                    try expectEqual(
                        visited, try [1, 5, 9, 17].map { try Key($0) }, "the visits in '\(name)'")
                    try transaction.expectFound(
                        .f(1), [2, 6, 10, 18], in: name, "after a scan that writes, '\(name)'")
                }
            }
        },
        Check(
            "QRY-24/stop", "A scan by a query stops when its body says so, or throws.",
            proves: .scanStops, .bodyErrors,
            cause: "the answer of the body of a query's scan is ignored"
        ) {
            let table = try FieldCollections([5, 4, 3, 2, 1], kind: .int, in: $0.database)
            let query = Query(where: .compare("f", .less, 5), orderedBy: [.ascending("f")])
            try $0.database.read { transaction in
                for name in table.names {
                    var visited: [Key] = []
                    try transaction.scan(query, in: name) { key, _ in
                        visited.append(key)
                        return visited.count < 2
                    }
                    try expectEqual(
                        visited, [try Key(4), try Key(3)], "the visits in '\(name)'")
                    try expectStop("a scan of '\(name)' whose body throws") {
                        try transaction.scan(query, in: name) { _, _ in throw Stop() }
                    }
                }
            }
        },
        Check(
            "QRY-30/delete", "A delete by a query deletes what the query finds, and says how many.",
            proves: .changesByQuery,
            cause: "a delete by a query leaves out the order, the limit or the offset"
        ) {
            let values = (0..<30).map { Value.int($0 % 5) }
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            try $0.database.write { transaction in
                for name in table.names {
                    func expectDeleted(_ query: Query, _ count: Int) throws {
                        try expectEqual(
                            try transaction.delete(query, in: name), count,
                            "a delete from '\(name)' \(query.summary)")
                    }
                    try expectDeleted(Query(where: .f(3)), 6)
                    try expectDeleted(Query(where: .f(3)), 0)
                    try expectDeleted(
                        Query(where: .f(1), orderedBy: [.descending(.key)], limit: 2), 2)
                    try expectDeleted(Query(where: .f(4), limit: 2, offset: 3), 2)
                    try expectDeleted(Query(where: .compare(.key, .greater, 26)), 2)
                    try transaction.expectFound(
                        .compare("f", .greater, 0), [1, 2, 4, 6, 7, 9, 11, 12, 14, 16, 17, 22],
                        in: name, "what is left in '\(name)'")
                    try expectDeleted(Query(), 18)
                    try transaction.expectFound(
                        .all, [], in: name, "'\(name)' after all is deleted")
                }
            }
            try $0.database.write { transaction in
                try expectEqual(
                    try transaction.delete(Query(), in: "missing"), 0, "a delete from nothing")
            }
        },
        Check(
            "QRY-30/update", "An update by a query changes what the query finds, each record once.",
            proves: .changesByQuery, .settledAtStart,
            cause: "an update meets a record again that it has moved",
            origin: "the Halloween problem of databases"
        ) {
            let values = (0..<20).map { Value.int($0) }
            let table = try FieldCollections(values, kind: .int, in: $0.database)
            try $0.database.write { transaction in
                for name in table.names {
                    var visited: [Key] = []
                    let count = try transaction.update(
                        Query(where: .compare("f", .less, 10), orderedBy: [.descending("f")]),
                        in: name
                    ) { key, record in
                        visited.append(key)
                        // The value moves to where the scan has been, and where it is going.
                        let number = try key.decode(as: Int.self)
                        record = ["f": .integer(number % 2 == 0 ? number + 5 : -number)]
                    }
                    try expectEqual(count, 10, "the count of updates in '\(name)'")
                    try expectEqual(
                        visited, try (0..<10).reversed().map { try Key($0) },
                        "the visits in '\(name)'")
                    try transaction.expectFound(
                        .compare("f", .less, 10), [0, 1, 2, 3, 4, 5, 7, 9], in: name,
                        "after an update, '\(name)'")
                    try transaction.expectFound(.f(11), [6, 11], in: name, "'\(name)'")
                }
            }
            if try $0.isPersistent { try $0.reopen() }
            for name in table.names {
                try $0.database.expectFound(
                    .compare("f", .less, 0), [1, 3, 5, 7, 9], in: name, "committed, '\(name)'")
            }
        },
        Check(
            "QRY-30/atomic", "An update whose body throws changes nothing, and others go on.",
            proves: .changesByQuery, .throwRollsBack,
            cause: "an update that fails leaves what it has changed so far"
        ) {
            let table = try FieldCollections([1, 2, 3, 4], kind: .int, in: $0.database)
            try $0.database.write { transaction in
                for name in table.names {
                    try transaction.put(["f": 5], key: try Key(4), in: name)
                    try expectStop("an update of '\(name)' whose body throws") {
                        try transaction.update(Query(), in: name) { key, record in
                            if key == (try Key(3)) { throw Stop() }
                            record = ["f": 100]
                        }
                    }
                    try transaction.expectFound(.f(100), [], in: name, "after a failed update")
                    try transaction.expectFound(
                        .compare("f", .greater, 0), [0, 1, 2, 3, 4], in: name,
                        "after a failed update")
                }
            }
            for name in table.names {
                try $0.database.expectFound(.f(5), [4], in: name, "the rest of the transaction")
            }
        },
    ]
}
