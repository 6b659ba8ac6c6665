extension QueryRunner {
    /// Works out aggregates of the records that `filter` is true of, for each group of those that
    /// are equal in `paths`.
    ///
    /// - Returns: A row for each group, sorted by the values that it has in common; one row, if
    ///   there is nothing to group by.
    func aggregate(
        _ aggregates: [Aggregate], where filter: Filter, by paths: [FieldPath]
    ) throws -> [AggregateRow] {
        try entry.schema.check(aggregates.compactMap(\.path) + paths)
        if paths.isEmpty, aggregates == [.count] {
            return [AggregateRow(group: [], values: [.integer(try count(filter))])]
        }
        var groups: [[UInt8]: (group: [Value], accumulators: [Accumulator])] = [:]
        let empty = aggregates.map(Accumulator.init)
        if paths.isEmpty { groups[[]] = ([], empty) }
        try each(filter, fields: aggregates.compactMap(\.path) + paths) { key, record in
            var encoder = SortKeyEncoder()
            for path in paths { try encoder.append(path, of: record, key) }
            let name = encoder.bytes
            if groups[name] == nil {
                groups[name] = (try paths.map { try record.value(at: $0, key) }, empty)
            }
            for index in aggregates.indices {
                try groups[name]?.accumulators[index].add(record, key)
            }
        }
        return try groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, group in
            AggregateRow(
                group: group.group, values: try group.accumulators.map { try $0.result() })
        }
    }

    /// The different values at a path, sorted; null and missing are one.
    func distinct(_ path: FieldPath, where filter: Filter) throws -> [Value] {
        try aggregate([], where: filter, by: [path]).map { $0.group[0] }
    }

    /// Lends the entries that `filter` is true of to `body`, in any order, with `fields` at least.
    private func each(
        _ filter: Filter, fields: [FieldPath], _ body: (Span<UInt8>, Span<UInt8>) throws -> Void
    ) throws {
        let filter = try entry.schema.resolve(filter)
        let plan = try Planner(driver: driver, entry: entry).plan(
            filter, order: nil, position: nil, limit: nil)
        let wanted = fields + plan.filter.fields
        let isFlat = wanted.allSatisfy { $0.names.count == 1 || $0.isKey }
        try stream(
            plan, whole: filter, order: nil, fields: isFlat ? wanted.compactMap(\.names.first) : nil
        ) { key, record in
            try body(key, record)
            return true
        }
    }
}

extension CollectionSchema {
    /// Refuses paths that the collection does not declare, if it declares any.
    fileprivate func check(_ paths: [FieldPath]) throws(StorageError) {
        for path in paths { _ = try resolve(.isNull(path)) }
    }
}

extension SortKeyEncoder {
    fileprivate mutating func append(
        _ path: FieldPath, of record: Span<UInt8>, _ key: Span<UInt8>
    ) throws(StorageError) {
        if path.isKey {
            try append(try Key(trusted: key.array).value())
        } else if var place = try path.place(in: record) {
            try append(record, &place)
        } else {
            appendNull()
        }
    }
}

extension Span<UInt8> {
    /// The value at a path of an entry, null if it is missing.
    fileprivate func value(
        at path: FieldPath, _ key: Span<UInt8>
    ) throws(StorageError) -> Value {
        if path.isKey { return try Key(trusted: key.array).value() }
        guard var place = try path.place(in: self) else { return .null }
        return try RecordReader.takeValue(self, &place)
    }
}

extension Accumulator {
    /// Takes in an entry.
    fileprivate mutating func add(
        _ record: Span<UInt8>, _ key: Span<UInt8>
    ) throws(StorageError) {
        guard let path = aggregate.path else { return try add(record, at: nil) }
        guard path.isKey else { return try add(record, at: try path.place(in: record)) }
        let value = try Key(trusted: key.array).encodedValue()
        try add(value.span, at: 0)
    }
}
