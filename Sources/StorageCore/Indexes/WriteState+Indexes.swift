extension WriteState {
    /// Takes note that a change failed in the engine, of which several calls may have been made,
    /// and returns the error that says where.
    func fail(
        _ error: any Error, _ operation: String, _ entry: Catalog.Entry, _ key: Span<UInt8>?
    ) -> StorageError {
        var known: Key?
        if let key { known = Key(trusted: key.array) }
        let collection = entry.schema.name
        return fail(
            .wrapping(error, operation, collection: collection), operation,
            collection: collection, key: known)
    }

    /// Runs `body`, which changes records of a collection but reads no index, and then changes its indexes in
    /// the order of their entries.
    ///
    /// Only unique indexes are changed at once, as each of their values is looked for when it is added.
    func collectingChanges<Output>(
        in collection: String, _ body: () throws -> Output
    ) throws -> Output {
        let changes = EntryChanges()
        collected = changes
        defer { collected = nil }
        let output = try body()
        do {
            try changes.make(with: driver)
        } catch {
            throw fail(
                .wrapping(error, "change the indexes", collection: collection),
                "change the indexes", collection: collection, key: nil)
        }
        return output
    }

    /// Keeps a record and its place in the indexes, and returns whether `condition` held.
    func putIndexed(
        _ record: Span<UInt8>, _ key: Span<UInt8>, in entry: Catalog.Entry,
        if condition: PutCondition
    ) throws -> Bool {
        guard try putEntered(record, key, in: entry, if: condition) else { return false }
        if entry.hasUniqueIndex {
            for index in entry.indexes where index.schema.isUnique {
                try contest(index, of: entry, key, record)
            }
        }
        return true
    }

    /// Deletes a record and its place in the indexes, and returns whether there was one.
    func deleteIndexed(
        _ key: Span<UInt8>, in entry: Catalog.Entry
    ) throws -> Bool {
        guard entry.hasKeptIndex else { return try driver.delete(key, in: entry.handle) }
        let wasThere = try driver.get(key, in: entry.handle) { old in
            try leave(old, key, in: entry)
        }
        return try wasThere && driver.delete(key, in: entry.handle)
    }

    /// Deletes the entries of a range and their places in the indexes, and returns how many there
    /// were.
    func deleteIndexed(
        _ range: KeyRange, in entry: Catalog.Entry
    ) throws -> Int {
        if range == .all {
            for index in entry.indexes {
                if let handle = index.handle { _ = try driver.delete(.all, in: handle) }
            }
        } else if entry.hasKeptIndex {
            try driver.scan(range, in: entry.handle, reversed: false) { key, record in
                try leave(record, key, in: entry)
                return true
            }
        }
        return try driver.delete(range, in: entry.handle)
    }

    /// Keeps a record and its entries in the indexes, and returns whether `condition` held.
    private func putEntered(
        _ record: Span<UInt8>, _ key: Span<UInt8>, in entry: Catalog.Entry,
        if condition: PutCondition
    ) throws -> Bool {
        guard entry.hasKeptIndex else {
            return try driver.put(key, record, in: entry.handle, if: condition)
        }
        if condition == .absent {
            guard try driver.put(key, record, in: entry.handle, if: .absent) else {
                return false
            }
            try enter(record, key, in: entry)
            return true
        }
        let wasThere = try driver.get(key, in: entry.handle) { old in
            try replace(old, by: record, key, in: entry)
        }
        if wasThere { return try driver.put(key, record, in: entry.handle, if: .present) }
        if condition == .present { return false }
        try enter(record, key, in: entry)
        return try driver.put(key, record, in: entry.handle, if: .always)
    }

    /// Adds the entries of a record that is new.
    private func enter(
        _ record: Span<UInt8>, _ key: Span<UInt8>, in entry: Catalog.Entry
    ) throws {
        try IndexKeys.lend { keys in
            for index in entry.indexes {
                guard let handle = index.handle else { continue }
                try keys.make(index, record, key: key)
                for place in 0..<keys.count {
                    try keys.lend(place) { try insert($0, to: index, in: handle) }
                }
            }
        }
    }

    /// Removes the entries of a record that is deleted.
    private func leave(
        _ record: Span<UInt8>, _ key: Span<UInt8>, in entry: Catalog.Entry
    ) throws {
        try IndexKeys.lend { keys in
            for index in entry.indexes {
                guard let handle = index.handle else { continue }
                try keys.make(index, record, key: key)
                for place in 0..<keys.count {
                    try keys.lend(place) { try remove($0, from: index, in: handle) }
                }
            }
        }
    }

    /// Changes the entries of a record that is replaced.
    private func replace(
        _ old: Span<UInt8>, by record: Span<UInt8>, _ key: Span<UInt8>, in entry: Catalog.Entry
    ) throws {
        try IndexKeys.lend { oldKeys in
            try IndexKeys.lend { keys in
                for index in entry.indexes {
                    guard let handle = index.handle else { continue }
                    try oldKeys.make(index, old, key: key)
                    try keys.make(index, record, key: key)
                    try exchange(oldKeys, for: keys, of: index, in: handle)
                }
            }
        }
    }

    private func exchange(
        _ oldKeys: borrowing IndexKeys, for keys: borrowing IndexKeys, of index: Index,
        in handle: CollectionHandle
    ) throws {
        for place in 0..<oldKeys.count {
            try oldKeys.lend(place) {
                if !keys.contains($0) { try remove($0, from: index, in: handle) }
            }
        }
        for place in 0..<keys.count {
            try keys.lend(place) {
                if !oldKeys.contains($0) { try insert($0, to: index, in: handle) }
            }
        }
    }

    private func insert(
        _ entry: Span<UInt8>, to index: Index, in handle: CollectionHandle
    ) throws {
        guard let collected, !index.schema.isUnique else {
            return try IndexEntries.insert(entry, in: handle, with: driver)
        }
        try collected.insert(entry, in: handle, with: driver)
    }

    private func remove(
        _ entry: Span<UInt8>, from index: Index, in handle: CollectionHandle
    ) throws {
        guard let collected, !index.schema.isUnique else {
            return try IndexEntries.remove(entry, in: handle, with: driver)
        }
        try collected.remove(entry, in: handle, with: driver)
    }

    /// Takes note of values of a unique index that a record has just got and another one has.
    private func contest(
        _ index: Index, of entry: Catalog.Entry, _ key: Span<UInt8>, _ record: Span<UInt8>
    ) throws {
        try IndexKeys.lend { keys in
            try keys.make(index, record, key: key)
            for place in 0..<keys.count where keys.isDistinguished(place) {
                guard
                    let values = try index.contestedValues(
                        keys.entry(place), record, of: entry, with: driver)
                else { continue }
                // In the place of an earlier one, so that the record that was written last is named.
                contested.update(
                    with: Contest(
                        collection: entry.schema.name, index: index, values: values,
                        key: Key(trusted: key.array)))
            }
        }
    }
}
