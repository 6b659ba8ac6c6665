/// The collections of a storage that is held in memory. A copy is a snapshot, made in O(1).
///
/// A backend that keeps all its records in memory has ``TablesReader`` and ``TablesWriter`` as its
/// transactions, and only has to see to what is permanent.
public struct Tables: Sendable {
    private var handles: [ExactString: CollectionHandle] = [:]
    private var maps: [OrderedMap] = []
    private var namesByHandle: [String] = []
    private var derived: Set<CollectionHandle> = []

    /// No collections.
    public init() {}

    /// The names of the collections that hold more than what follows from others, sorted by their
    /// UTF-8 bytes.
    package var names: [String] {
        handles.filter { !derived.contains($0.value) }.keys.sorted().map(\.string)
    }

    /// Whether a collection of these tables holds nothing but what follows from others.
    package func isDerived(_ handle: CollectionHandle) -> Bool {
        derived.contains(handle)
    }

    package func handle(named name: String) -> CollectionHandle? {
        handles[ExactString(name)]
    }

    /// Whether the handle is that of one of these collections.
    package func contains(_ handle: CollectionHandle) -> Bool {
        maps.indices.contains(handle.rawValue)
    }

    /// The name of a collection of these tables.
    package func name(of handle: CollectionHandle) -> String {
        namesByHandle[handle.rawValue]
    }

    /// The handle of a collection, which is created if it is missing.
    package mutating func prepare(_ name: String) -> CollectionHandle {
        if let handle = handle(named: name) { return handle }
        let handle = CollectionHandle(maps.count)
        if CollectionSchema.isDerived(name) { derived.insert(handle) }
        handles[ExactString(name)] = handle
        maps.append(OrderedMap())
        namesByHandle.append(name)
        return handle
    }

    /// The root of a collection's entries, for as long as these tables are there; nil if the collection
    /// was created after they were copied.
    ///
    /// No reference is counted: the count stands beside what every reader begins with, and each would
    /// take it from the others' caches.
    @unsafe
    @inline(__always)
    func root(of handle: CollectionHandle) -> Unmanaged<OrderedMap.SharedNode>? {
        contains(handle) ? unsafe maps[handle.rawValue].unretainedRoot : nil
    }

    /// The entries of a collection; none if it was created after these tables were copied.
    package subscript(_ handle: CollectionHandle) -> OrderedMap {
        _read {
            guard contains(handle) else {
                yield OrderedMap()
                return
            }
            yield maps[handle.rawValue]
        }
        _modify {
            yield &maps[handle.rawValue]
        }
    }
}

extension Tables {
    /// Makes a change, as the transaction did that it was recorded in.
    public mutating func apply(_ change: TablesChange) {
        switch change {
        case .prepare(let collection): _ = prepare(collection)
        case .put(let collection, let key, let record):
            self[prepare(collection)].updateValue(record, for: key.span)
        case .delete(let collection, let key):
            self[prepare(collection)].removeValue(for: key.span)
        case .deleteRange(let collection, let range):
            _ = self[prepare(collection)].removeAll(in: range)
        }
    }

    /// Makes changes, one after the other.
    public mutating func apply(_ changes: some Sequence<TablesChange>) {
        for change in changes { apply(change) }
    }

    /// The changes that make these tables of empty ones, but for what follows from others.
    ///
    /// - Complexity: O(records).
    public var changes: TablesChanges {
        var changes = TablesChanges()
        for name in names {
            changes.prepare(name)
            guard let handle = handle(named: name) else { continue }
            self[handle].scan(.all, reversed: false) { key, record in
                changes.put(key, record, in: name)
                return true
            }
        }
        return changes
    }

    /// These tables with the indexes that `StorageCore` keeps, which are not in any file.
    ///
    /// - Throws: As ``WriteDriver/rebuildIndexes()``.
    public func withIndexes() throws(StorageError) -> Tables {
        var tables = self
        let writer = TablesWriter(
            self, recordsChanges: false, commit: { rebuilt, _ in tables = rebuilt }, finish: {})
        try writer.rebuildIndexes()
        try writer.commit()
        return tables
    }
}
