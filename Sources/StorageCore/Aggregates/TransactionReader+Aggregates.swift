extension TransactionReader where Self: ~Copyable {
    /// Works out aggregates of the records that `filter` is true of: of all together or, with
    /// `paths`, of each group of records that have the same values there.
    ///
    /// - Returns: A row for each group, sorted by the values that it has in common. Without paths
    ///   it is one row, also for no records.
    /// - Throws: ``StorageError/Code/typeMismatch`` for the sum or average of something else than
    ///   numbers; ``StorageError/Code/overflow`` for a sum that its kind of number does not hold;
    ///   as ``records(_:in:)``.
    /// - Complexity: O(records) or better, in memory for the groups.
    public borrowing func aggregate(
        _ aggregates: [Aggregate], where filter: Filter = .all, by paths: [FieldPath] = [],
        in collection: String
    ) throws(StorageError) -> [AggregateRow] {
        do {
            if let runner = try runner(Query(where: filter), in: collection) {
                return try runner.aggregate(aggregates, where: filter, by: paths)
            }
            guard paths.isEmpty else { return [] }
            return [
                AggregateRow(
                    group: [], values: try aggregates.map { try Accumulator($0).result() })
            ]
        } catch {
            throw .wrapping(error, "aggregate", collection: collection)
        }
    }

    /// The different values at `path` of the records that `filter` is true of, sorted. Null and
    /// missing are one value.
    ///
    /// - Throws: As ``records(_:in:)``.
    /// - Complexity: O(records) or better, in memory for the values.
    public borrowing func distinct(
        _ path: FieldPath, where filter: Filter = .all, in collection: String
    ) throws(StorageError) -> [Value] {
        do {
            return try runner(Query(where: filter), in: collection)?
                .distinct(path, where: filter) ?? []
        } catch {
            throw .wrapping(error, "list the values of a field", collection: collection)
        }
    }
}
