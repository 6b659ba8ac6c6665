extension WriteTransaction {
    /// Creates an index, fills it from the records that are there, and makes it visible with the
    /// transaction.
    ///
    /// `progress` is called for each record that is entered, unless the engine keeps the index.
    ///
    /// - Throws: ``StorageError/Code/alreadyExists`` if the collection has an index of that name that
    ///   is declared otherwise; ``StorageError/Code/uniqueViolation``, with what is in the way, if
    ///   a unique index is to be over records that have the same values: nothing is changed then.
    ///   ``StorageError/Code/unknownField`` or ``StorageError/Code/typeMismatch`` if the collection
    ///   declares fields, but not these.
    /// - Complexity: O(n log n).
    public borrowing func createIndex(
        _ index: IndexSchema, in collection: String, progress: () -> Void = {}
    ) throws(StorageError) {
        let entry =
            if let existing = try access.entry(collection) {
                existing
            } else {
                try preparedEntry(CollectionSchema(collection))
            }
        if let existing = entry.index(named: index.name) {
            if existing.schema == index { return }
            throw StorageError(
                .alreadyExists,
                "the collection '\(collection)' has an index '\(index.name)' over "
                    + "\(existing.schema.summary) already; drop it, or choose another name",
                collection: collection)
        }
        try entry.schema.validate(index)
        let schema = entry.schema
        _ = try preparedEntry(
            CollectionSchema(
                trusted: schema.name, key: schema.key, fields: schema.fields,
                indexes: schema.indexes + [index]), progress: progress)
    }

    /// Drops an index. Queries answer the same without it.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if the collection has no index of that name.
    /// - Complexity: O(entries of the index).
    public borrowing func dropIndex(
        _ name: String, in collection: String
    ) throws(StorageError) {
        guard let entry = try access.entry(collection), let index = entry.index(named: name) else {
            throw StorageError(
                .notFound, "the collection '\(collection)' has no index '\(name)' to drop",
                collection: collection)
        }
        let changed = try state.run("drop an index", collection: collection) {
            (driver) throws(StorageError) in
            try Catalog.drop(index, of: entry, with: driver)
        }
        state.prepared[ExactString(collection)] = changed
    }
}

extension IndexSchema {
    /// What the index is over.
    var summary: String {
        parts.map(\.description).joined(separator: ", ") + (isUnique ? " (unique)" : "")
    }
}
