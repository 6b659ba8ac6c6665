import StorageCore

extension Check {
    /// Indexes follow the records.
    static let indexes: [Check] = [
        Check(
            "IDX-01/insert", "A record is found by its indexed value as soon as it is put.",
            proves: .indexFollows,
            cause: "an index gets its entries later, or not from every kind of put"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.write { transaction in
                for number in 0..<50 {
                    try transaction.put(
                        ["f": .integer(number % 5)], key: try Key(number), in: items)
                    try transaction.expectFound(
                        .f(.integer(number % 5)),
                        Array(stride(from: number % 5, through: number, by: 5)),
                        "after put \(number)")
                }
            }
            try database.expectFound(
                .f(3), Array(stride(from: 3, to: 50, by: 5)), "after 50 puts were committed")
        },
        Check(
            "IDX-02/replace", "A replaced record is found by its new value, and by no other.",
            proves: .indexFollows,
            cause: "a replace leaves the old entry, or adds none"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put([["f": "a"], ["f": "b"], ["f": "c"]])
            try database.put(["f": "z"], try Key(1))
            try database.expectFound(.f("b"), [], "the old value of a replaced record")
            try database.expectFound(.f("z"), [1], "the new value of a replaced record")
            try database.expectFound(.compare("f", .greaterOrEqual, ""), [0, 1, 2], "all values")
            try database.put(["f": "b"], try Key(1))
            try database.expectFound(.f("b"), [1], "a value that came back")
            try database.expectFound(.f("z"), [], "a value that went away")
            try database.put(["g": 1], try Key(1))
            try database.expectFound(.f("b"), [], "the value of a record that lost its field")
            try database.expectFound(.isNull("f"), [1], "a record that lost its field")
        },
        Check(
            "IDX-02/long-reader", "A reader finds by the values of its snapshot, whatever follows.",
            proves: .indexFollows, .snapshotStays,
            requires: .concurrentReads,
            cause: "an index has no snapshots"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put([["f": "a"]])
            let other = Database(try $0.storage)
            try database.read { transaction in
                for value in ["b", "a", "b"] as [Value] {
                    try other.put(["f": value], try Key(0))
                    try transaction.expectFound(.f("a"), [0], "a snapshot, after later writes")
                    try transaction.expectFound(.f("b"), [], "a snapshot, after later writes")
                }
            }
            try database.expectFound(.f("b"), [0], "after A, B, A and B")
            try database.expectFound(.f("a"), [], "after A, B, A and B")
            if try $0.isPersistent {
                try $0.reopen()
                try $0.database.expectFound(.f("b"), [0], "after A, B, A and B, opened again")
            }
        },
        Check(
            "IDX-03/delete", "A deleted record is not found; put again it is found once.",
            proves: .indexFollows,
            cause: "a delete leaves the entry"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put([["f": 1], ["f": 1], ["f": 2]])
            try database.delete(try Key(0))
            try database.expectFound(.f(1), [1], "after a delete")
            try database.put(["f": 1], try Key(0))
            try database.expectFound(.f(1), [0, 1], "after a delete and a put")
            try database.delete(KeyRange(from: try Key(1)))
            try database.expectFound(.f(1), [0], "after a delete of a range")
            try database.expectFound(.f(2), [], "after a delete of a range")
            try database.delete(.all)
            try database.expectFound(
                .compare("f", .greaterOrEqual, 0), [], "after all were deleted")
            try database.put([["f": 2]])
            try database.expectFound(.f(2), [0], "after all were deleted and one put")
        },
        Check(
            "IDX-04/untouched", "A record replaced with the same value is found once.",
            proves: .indexFollows,
            cause: "each put adds an entry, also for a value that stays"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [
                .ofField(), IndexSchema("g", [IndexPart("g"), IndexPart("f")]),
            ])
            for round in 0..<4 {
                try database.put(["f": 1, "g": "x", "h": .integer(round)], try Key(0))
                try database.expectFound(.f(1), [0], "round \(round)")
                try database.expectFound(.compare("g", .equal, "x"), [0], "round \(round)")
            }
            try database.put(["f": 1.0, "g": "x"], try Key(0))
            try database.expectFound(.f(1), [0], "replaced with an equal number of another kind")
        },
        Check(
            "IDX-05/rollback", "What is rolled back is rolled back in the indexes too.",
            proves: .indexRollsBack,
            cause: "entries are written outside of the transaction"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put([["f": "a"], ["f": "b"]])
            try expectStop("a write that is given up") {
                try database.write { transaction in
                    try transaction.put(["f": "c"], key: try Key(0), in: items)
                    try transaction.put(["f": "a"], key: try Key(2), in: items)
                    try transaction.delete(try Key(1), in: items)
                    try transaction.expectFound(.f("a"), [2], "before the rollback")
                    throw Stop()
                }
            }
            try database.expectFound(.f("a"), [0], "after a rollback")
            try database.expectFound(.f("b"), [1], "after a rollback")
            try database.expectFound(.f("c"), [], "after a rollback")
        },
        Check(
            "IDX-05/savepoint", "A savepoint takes the indexes back with the records.",
            proves: .indexRollsBack, .savepointTakesBack,
            cause: "entries are taken back with the transaction only"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.put([["f": "a"], ["f": "b"]])
            try database.write { transaction in
                try transaction.put(["f": "a"], key: try Key(2), in: items)
                try expectStop("a savepoint that is given up") {
                    try transaction.savepoint { transaction in
                        try transaction.put(["f": "z"], key: try Key(0), in: items)
                        try transaction.delete(KeyRange(from: try Key(1)), in: items)
                        try transaction.expectFound(.f("a"), [], "inside the savepoint")
                        throw Stop()
                    }
                }
                try transaction.expectFound(.f("a"), [0, 2], "after the savepoint")
                try transaction.expectFound(.f("z"), [], "after the savepoint")
            }
            try database.expectFound(.f("a"), [0, 2], "after the commit")
            try database.expectFound(.f("b"), [1], "after the commit")
        },
        Check(
            "IDX-06/several-writes",
            "Of several writes of a record in a transaction the last counts.",
            proves: .indexFollows, .lastWins,
            cause: "the entry of an earlier write of the same transaction stays"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField()])
            try database.write { transaction in
                for number in 0..<10 {
                    try transaction.put(["f": .integer(number)], key: try Key(0), in: items)
                }
                try transaction.put(["f": 1], key: try Key(1), in: items)
                try transaction.delete(try Key(1), in: items)
                try transaction.put(["f": 2], key: try Key(1), in: items)
            }
            try database.expectFound(.compare("f", .less, 9), [1], "the values before the last")
            try database.expectFound(.f(9), [0], "the last value")
        },
        Check(
            "IDX-07/nulls", "A sorted query has the records without the value that it sorts by.",
            proves: .indexedNulls,
            cause: "a record without the value has no entry, and is missing in its order",
            origin: "sparse indexes"
        ) {
            let database = try $0.database
            for (number, parts) in [
                [IndexPart("f")], [IndexPart("f", descending: true)],
                [IndexPart("f"), IndexPart("g")], [IndexPart(["f", "x"])],
            ].enumerated() {
                let name = "collection \(number)"
                try database.prepare(name, indexes: [.ofField(parts)])
                try database.put([["f": 2], ["f": nil], ["g": 1], ["f": 1], [:]], in: name)
                try database.expectGiven(
                    Query(orderedBy: [.ascending("f")]), [1, 2, 4, 3, 0], in: name, "\(parts)")
                try database.expectGiven(
                    Query(orderedBy: [.descending("f")]), [0, 3, 1, 2, 4], in: name, "\(parts)")
                try database.expectFound(.isNull("f"), [1, 2, 4], in: name, "\(parts)")
            }
        },
        Check(
            "IDX-08/elements", "An index over elements finds a record by each of them, once.",
            proves: .indexedElements,
            cause: "an entry for the whole array, or one for each time a value is in it",
            origin: "multikey indexes"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField([IndexPart(elementsOf: "f")])])
            try database.put([
                ["f": ["a", "b", "a"]], ["f": ["b"]], ["f": []], ["f": "a"], [:], ["f": ["c", 1]],
            ])
            func element(_ comparison: Comparison, _ value: Value) -> Filter {
                .any("f", .compare(.element, comparison, value))
            }
            try database.expectFound(element(.equal, "a"), [0], "an element that is there twice")
            try database.expectFound(element(.equal, "b"), [0, 1], "an element of two records")
            try database.expectFound(element(.greaterOrEqual, "a"), [0, 1, 5], "several elements")
            try database.expectFound(
                .any("f", .isIn(.element, ["a", "b", "c"])), [0, 1, 5], "one of several elements")
            try database.expectGiven(
                Query(where: element(.greater, ""), orderedBy: [.descending(.key)], limit: 2),
                [5, 1], "several elements")
            try database.put(["f": ["b", "d"]], try Key(0))
            try database.expectFound(element(.equal, "a"), [], "an element that went away")
            try database.expectFound(element(.equal, "d"), [0], "an element that came")
            try database.expectFound(element(.equal, "b"), [0, 1], "an element that stayed")
            try database.delete(try Key(1))
            try database.expectFound(element(.equal, "b"), [0], "an element of a deleted record")
        },
        Check(
            "IDX-08/members", "An index over members of elements finds by conditions on them.",
            proves: .indexedElements, .anyElement,
            cause: "members of different elements are combined"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [
                .ofField([IndexPart(elementsOf: "f", "k"), IndexPart("g")])
            ])
            func list(_ members: [Value?]) -> Value {
                .array(members.map { $0.map { .object(["k": $0]) } ?? .object([:]) })
            }
            try database.put([
                ["f": list([1, 2]), "g": 1], ["f": list([2, nil]), "g": 2],
                ["f": list([]), "g": 1],
            ])
            try database.expectFound(.any("f", .compare("k", .equal, 2)), [0, 1], "a member")
            try database.expectFound(.any("f", .isNull("k")), [1], "a member that is missing")
            try database.expectFound(
                .and([.any("f", .compare("k", .equal, 2)), .compare("g", .equal, 2)]), [1],
                "a member and a field")
            try database.expectFound(.compare("g", .equal, 1), [0, 2], "the second part alone")
        },
    ]
}
