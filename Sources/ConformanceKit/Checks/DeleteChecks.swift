import StorageCore

extension Check {
    /// Deletes, of keys and of ranges.
    static let deletes: [Check] = [
        Check(
            "RNG-18/exactly", "Deleting a range deletes exactly the entries in it.",
            proves: .rangeDeletes,
            cause: "a range delete leaves one entry at a bound"
        ) {
            let database = try $0.database
            var entries = try [Entry].numbers(0..<300)
            try database.put(entries)
            let range = KeyRange(after: try Key(49), through: try Key(249))
            try expectEqual(try database.delete(range), 200, "delete after 49 through 249")
            entries.removeSubrange(50..<250)
            try $0.expectContent(entries, "what a deleted range leaves")
        },
        Check(
            "RNG-18/bounds", "Each kind of bound holds for deletes.",
            proves: .rangeDeletes, .boundsHold,
            cause: "range delete ignores an open bound"
        ) {
            let database = try $0.database
            let ranges: [(String, KeyRange, [Int])] = [
                ("from 2 through 4", KeyRange(from: try Key(2), through: try Key(4)), [2, 3, 4]),
                ("from 2 until 4", KeyRange(from: try Key(2), until: try Key(4)), [2, 3]),
                ("after 2 through 4", KeyRange(after: try Key(2), through: try Key(4)), [3, 4]),
                ("after 2 until 4", KeyRange(after: try Key(2), until: try Key(4)), [3]),
                ("from 4", KeyRange(from: try Key(4)), [4, 5]),
                ("through 1", KeyRange(through: try Key(1)), [0, 1]),
            ]
            for (name, range, deleted) in ranges {
                let entries = try [Entry].numbers(0..<6)
                try database.put(entries)
                try expectEqual(try database.delete(range), deleted.count, "delete \(name)")
                try expectEqual(
                    try database.keys(),
                    try (0..<6).filter { !deleted.contains($0) }.map { try Key($0) },
                    "what delete \(name) leaves")
            }
        },
        Check(
            "RNG-18/everything",
            "Deleting everything leaves a collection that can be filled again.",
            proves: .rangeDeletes,
            cause: "range delete stops at 1,000"
        ) {
            let database = try $0.database
            let entries = try [Entry].numbers(0..<1_500)
            try database.put(entries)
            try database.put(.number(9), try Key(9), in: "others")
            try expectEqual(try database.delete(.all), 1_500, "delete of 1,500 entries")
            try $0.expectContent([], "an emptied collection")
            try expectEqual(try database.count(in: "others"), 1, "count of another collection")
            try database.put(Array(entries.prefix(3)))
            try $0.expectContent(Array(entries.prefix(3)), "a collection filled again")
        },
        Check(
            "RNG-18/many", "Deleting a range of 5,000 out of 10,001 entries leaves the others.",
            proves: .rangeDeletes,
            cause: "a range delete returns no count"
        ) {
            let database = try $0.database
            var entries = try [Entry].numbers(0..<10_001)
            try database.put(entries)
            let range = KeyRange(from: try Key(2_500), until: try Key(7_500))
            try expectEqual(try database.delete(range), 5_000, "delete of 5,000 entries")
            entries.removeSubrange(2_500..<7_500)
            try expectEqual(try database.entries(), entries, "what a long delete leaves")
            try expectEqual(try database.count(), 5_001, "count after a long delete")
        },
        Check(
            "RNG-18/prefix", "Deleting the range of a prefix leaves what does not begin with it.",
            proves: .rangeDeletes, .prefixRanges,
            cause: "a prefix is deleted as a pattern, or up to a wrong successor"
        ) {
            let database = try $0.database
            let texts = ["a", "a/1", "a/2", "a0", "ab/3", "b"]
            try database.put(try texts.map { Entry(try Key($0), .number(0)) })
            try expectEqual(
                try database.delete(KeyRange(stringPrefix: "a/")), 2, "delete of the prefix a/")
            try expectEqual(
                try database.keys(), try ["a", "a0", "ab/3", "b"].map { try Key($0) },
                "what delete of a prefix leaves")
        },
        Check(
            "RNG-19/nothing", "Deleting an empty range deletes nothing, and says so.",
            proves: .rangeDeletes, .emptyRanges,
            cause: "an empty range is taken for an open one, so that everything goes"
        ) {
            let database = try $0.database
            try expectEqual(try database.delete(.all), 0, "delete in no collection")
            try database.put(try [0, 10].map { Entry(try Key($0), .number($0)) })
            try expectEqual(
                try database.delete(KeyRange(after: try Key(0), until: try Key(10))), 0,
                "delete between two keys")
            try expectEqual(
                try database.delete(KeyRange(after: try Key(10))), 0, "delete behind the last key")
            try expectEqual(try database.count(), 2, "count after deletes of nothing")
        },
        Check(
            "RNG-18/written-before", "A range delete takes what its own transaction wrote.",
            proves: .rangeDeletes, .ownWrites,
            cause: "a range delete looks at what is committed, not at what its transaction wrote"
        ) {
            let database = try $0.database
            try database.put(try [Entry].numbers(0..<10))
            let deleted = try database.write { transaction in
                for number in 10..<20 {
                    try transaction.put(.number(number), key: try Key(number), in: items)
                }
                try transaction.delete(try Key(5), in: items)
                let deleted = try transaction.delete(KeyRange(from: try Key(4)), in: items)
                try transaction.put(.number(7), key: try Key(7), in: items)
                return deleted
            }
            try expectEqual(deleted, 15, "delete of committed and own entries")
            try expectEqual(
                try database.keys(), try [0, 1, 2, 3, 7].map { try Key($0) },
                "what the transaction leaves")
        },
        Check(
            "ERR-03/delete-returns", "A delete says whether there was a record.",
            proves: .missingIsNil,
            cause: "a delete throws for what is not there, or always says that it was"
        ) {
            let database = try $0.database
            try database.put(.number(1), try Key(1))
            let isThere = try expectSuccess("delete of a missing key") {
                try database.delete(try Key(2))
            }
            try expectEqual(isThere, false, "delete of a missing key")
            try expectEqual(try database.delete(try Key(1)), true, "delete of a key")
            try expectEqual(try database.delete(try Key(1)), false, "delete of a deleted key")
        },
    ]
}
