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

    /// Keeps a record and its place in the indexes, and returns whether `condition` held.
    borrowing func putIndexed(
        _ record: Span<UInt8>, _ key: Key, in entry: Catalog.Entry, if condition: PutCondition
    ) throws(StorageError) -> Bool {
        try state.changing("put", entry, key) { (driver) throws in
            let old = try driver.bytes(for: key, in: entry.handle)
            guard
                try driver.put(key.bytes.span, record, in: entry.handle, if: condition)
            else { return false }
            for index in entry.indexes {
                try state.update(index, of: entry, key, from: old, to: record, with: driver)
            }
            return true
        }
    }

    /// Deletes a record and its place in the indexes, and returns whether there was one.
    borrowing func deleteIndexed(
        _ key: Key, in entry: Catalog.Entry
    ) throws(StorageError) -> Bool {
        try state.changing("delete", entry, key) { (driver) throws in
            guard let old = try driver.bytes(for: key, in: entry.handle) else { return false }
            for index in entry.indexes where !index.isNative {
                try state.remove(index, key, old, with: driver)
            }
            return try driver.delete(key.bytes.span, in: entry.handle)
        }
    }

    /// Deletes the records of a range and their places in the indexes, and returns how many there
    /// were.
    borrowing func deleteIndexed(
        _ range: KeyRange, in entry: Catalog.Entry
    ) throws(StorageError) -> Int {
        try state.changing("delete a range", entry, nil) { (driver) throws in
            for index in entry.indexes where !index.isNative {
                guard let handle = index.handle else { continue }
                if range == .all {
                    _ = try driver.delete(.all, in: handle)
                } else {
                    try driver.scan(range, in: entry.handle, reversed: false) { key, record in
                        try state.remove(index, Key(trusted: key.array), record.array, with: driver)
                        return true
                    }
                }
            }
            return try driver.delete(range, in: entry.handle)
        }
    }
}

extension WriteState {
    /// Runs a change that takes several calls of the driver. If one fails, none is kept.
    fileprivate func changing<Output>(
        _ operation: String, _ entry: Catalog.Entry, _ key: Key?,
        _ change: (any WriteDriver) throws -> Output
    ) throws(StorageError) -> Output {
        if let failure { throw failure }
        do {
            return try change(driver)
        } catch {
            let error = StorageError.wrapping(error, operation, collection: entry.schema.name)
            throw fail(error, operation, collection: entry.schema.name, key: key)
        }
    }

    fileprivate func update(
        _ index: Index, of entry: Catalog.Entry, _ key: Key, from old: [UInt8]?,
        to record: Span<UInt8>, with driver: any WriteDriver
    ) throws {
        if index.isNative, !index.schema.isUnique { return }
        let keys = try IndexKeys(index.schema, record, key: key.bytes.span)
        if !index.isNative, let handle = index.handle {
            let entries = IndexEntries(driver: driver, handle: handle)
            let before =
                try old.map { try IndexKeys(index.schema, $0.span, key: key.bytes.span).entries }
                ?? []
            for entry in before where !keys.entries.contains(entry) {
                try entries.remove(entry, with: driver)
            }
            for entry in keys.entries where !before.contains(entry) {
                try entries.insert(entry, with: driver)
            }
        }
        for entryKey in keys.distinguished {
            let values = try IndexedValues(entryKey, of: index.schema, in: record)
            guard try index.keys(values, of: entry, limit: 2, with: driver).count > 1 else {
                continue
            }
            // In the place of an earlier one, so that the record that was written last is named.
            contested.update(
                with: Contest(collection: entry.schema.name, index: index, values: values, key: key)
            )
        }
    }

    fileprivate func remove(
        _ index: Index, _ key: Key, _ record: [UInt8], with driver: any WriteDriver
    ) throws {
        guard let handle = index.handle else { return }
        let entries = IndexEntries(driver: driver, handle: handle)
        for entry in try IndexKeys(index.schema, record.span, key: key.bytes.span).entries {
            try entries.remove(entry, with: driver)
        }
    }
}

extension ReadDriver {
    /// A copy of the bytes kept under `key`.
    func bytes(for key: Key, in collection: CollectionHandle) throws -> [UInt8]? {
        var bytes: [UInt8]?
        _ = try get(key.bytes.span, in: collection) { bytes = $0.array }
        return bytes
    }
}

extension IndexSchema {
    /// What the index is over.
    var summary: String {
        parts.map(\.description).joined(separator: ", ") + (isUnique ? " (unique)" : "")
    }
}
