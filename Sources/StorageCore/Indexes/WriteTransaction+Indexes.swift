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
        try state.changing("put", entry, key) {
            guard try state.putEntered(record, key, in: entry, if: condition) else { return false }
            for index in entry.indexes where index.schema.isUnique {
                try state.contest(index, of: entry, key, record)
            }
            return true
        }
    }

    /// Deletes a record and its place in the indexes, and returns whether there was one.
    borrowing func deleteIndexed(
        _ key: Key, in entry: Catalog.Entry
    ) throws(StorageError) -> Bool {
        try state.changing("delete", entry, key) {
            let driver = state.driver
            guard entry.hasKeptIndex else {
                return try driver.delete(key.bytes.span, in: entry.handle)
            }
            let wasThere = try driver.get(key.bytes.span, in: entry.handle) { old in
                try state.replace(old, by: nil, key.bytes, in: entry)
            }
            return try wasThere && driver.delete(key.bytes.span, in: entry.handle)
        }
    }

    /// Deletes the records of a range and their places in the indexes, and returns how many there
    /// were.
    borrowing func deleteIndexed(
        _ range: KeyRange, in entry: Catalog.Entry
    ) throws(StorageError) -> Int {
        try state.changing("delete a range", entry, nil) {
            let driver = state.driver
            if range == .all {
                for index in entry.indexes {
                    if let handle = index.handle { _ = try driver.delete(.all, in: handle) }
                }
            } else if entry.hasKeptIndex {
                try driver.scan(range, in: entry.handle, reversed: false) { key, record in
                    try state.replace(record, by: nil, key.array, in: entry)
                    return true
                }
            }
            return try driver.delete(range, in: entry.handle)
        }
    }
}

extension Catalog.Entry {
    /// Whether `StorageCore` keeps one of the indexes.
    fileprivate var hasKeptIndex: Bool {
        for index in indexes where index.handle != nil { return true }
        return false
    }
}

extension WriteState {
    /// Runs a change that takes several calls of the driver. If one fails, none is kept.
    fileprivate func changing<Output>(
        _ operation: String, _ entry: Catalog.Entry, _ key: Key?,
        _ change: () throws -> Output
    ) throws(StorageError) -> Output {
        if let failure { throw failure }
        do {
            return try change()
        } catch {
            let error = StorageError.wrapping(error, operation, collection: entry.schema.name)
            throw fail(error, operation, collection: entry.schema.name, key: key)
        }
    }

    /// Keeps a record and its entries in the indexes, and returns whether `condition` held.
    fileprivate func putEntered(
        _ record: Span<UInt8>, _ key: Key, in entry: Catalog.Entry, if condition: PutCondition
    ) throws -> Bool {
        let key = key.bytes
        guard entry.hasKeptIndex else {
            return try driver.put(key.span, record, in: entry.handle, if: condition)
        }
        if condition == .absent {
            guard try driver.put(key.span, record, in: entry.handle, if: .absent) else {
                return false
            }
            try enter(record, key, in: entry)
            return true
        }
        let wasThere = try driver.get(key.span, in: entry.handle) { old in
            try replace(old, by: record, key, in: entry)
        }
        if !wasThere {
            if condition == .present { return false }
            try enter(record, key, in: entry)
        }
        return try driver.put(key.span, record, in: entry.handle, if: .always)
    }

    /// Adds the entries of a record that is new.
    private func enter(
        _ record: Span<UInt8>, _ key: [UInt8], in entry: Catalog.Entry
    ) throws {
        // Out of the class for as long, since access to its properties is checked each time.
        var keys = IndexKeys()
        swap(&keys, &self.keys)
        defer { swap(&keys, &self.keys) }
        for index in entry.indexes {
            guard let handle = index.handle else { continue }
            let entries = IndexEntries(driver: driver, handle: handle)
            try keys.make(index, record, key: key.span)
            for place in 0..<keys.count {
                try keys.lend(place) { try entries.insert($0, with: driver) }
            }
        }
    }

    /// Changes the entries of a record that is replaced or, without another one, deleted.
    fileprivate func replace(
        _ old: Span<UInt8>, by record: Span<UInt8>?, _ key: [UInt8], in entry: Catalog.Entry
    ) throws {
        var keys = IndexKeys()
        var oldKeys = IndexKeys()
        swap(&keys, &self.keys)
        swap(&oldKeys, &self.oldKeys)
        defer {
            swap(&keys, &self.keys)
            swap(&oldKeys, &self.oldKeys)
        }
        for index in entry.indexes {
            guard let handle = index.handle else { continue }
            let entries = IndexEntries(driver: driver, handle: handle)
            try oldKeys.make(index, old, key: key.span)
            if let record {
                try keys.make(index, record, key: key.span)
            } else {
                keys.removeAll()
            }
            for place in 0..<oldKeys.count {
                try oldKeys.lend(place) {
                    if !keys.contains($0) { try entries.remove($0, with: driver) }
                }
            }
            for place in 0..<keys.count {
                try keys.lend(place) {
                    if !oldKeys.contains($0) { try entries.insert($0, with: driver) }
                }
            }
        }
    }

    /// Takes note of values of a unique index that a record has just got and another one has.
    fileprivate func contest(
        _ index: Index, of entry: Catalog.Entry, _ key: Key, _ record: Span<UInt8>
    ) throws {
        let bytes = key.bytes
        try keys.make(index, record, key: bytes.span)
        for place in 0..<keys.count where keys.isDistinguished(place) {
            guard
                let values = try index.contestedValues(
                    keys.entry(place), record, of: entry, with: driver)
            else { continue }
            // In the place of an earlier one, so that the record that was written last is named.
            contested.update(
                with: Contest(collection: entry.schema.name, index: index, values: values, key: key)
            )
        }
    }
}

extension IndexSchema {
    /// What the index is over.
    var summary: String {
        parts.map(\.description).joined(separator: ", ") + (isUnique ? " (unique)" : "")
    }
}
