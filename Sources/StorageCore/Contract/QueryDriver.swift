/// The reading half of a transaction whose engine answers queries itself.
///
/// The scan in `StorageCore` is the definition of what a query answers: an engine answers what it
/// can say exactly so, and leaves the rest to `StorageCore`. An engine may also keep entries whose
/// values it cannot compare: it leaves them out of its answers, all of them, and lends them to
/// whoever asks for the ``exceptions(in:_:)``.
public protocol QueryDriver: ReadDriver {
    /// The part of `query` that the engine answers exactly, or nil if it is of no help.
    ///
    /// - Conformers may leave out conditions, the order (all of it), and the limit. They must leave
    ///   out the limit if they leave out anything else, and the position if they leave out the
    ///   order.
    func part(
        of query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> EngineQuery?

    /// Lends the entries that `query` asks for to `body`, in the query's order, until it returns
    /// false.
    ///
    /// The rules are those of ``ReadDriver/scan(_:in:reversed:_:)``, but `body` must not write.
    ///
    /// - Callers must pass what ``part(of:in:)`` returned in the same transaction. With `fields`, a
    ///   record may be lent with these fields only, which the query's conditions are on.
    func select(
        _ query: EngineQuery, fields: [String]?, in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws

    /// The number of entries that `query` asks for, without its limit.
    ///
    /// - Callers must pass what ``part(of:in:)`` returned in the same transaction.
    func count(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> Int

    /// Lends the entries that the engine leaves out of its answers to `body`, in key order.
    ///
    /// - Complexity: O(those entries).
    func exceptions(
        in collection: CollectionHandle,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws

    /// How the engine would go about `query`, in its own words.
    func explain(
        _ query: EngineQuery, in collection: CollectionHandle
    ) throws(StorageError) -> String
}

/// A query as an engine is asked it.
public struct EngineQuery: Hashable, Sendable {
    /// The conditions, all of which an entry has to meet.
    public var conditions: [Filter]

    /// The order, which is by key where values are equal. Nil if any order will do.
    public var order: EngineOrder?

    /// Where the order begins: behind these values, one for each part of the order, and this key.
    public var position: EnginePosition?

    /// How many entries at most.
    public var limit: Int?

    /// Asks for the entries that meet all conditions.
    public init(
        _ conditions: [Filter], order: EngineOrder? = nil, position: EnginePosition? = nil,
        limit: Int? = nil
    ) {
        self.conditions = conditions
        self.order = order
        self.position = position
        self.limit = limit
    }
}

/// An order that no two entries are equal in.
public struct EngineOrder: Hashable, Sendable {
    /// What entries are sorted by first.
    public var parts: [Order]

    /// Whether entries with equal values are sorted by key descending.
    public var isKeyDescending: Bool

    /// An order by values, and by key where they are equal.
    public init(_ parts: [Order], keyDescending: Bool = false) {
        self.parts = parts
        isKeyDescending = keyDescending
    }
}

/// A place in an order.
public struct EnginePosition: Hashable, Sendable {
    /// The values, one for each part of the order.
    public var values: [Value]

    /// The key.
    public var key: Key
}

/// The writing half of a transaction whose engine keeps indexes itself.
public protocol IndexingDriver: WriteDriver, QueryDriver {
    /// Creates an index over the records that are there and those to come, if the engine can keep
    /// it and answers queries with it.
    ///
    /// A unique index is `StorageCore`'s to enforce: the engine must allow the same values twice.
    ///
    /// - Returns: Whether the engine keeps the index. `StorageCore` keeps it otherwise.
    /// - Complexity: O(n log n).
    func createIndex(
        _ index: IndexSchema, in collection: CollectionHandle
    ) throws(StorageError) -> Bool

    /// Drops an index that ``createIndex(_:in:)`` created.
    func dropIndex(
        _ name: String, in collection: CollectionHandle
    ) throws(StorageError)
}
