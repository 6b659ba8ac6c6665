/// An index of a collection, as the catalog has it.
final class Index: Hashable, Sendable {
    let schema: IndexSchema

    /// A number that no other index of the storage has, nor ever had.
    let number: Int64

    /// Whether the engine keeps the index itself.
    let isNative: Bool

    /// The collection of the index's entries, unless the engine keeps it; nil also in a snapshot
    /// that does not have it.
    let handle: CollectionHandle?

    /// The parts, prepared to be looked for in records.
    let parts: [PreparedPart]

    /// Whether a record may have several entries, or none.
    let isMultiValued: Bool

    /// The part, if there is one only, and its value is that of a field: the usual index.
    let onlyField: IndexedField?

    init(schema: IndexSchema, number: Int64, isNative: Bool, handle: CollectionHandle?) {
        self.schema = schema
        self.number = number
        self.isNative = isNative
        self.handle = handle
        parts = schema.parts.map { PreparedPart($0) }
        isMultiValued = schema.parts.contains { $0.elements != nil }
        onlyField = parts.count == 1 && !isMultiValued ? IndexedField(parts[0]) : nil
    }

    /// Where the value of the index's only field begins in a record, or nil if it is missing.
    @inline(__always)
    func place(
        of field: IndexedField, in record: Span<UInt8>
    ) throws(StorageError) -> Int? {
        var position = 0
        let isThere = try field.words.seek(record, &position, until: record.count) {
            parts[0].path.firstName
        }
        return isThere ? position : nil
    }

    /// The index with the collection of its entries.
    func kept(in handle: CollectionHandle?) -> Index {
        Index(schema: schema, number: number, isNative: isNative, handle: handle)
    }

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

/// A part of an index that is the value of a field. Without references, so that looking at it takes
/// no counting of them.
struct IndexedField: BitwiseCopyable {
    let words: NameWords
    let isDescending: Bool

    /// - Returns: Nil if the part is a member inside a field.
    init?(_ part: PreparedPart) {
        guard let words = part.path.onlyWords else { return nil }
        self.words = words
        isDescending = part.isDescending
    }
}
