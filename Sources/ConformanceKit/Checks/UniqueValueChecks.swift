import SeededNumbers
import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// Which values are the same for a unique index.
    static let uniqueValues: [Check] = [
        Check(
            "IDX-16/equal-values", "Values are the same for a unique index if they are in filters.",
            proves: .uniqueEquality,
            cause: "unique values are compared by their bytes",
            origin: "1 and 1.0, 0.0 and -0.0"
        ) {
            let database = try $0.database
            let pairs: [(Value, Value, Bool)] = [
                (0.0, -0.0, true), (1, 1.0, true), (1, .decimal(1), true),
                (.double(.nan), .double(-Double.nan), true), (.uint(1 << 63), 0x1p63, true),
                (.int(1 << 53 + 1), .double(0x1p53), false), (0.1, .decimal(tenth), false),
                ("\u{E9}", "e\u{301}", false), ("7", "007", false), ("1", 1, false),
                ("", nil, false),
                (true, 1, false), ("a", "A", false), ("a", "a\0", false),
                (.bytes([97]), "a", false),
                ([], .object([:]), false), ([1], [1.0], true), (["a"], "a", false),
            ]
            for (number, pair) in pairs.enumerated() {
                let name = "pair \(number)"
                try database.prepare(name, indexes: [.ofField(unique: true)])
                let subject = "unique values \(readable(pair.0)) and \(readable(pair.1))"
                let records: [Record] = [["f": pair.0], ["f": pair.1]]
                if pair.2 {
                    try expectError(.uniqueViolation, subject) {
                        try database.put(records, in: name)
                    }
                } else {
                    try expectSuccess(subject) { try database.put(records, in: name) }
                }
            }
        },
        Check(
            "IDX-16/elements", "A unique index over elements refuses an element of two records.",
            proves: .uniqueAtTheEnd, .indexedElements,
            cause: "elements are not compared with those of other records"
        ) {
            let database = try $0.database
            try database.prepare(indexes: [.ofField([IndexPart(elementsOf: "f")], unique: true)])
            try database.put([["f": ["a", "a", "b"]], ["f": ["c", nil]], ["f": [nil]], ["f": []]])
            let error = try expectError(.uniqueViolation, "an element of another record") {
                try database.put(["f": ["x", "b"]], try Key(7))
            }
            try expectEqual(error.conflicts.map(\.values), [["b"]], "the element in the conflict")
            try database.put(["f": ["x"]], try Key(7))
        },
        Check(
            "IDX-16/random",
            "Random transactions are refused if two records end with equal values.",
            proves: .uniqueAtTheEnd, .uniqueEquality,
            level: .stochastic,
            cause: "a duplicate is missed after some order of puts and deletes"
        ) { context in
            let database = try context.database
            let parts = [IndexPart("int"), IndexPart("string", descending: true)]
            let schema = try CollectionSchema(
                items,
                indexes: [try IndexSchema("pair", parts, unique: true)])
            try database.write { try $0.prepare(schema) }
            var records: [Key: Record] = [:]
            var random = try QueryGenerator(seed: context.generator.next(), isDeclared: false)
            for round in 0..<150 {
                var changed = records
                let key = random.key()
                let writes = try (0..<1 + random.number(below: 4)).map { _ in
                    Entry(random.once(in: 3) ? key : random.key(), try random.record())
                }
                for entry in writes { changed[entry.key] = entry.record }
                let subject = "random transaction \(round)"
                if try hasDuplicates(changed.values) {
                    try expectError(.uniqueViolation, subject) { try database.put(writes) }
                } else {
                    try expectSuccess(subject) { try database.put(writes) }
                    records = changed
                }
                if round % 30 == 29 {
                    try database.delete(.all)
                    records = [:]
                }
            }
            try context.expectContent(
                records.map { Entry($0, $1) }.sorted { $0.key < $1.key },
                "after random transactions")
        },
    ]

    private static let tenth = Decimal(string: "0.1") ?? .nan

    /// Whether two records have the same `int` and `string`, neither of them null.
    private static func hasDuplicates(_ records: some Collection<Record>) throws -> Bool {
        var seen: [(OrderedValue, OrderedValue)] = []
        for record in records {
            guard let int = try record.value(of: "int"),
                let string = try record.value(of: "string"),
                int != .null, string != .null
            else { continue }
            let values = (try OrderedValue(int), try OrderedValue(string))
            if seen.contains(where: {
                OrderedValue.compare($0.0, values.0) == 0
                    && OrderedValue.compare($0.1, values.1) == 0
            }) {
                return true
            }
            seen.append(values)
        }
        return false
    }
}
