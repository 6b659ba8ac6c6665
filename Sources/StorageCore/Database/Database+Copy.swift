/// What ``Database/copy(to:overwriting:progress:)`` has copied.
public struct CopySummary: Hashable, Sendable {
    /// The number of collections.
    public let collections: Int

    /// The number of records.
    public let records: Int
}

extension Database {
    /// Copies everything into another database, in one transaction, and compares both sides then.
    ///
    /// `progress` is called for each record copied.
    ///
    /// - Returns: How much was copied.
    /// - Throws: ``StorageError/Code/alreadyExists`` if the target has records and `overwriting` is
    ///   false, in which case nothing changes; ``StorageError/Code/schemaMismatch`` if it has a
    ///   collection of the same name with other keys; ``StorageError/Code/conflict`` if the sides
    ///   differ afterwards.
    /// - Complexity: O(records), in memory that does not grow with them beyond what the target's
    ///   transaction needs.
    public func copy(
        to target: Database, overwriting: Bool = false, progress: () -> Void = {}
    ) throws -> CopySummary {
        try read { source in
            let schemas = try source.collections()
            let copied = try target.write { tx in
                try tx.clear(overwriting: overwriting)
                var copied = 0
                for schema in schemas {
                    try tx.prepare(schema)
                    try source.scan(in: schema.name) { key, record in
                        try tx.put(record, key: key, in: schema.name)
                        copied += 1
                        progress()
                        return true
                    }
                }
                return copied
            }
            try target.read { copy in
                for schema in schemas { try source.compare(schema.name, with: copy) }
            }
            return CopySummary(collections: schemas.count, records: copied)
        }
    }
}

extension WriteTransaction {
    fileprivate borrowing func clear(overwriting: Bool) throws(StorageError) {
        for schema in try collections() {
            let count = try count(in: schema.name)
            guard count == 0 || overwriting else {
                throw StorageError(
                    .alreadyExists,
                    "the target has \(count) records in '\(schema.name)' already; empty it, choose "
                        + "another one, or ask for it to be overwritten",
                    collection: schema.name)
            }
            try delete(.all, in: schema.name)
        }
    }
}

extension ReadTransaction {
    private static var pageSize: Int { 512 }

    /// Refuses a collection that differs from the one of the same name in `other`.
    fileprivate borrowing func compare(
        _ collection: String, with other: borrowing ReadTransaction
    ) throws(StorageError) {
        var rest = KeyRange.all
        while true {
            let ours = try records(rest, in: collection, limit: Self.pageSize)
            let theirs = try other.records(rest, in: collection, limit: Self.pageSize)
            for (index, entry) in ours.enumerated() {
                guard index < theirs.count, theirs[index] == entry else {
                    throw .different(entry.key, collection)
                }
            }
            guard theirs.count == ours.count else {
                throw .different(theirs[ours.count].key, collection)
            }
            guard let last = ours.last, ours.count == Self.pageSize else { return }
            rest = rest.beyond(last.key.bytes, reversed: false)
        }
    }
}

extension StorageError {
    fileprivate static func different(_ key: Key, _ collection: String) -> StorageError {
        StorageError(
            .conflict,
            "the copy differs from the original at key \(key) of '\(collection)'; one of the "
                + "backends does not keep what it is given",
            collection: collection, key: key)
    }
}
