import StorageCore

extension Check {
    /// Random queries, compared with an oracle that looks at every record.
    static let randomQueries: [Check] = [
        Check(
            "QRY-25/undeclared", "600 random queries are answered as by looking at every record.",
            level: .stochastic
        ) {
            try $0.expectRandomAnswers(600, isDeclared: false, isIndexed: false)
        },
        Check(
            "QRY-25/declared",
            "600 random queries of declared fields are answered as by looking at every record.",
            level: .stochastic
        ) {
            try $0.expectRandomAnswers(600, isDeclared: true, isIndexed: false)
        },
        Check(
            "IDX-27/undeclared", "600 random queries are answered the same with indexes.",
            level: .stochastic
        ) {
            try $0.expectRandomAnswers(600, isDeclared: false, isIndexed: true)
        },
        Check(
            "IDX-27/declared",
            "600 random queries of declared fields are answered the same with indexes.",
            level: .stochastic
        ) {
            try $0.expectRandomAnswers(600, isDeclared: true, isIndexed: true)
        },
    ]
}

extension CheckContext {
    /// Fails unless random queries on several collections are answered as the oracle does.
    fileprivate func expectRandomAnswers(
        _ count: Int, isDeclared: Bool, isIndexed: Bool
    ) throws {
        for number in 0..<count / 40 {
            var world = try QueryWorld(
                "world \(number)", seed: generator.next(), isDeclared: isDeclared,
                isIndexed: isIndexed)
            try database.write { transaction in
                try world.prepare(in: transaction)
                if number % 3 == 0 { try world.expectAnswers(10, in: transaction) }
            }
            try database.read { transaction in
                try world.expectAnswers(number % 3 == 0 ? 30 : 40, in: transaction)
            }
        }
    }
}
