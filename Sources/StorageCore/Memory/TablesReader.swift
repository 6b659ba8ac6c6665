/// A reading transaction on a snapshot of ``Tables``.
public final class TablesReader: ReadDriver {
    private let snapshot: TablesSnapshot

    /// Begins a transaction on the tables as they are.
    public convenience init(_ tables: Tables) {
        self.init(TablesSnapshot(tables))
    }

    init(_ snapshot: TablesSnapshot) {
        self.snapshot = snapshot
    }

    @inline(__always) private var tables: Tables { snapshot.tables }

    /// The handle of a collection, or nil if the snapshot has none of that name.
    public func collection(named name: String) -> CollectionHandle? {
        tables.handle(named: name)
    }

    /// Lends the record kept under `key` to `body`.
    public func get(
        _ key: Span<UInt8>, in collection: CollectionHandle,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Bool {
        guard let root = unsafe tables.root(of: collection) else { return false }
        // It lives as long as the snapshot does, which this transaction has.
        return try unsafe root._withUnsafeGuaranteedRef { try $0.node.lend(key, body) }
    }

    /// Lends the entries in `range` to `body`, in key order.
    public func scan(
        _ range: KeyRange, in collection: CollectionHandle, reversed: Bool,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        try tables[collection].scan(range, reversed: reversed) { try body($0, $1.span) }
    }

    /// The number of entries in `range`.
    public func count(_ range: KeyRange, in collection: CollectionHandle) -> Int {
        tables[collection].count(in: range)
    }

    /// Does nothing: the snapshot goes with the transaction.
    public func end() {}
}
