/// An index of a collection, as the catalog has it.
struct Index: Hashable, Sendable {
    let schema: IndexSchema

    /// A number that no other index of the storage has, nor ever had.
    let number: Int64

    /// Whether the engine keeps the index itself.
    let isNative: Bool

    /// The collection of the index's entries, unless the engine keeps it; nil also in a snapshot
    /// that does not have it.
    var handle: CollectionHandle?

    /// What the collection of the entries of index `number` is declared as.
    static func collection(_ number: Int64) -> CollectionSchema {
        CollectionSchema(
            trusted: CollectionSchema.derivedPrefix + String(number), key: nil, fields: [])
    }

    static func == (left: Index, right: Index) -> Bool {
        left.schema == right.schema && left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}

extension CollectionSchema {
    static let derivedPrefix = "$index-"

    /// Whether the collection holds nothing but what follows from other collections.
    ///
    /// An engine that reads everything into memory when it opens may leave such a collection out of
    /// its files, if it calls ``WriteDriver/rebuildIndexes()`` before it shows anything. Its keys
    /// are any bytes.
    public var isDerived: Bool { Self.isDerived(name) }

    static func isDerived(_ name: String) -> Bool {
        name.utf8.starts(with: derivedPrefix.utf8)
    }
}
