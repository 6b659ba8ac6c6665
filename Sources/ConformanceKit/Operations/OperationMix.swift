import StorageCore

/// What random operations are like: which ones, how often, and about what.
struct OperationMix: Sendable {
    /// The kinds of operations that read or write.
    enum Kind: Sendable {
        case put, delete, deleteRange, deleteWhere, update, createIndex, dropIndex
        case get, count, scan, find
    }

    /// Which records there are.
    enum Records: Sendable {
        /// Short ones, those of random fields, and a long one at times.
        case varied
        /// Those that random queries are about.
        case queried
        /// Short ones, and many of some hundred or thousand bytes.
        case long
    }

    /// Each kind, as often as it is to be chosen.
    let kinds: [Kind]

    var records = Records.varied

    /// Whether keys are a few hundred of all kinds, or thousands.
    var hasManyKeys = false

    /// How many steps a transaction has at most.
    var steps = 24

    /// One in so many steps of a transaction begins a savepoint.
    var savepoints = 12

    /// One in so many places outside of transactions is about a snapshot; 0 for none.
    var snapshots = 0

    /// One in so many places outside of transactions opens the storage again; 0 for none.
    var reopenings = 0

    /// One in so many places outside of transactions looks at everything.
    var looks = 20

    /// Whether the collections have random indexes, and the keys and records that queries are about.
    var hasIndexes = false

    init(_ weights: [(kind: Kind, weight: Int)]) {
        kinds = weights.flatMap { Array(repeating: $0.kind, count: $0.weight) }
    }
}

extension OperationMix {
    private static let plain: [(Kind, Int)] = [
        (.put, 9), (.delete, 4), (.get, 3), (.deleteRange, 1), (.scan, 3), (.count, 1),
    ]

    /// Records by key, in transactions and savepoints.
    static let records = OperationMix(plain)

    /// Short transactions of many savepoints inside of each other.
    static let nesting = with(plain) { mix in
        (mix.savepoints, mix.steps) = (4, 10)
    }

    /// Snapshots that stay open while others write.
    static let snapshots = with(plain) { mix in
        (mix.snapshots, mix.looks, mix.steps) = (3, 8, 8)
    }

    /// A storage that is opened again all the time.
    static let reopening = with(plain + [(.createIndex, 1), (.dropIndex, 1), (.find, 1)]) { mix in
        (mix.reopenings, mix.looks, mix.records, mix.hasIndexes) = (3, 8, .queried, true)
    }

    /// Thousands of records, many of them long, and the deletion of many at once.
    static let growth = with([
        (.put, 40), (.delete, 8), (.get, 8), (.deleteRange, 1), (.scan, 3), (.count, 3),
    ]) { mix in
        (mix.records, mix.hasManyKeys, mix.steps, mix.looks) = (.long, true, 120, 12)
    }

    /// Queries, indexes, and changes of all that a query finds.
    static let queries = with([
        (.put, 6), (.delete, 2), (.deleteRange, 1), (.deleteWhere, 1), (.update, 2),
        (.createIndex, 1), (.dropIndex, 1), (.find, 6), (.get, 1), (.scan, 1),
    ]) { mix in
        (mix.records, mix.hasIndexes, mix.snapshots, mix.steps) = (.queried, true, 8, 12)
    }

    private static func with(
        _ weights: [(Kind, Int)], _ change: (inout OperationMix) -> Void
    ) -> OperationMix {
        var mix = OperationMix(weights)
        change(&mix)
        return mix
    }
}
