/// Values that several records had in a unique index when one of them was written.
///
/// What counts is the end of the transaction: until then the values may be swapped.
struct Contest: Hashable {
    let collection: String
    let index: Index
    let values: IndexedValues
    /// The record that was written last.
    let key: Key

    static func == (left: Contest, right: Contest) -> Bool {
        left.index == right.index && left.values.sortKey == right.values.sortKey
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(index)
        hasher.combine(values.sortKey)
    }
}

/// The values of one entry of an index.
struct IndexedValues {
    /// What the entry begins with.
    let sortKey: [UInt8]
    /// The values, one for each part.
    let values: [Value]

    /// The values of an entry that the record has.
    init(_ entry: [UInt8], of index: IndexSchema, in record: Span<UInt8>) throws(StorageError) {
        sortKey = IndexKeys.values(of: entry)
        var values: [Value] = []
        var rest = sortKey[...]
        for part in index.parts {
            let value = try part.value(in: record, beginning: rest)
            var encoder = SortKeyEncoder()
            try encoder.append(value)
            rest = rest.dropFirst(encoder.count)
            values.append(value)
        }
        self.values = values
    }
}

extension IndexPart {
    /// The part's value in a record; of several elements, the one whose sort key `entry` begins
    /// with.
    fileprivate func value(
        in record: Span<UInt8>, beginning entry: ArraySlice<UInt8>
    ) throws(StorageError) -> Value {
        guard var place = try path.place(in: record) else { return .null }
        guard let elements else { return try RecordReader.takeValue(record, &place) }
        guard case .array(let values) = try RecordReader.takeValue(record, &place) else {
            return .null
        }
        for value in values {
            let value = try value.member(elements) ?? .null
            var encoder = SortKeyEncoder()
            try encoder.append(value)
            if isDescending { encoder.complement(from: 0) }
            if entry.starts(with: encoder.bytes) { return value }
        }
        return .null
    }
}

extension Value {
    /// The value at a path inside of this one, or nil if there is none.
    func member(_ path: FieldPath) throws(StorageError) -> Value? {
        var value = self
        for name in path.names {
            guard case .object(let record) = value, let next = try record.value(of: name) else {
                return nil
            }
            value = next
        }
        return value
    }
}

extension WriteState {
    /// Refuses the state of the transaction if two records have the same values in a unique index.
    ///
    /// - Throws: ``StorageError/Code/uniqueViolation``, with every conflict.
    /// - Complexity: O(contested values · log n).
    func checkUnique() throws(StorageError) {
        if contested.isEmpty { return }
        if let failure { throw failure }
        var conflicts: [UniqueConflict] = []
        var collection: String?
        for contest in contested {
            do {
                guard let entry = try entry(of: contest) else { continue }
                var keys = try contest.index.keys(
                    contest.values, of: entry, limit: 100, with: driver)
                guard keys.count > 1 else { continue }
                // The record that came last is named last.
                keys = keys.filter { $0 != contest.key } + keys.filter { $0 == contest.key }
                collection = contest.collection
                conflicts.append(
                    UniqueConflict(
                        index: contest.index.schema.name, values: contest.values.values,
                        keys: keys))
            } catch {
                throw .wrapping(error, "check a unique index", collection: contest.collection)
            }
        }
        contested = []
        guard let collection else { return }
        throw .uniqueViolation(conflicts, in: collection)
    }

    /// The collection of a contest, or nil if its index has been dropped since.
    private func entry(of contest: Contest) throws(StorageError) -> Catalog.Entry? {
        let known = prepared[ExactString(contest.collection)]
        let entry =
            if let known { known } else { try Catalog.find(contest.collection, with: driver) }
        return entry?.indexes.contains(contest.index) == true ? entry : nil
    }
}

extension Index {
    /// The keys of the records with these values, at most `limit` of them, in the order of keys.
    func keys(
        _ values: IndexedValues, of entry: Catalog.Entry, limit: Int, with driver: any ReadDriver
    ) throws -> [Key] {
        guard isNative else {
            return try keys(beginningWith: values.sortKey, limit: limit, with: driver)
        }
        var keys: [Key] = []
        let filter = Filter.and(
            zip(schema.parts, values.values).map { .compare($0.path, .equal, $1) })
        try QueryRunner(driver, entry).run(Query(where: filter, limit: limit)) { key, _ in
            keys.append(Key(trusted: key.array))
            return true
        }
        return keys
    }

    /// The keys of the records whose entries begin with the values in `sortKey`.
    private func keys(
        beginningWith sortKey: [UInt8], limit: Int, with driver: any ReadDriver
    ) throws -> [Key] {
        guard let handle else { return [] }
        var keys: [Key] = []
        let entries = IndexEntries(driver: driver, handle: handle)
        try entries.scan(KeyRange(prefix: sortKey), reversed: false) { entry in
            keys.append(Key(trusted: entry.extracting(IndexKeys.key(of: entry)).array))
            return keys.count < limit
        }
        return keys
    }

    /// The values of an entry of a record, if another record has the same.
    func contestedValues(
        _ indexEntry: [UInt8], _ record: Span<UInt8>, of entry: Catalog.Entry,
        with driver: any ReadDriver
    ) throws -> IndexedValues? {
        if !isNative {
            // Without making the values, which hardly ever are another record's as well.
            let sortKey = IndexKeys.values(of: indexEntry)
            guard try keys(beginningWith: sortKey, limit: 2, with: driver).count > 1 else {
                return nil
            }
        }
        let values = try IndexedValues(indexEntry, of: schema, in: record)
        let isContested = try keys(values, of: entry, limit: 2, with: driver).count > 1
        return isContested ? values : nil
    }
}

extension StorageError {
    static func uniqueViolation(
        _ conflicts: [UniqueConflict], in collection: String
    ) -> StorageError {
        let shown = conflicts.prefix(3).map { conflict in
            let values = conflict.values.map(\.json).joined(separator: ", ")
            let keys = conflict.keys.prefix(4).map(\.json).joined(separator: ", ")
            return "\(values) in the unique index '\(conflict.index)' belongs to the keys \(keys)"
                + (conflict.keys.count > 4 ? ", …" : "")
        }
        let rest = conflicts.count > 3 ? ", and \(conflicts.count - 3) more" : ""
        return StorageError(
            .uniqueViolation,
            "\(shown.joined(separator: "; "))\(rest); give each record a value of its own",
            collection: collection, key: conflicts.first?.keys.last, conflicts: conflicts)
    }
}
