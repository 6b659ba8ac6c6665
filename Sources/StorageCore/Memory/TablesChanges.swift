/// What a transaction changed in ``Tables``, in the order in which it did.
///
/// Keys stand in one buffer until a change is asked for. A transaction of a million changes would
/// leave as many small objects behind otherwise, which the allocator puts in order while others
/// commit.
public struct TablesChanges: Sequence, Sendable {
    private enum Entry: Sendable {
        case prepare
        case put(record: [UInt8])
        case delete
        case deleteRange(KeyRange)
    }

    /// A number of changes, to go back to.
    struct Mark {
        let entries: Int
        let keys: Int
    }

    private var entries: [(collection: String, change: Entry)] = []
    /// The keys of what was put or deleted by its key, in their order.
    private var keys = PackedKeys()

    init() {}

    /// Whether nothing was changed.
    public var isEmpty: Bool { entries.isEmpty }

    /// Goes through the changes.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Goes through the changes of one transaction.
    public struct Iterator: IteratorProtocol, Sendable {
        private let changes: TablesChanges
        private var index = 0
        private var keyIndex = 0

        fileprivate init(_ changes: TablesChanges) {
            self.changes = changes
        }

        /// The next change, in the order in which they were made.
        public mutating func next() -> TablesChange? {
            guard index < changes.entries.count else { return nil }
            let (collection, change) = changes.entries[index]
            index += 1
            switch change {
            case .prepare: return .prepare(collection: collection)
            case .put(let record):
                return .put(collection: collection, key: nextKey(), record: record)
            case .delete: return .delete(collection: collection, key: nextKey())
            case .deleteRange(let range): return .deleteRange(collection: collection, range)
            }
        }

        private mutating func nextKey() -> [UInt8] {
            defer { keyIndex += 1 }
            return changes.keys.key(at: keyIndex)
        }
    }
}

extension TablesChanges {
    var mark: Mark { Mark(entries: entries.count, keys: keys.count) }

    mutating func takeBack(to mark: Mark) {
        entries.removeSubrange(mark.entries...)
        _ = keys.split(at: mark.keys)
    }

    mutating func prepare(_ collection: String) {
        entries.append((collection, .prepare))
    }

    mutating func put(_ key: Span<UInt8>, _ record: [UInt8], in collection: String) {
        keys.insert(key, at: keys.count)
        entries.append((collection, .put(record: record)))
    }

    mutating func delete(_ key: Span<UInt8>, in collection: String) {
        keys.insert(key, at: keys.count)
        entries.append((collection, .delete))
    }

    mutating func delete(_ range: KeyRange, in collection: String) {
        entries.append((collection, .deleteRange(range)))
    }
}
