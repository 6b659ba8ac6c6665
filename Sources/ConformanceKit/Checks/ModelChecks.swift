import SeededNumbers
import StorageCore

extension Check {
    /// Random records.
    static let model: [Check] = [
        Check(
            "VAL-15/random-records", "Random records come back bit for bit.",
            proves: .recordsComeBack, .valuesKeepTheirKind,
            level: .stochastic,
            cause: "a kind of value, in some place of a record, is kept as another one"
        ) { context in
            var entries: [Entry] = []
            for number in 0..<context.effort.count(1_000) {
                entries.append(
                    Entry(try Key(number), try .random(using: &context.generator)))
            }
            try context.database.write {
                let fields = FieldKind.allCases.map { FieldSchema($0.rawValue, $0) }
                try $0.prepare(CollectionSchema(items, fields: fields))
            }
            try context.database.put(entries)
            if try context.isPersistent { try context.reopen() }
            try context.expectContent(entries, "random records")
        }
    ]
}
