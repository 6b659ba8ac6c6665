extension WriteDriver {
    /// Fills the indexes that `StorageCore` keeps from the records.
    ///
    /// An engine that does not keep derived collections in its files calls this when it opens, in
    /// a transaction that nobody has seen anything of yet.
    ///
    /// - Throws: ``StorageError/Code/uniqueViolation`` if records that others have edited have the
    ///   same values in a unique index.
    /// - Complexity: O(n log n) for the n records of collections with indexes.
    public func rebuildIndexes() throws(StorageError) {
        do {
            for name in try Catalog.all(with: self).map(\.name) {
                guard let entry = try Catalog.find(name, with: self) else { continue }
                for index in entry.indexes where !index.isNative {
                    try fill(index, of: entry)
                }
            }
        } catch {
            throw .wrapping(error, "rebuild the indexes", collection: nil)
        }
    }

    /// Makes the entries of an index follow from the records that are there, and returns the index
    /// with the handle of its entries.
    ///
    /// - Throws: ``StorageError/Code/uniqueViolation`` if the index is unique and records have the
    ///   same values.
    @discardableResult
    func fill(
        _ index: Index, of entry: Catalog.Entry, progress: () -> Void = {}
    ) throws -> Index {
        var index = index
        if !index.isNative {
            let handle = try prepare(Index.collection(index.number))
            index = index.kept(in: handle)
            _ = try delete(.all, in: handle)
            var keys = IndexKeys()
            let changes = EntryChanges()
            try scan(.all, in: entry.handle, reversed: false) { key, record in
                progress()
                try keys.make(index, record, key: key)
                for place in 0..<keys.count {
                    try keys.lend(place) { try changes.insert($0, in: handle, with: self) }
                }
                return true
            }
            try changes.make(with: self)
        }
        if index.schema.isUnique { try refuseDuplicates(index, of: entry) }
        return index
    }

    private func refuseDuplicates(_ index: Index, of entry: Catalog.Entry) throws {
        var keys = IndexKeys()
        var seen: Set<[UInt8]> = []
        var repeated: [[UInt8]: (values: [Value], keys: [Key])] = [:]
        for isSecondPass in [false, true] where !isSecondPass || !repeated.isEmpty {
            try scan(.all, in: entry.handle, reversed: false) { key, record in
                try keys.make(index, record, key: key)
                for place in 0..<keys.count where keys.isDistinguished(place) {
                    let entry = keys.entry(place)
                    let values = IndexKeys.values(of: entry)
                    if isSecondPass {
                        repeated[values]?.keys.append(Key(trusted: key.array))
                    } else if !seen.insert(values).inserted, repeated[values] == nil {
                        let shown = try IndexedValues(
                            entry, of: index.schema, in: record
                        ).values
                        repeated[values] = (shown, [])
                    }
                }
                return true
            }
        }
        guard !repeated.isEmpty else { return }
        let conflicts = repeated.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            UniqueConflict(index: index.schema.name, values: $0.value.values, keys: $0.value.keys)
        }
        throw StorageError.uniqueViolation(conflicts, in: entry.schema.name)
    }
}
