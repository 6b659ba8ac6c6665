import SeededNumbers
import StorageCore

extension Check {
    /// Random work, compared step by step with a model that is nothing but sorted arrays.
    static let model: [Check] = [
        Check(
            "VAL-15/random-steps", "10,000 random steps leave what a sorted array would have.",
            proves: .scanVisitsAll, .recordsComeBack,
            level: .stochastic,
            cause: "a write is dropped once in a while"
        ) { context in
            var simulation = try Simulation(seed: context.generator.next())
            let isPersistent = try context.isPersistent
            while simulation.steps < 10_000 {
                try simulation.runTransaction(on: try context.database)
                if simulation.transactions % 8 == 0 {
                    try simulation.expectSame(try context.database)
                }
                if isPersistent, simulation.transactions % 60 == 0 { try context.reopen() }
            }
            try simulation.expectSame(try context.database)
        },
        Check(
            "VAL-15/random-records", "A thousand random records come back bit for bit.",
            proves: .recordsComeBack, .valuesKeepTheirKind,
            level: .stochastic,
            cause: "a kind of value, in some place of a record, is kept as another one"
        ) { context in
            var entries: [Entry] = []
            for number in 0..<1_000 {
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
        },
    ]
}
