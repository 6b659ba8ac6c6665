extension Check {
    /// Every check, in the order of the catalogue.
    public static let all: [Check] = registry([
        keys, keyKinds, values, decoding, unicode, numbers, ranges, deletes, iteration, snapshots,
        transactions, savepoints,
        concurrency, storms, isolation, batches, lifecycle, places, errors, limits, volumes,
        operations, model,
        conditions, lists, texts, orders, queryErrors, queryWrites, indexes, indexOrders, unique,
        uniqueValues, indexSchemas, longIndexes, pages, randomQueries, aggregates,
        killed, powerLoss, faults, processes, damage, resources,
    ])

    /// The checks of several groups as one list.
    ///
    /// - Precondition: No two have the same id.
    public static func registry(_ groups: [[Check]]) -> [Check] {
        let checks = groups.flatMap(\.self)
        var seen: Set<String> = []
        for check in checks {
            precondition(
                seen.insert(check.id).inserted, "two checks have the id '\(check.id)'; rename one")
        }
        return checks
    }

    /// The check of that id, or nil if there is none.
    public static func named(_ id: String) -> Check? {
        all.first { $0.id == id }
    }
}
