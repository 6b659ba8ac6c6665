/// Which records, in which order, and which part of them.
///
/// The same query gives the same records in the same order from every backend.
public struct Query: Hashable, Sendable {
    /// Which records.
    public var filter: Filter

    /// The order. Records that are equal in all of it, and all of them if it is empty, stand in
    /// the order of their keys, ascending.
    public var orders: [Order]

    /// How many records at most; nil for all.
    public var limit: Int?

    /// How many records to leave out first.
    public var offset: Int

    /// Where to begin: behind the record of one cursor, or before that of another.
    public var position: Cursor.Position?

    /// A query for all records that `filter` is true of.
    public init(
        where filter: Filter = .all, orderedBy orders: [Order] = [], limit: Int? = nil,
        offset: Int = 0, position: Cursor.Position? = nil
    ) {
        self.filter = filter
        self.orders = orders
        self.limit = limit
        self.offset = offset
        self.position = position
    }
}

/// One part of an order.
public struct Order: Hashable, Sendable {
    /// The value to order by. Missing values and nulls are first ascending, and last descending.
    public let path: FieldPath

    /// Whether greater values come first.
    public let isDescending: Bool

    /// An order by the value at `path`.
    public init(_ path: FieldPath, descending: Bool = false) {
        self.path = path
        isDescending = descending
    }

    /// From less to greater.
    public static func ascending(_ path: FieldPath) -> Order {
        Order(path)
    }

    /// From greater to less.
    public static func descending(_ path: FieldPath) -> Order {
        Order(path, descending: true)
    }
}

extension Order: CustomStringConvertible {
    /// The order as the tool spells it.
    public var description: String { path.description + (isDescending ? ":desc" : "") }
}
