import StorageCore

/// A script that shows whether transactions get into each other's way, and what it looks like when
/// they do.
struct Anomaly: Sendable {
    /// What the script's collection declares.
    enum Collection: Sendable {
        case plain
        /// An index over the numbers.
        case indexed
        /// The field of the numbers, and an index over it.
        case declared
    }

    /// Looks for the anomaly, and says what was seen of it; nil if nothing was.
    typealias Sight = @Sendable (Transcript) -> String?

    /// The anomaly's name in reports.
    let name: String

    let collection: Collection
    let steps: [Step]
    let sight: Sight

    init(
        _ name: String, in collection: Collection = .plain, _ steps: [Step],
        sight: @escaping Sight
    ) {
        self.name = name
        self.collection = collection
        self.steps = steps
        self.sight = sight
    }

    /// How the anomaly ended.
    ///
    /// - Throws: ``CheckFailure`` if a step threw an error that is no way of keeping transactions
    ///   apart.
    func outcome(of transcript: Transcript) throws(CheckFailure) -> Observation.Outcome {
        for error in transcript.errors {
            let code = (error as? StorageError)?.code
            guard code == .busy || code == .conflict else {
                throw CheckFailure(
                    "\(name): \(transcript)", expected: "no error, or busy or conflict",
                    got: error.context)
            }
        }
        if sight(transcript) != nil { return .seen }
        if !transcript.errors.isEmpty { return .aborted }
        return transcript.hasBlocked ? .blocked : .prevented
    }
}

extension Anomaly.Collection {
    var schema: CollectionSchema {
        get throws {
            switch self {
            case .plain: try CollectionSchema(items)
            case .indexed: try CollectionSchema(items, indexes: [.byNumber])
            case .declared:
                try CollectionSchema(items, fields: [FieldSchema("n", .int)], indexes: [.byNumber])
            }
        }
    }
}

extension IndexSchema {
    /// The index that scripts use.
    static var byNumber: IndexSchema {
        get throws { try IndexSchema("by number", [IndexPart("n")]) }
    }
}

extension CheckContext {
    /// Plays a script over the records 1 = 10 and 2 = 20, and fails if its anomaly is seen.
    func play(_ anomaly: Anomaly) throws {
        try database.write { transaction in
            try transaction.prepare(try anomaly.collection.schema)
            try transaction.put(.number(10), key: try Key(1), in: items)
            try transaction.put(.number(20), key: try Key(2), in: items)
        }
        var transcript = try Scheduler.play(anomaly.steps, on: storage)
        transcript.final = try database.read { try $0.answer(.all) }
        let outcome = try anomaly.outcome(of: transcript)
        observe(anomaly.name, outcome)
        guard let sight = anomaly.sight(transcript) else { return }
        throw CheckFailure(
            "\(anomaly.name): \(transcript)", expected: "prevented, blocked or aborted",
            got: "seen: \(sight)")
    }
}

extension Check {
    /// A check that no transaction of a script sees an anomaly.
    init(
        _ id: String, _ rule: String, proves rules: Rule..., cause: String,
        origin: String? = nil, _ anomaly: Anomaly
    ) {
        self.init(id, rule, proving: rules, cause: cause, origin: origin) { try $0.play(anomaly) }
    }
}
