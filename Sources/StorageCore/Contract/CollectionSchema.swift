/// What is declared about a collection: its name, its kind of key, its fields and its indexes.
public struct CollectionSchema: Hashable, Sendable {
    /// The name, 1 to ``maximumNameSize`` UTF-8 bytes, of which NUL counts as two. Names differ if
    /// their bytes differ.
    public let name: String

    /// The kinds of a key's components, or nil if the collection takes any keys.
    public let key: [KeyKind]?

    /// The declared fields, sorted by the UTF-8 bytes of their names, each name once.
    public let fields: [FieldSchema]

    /// The declared indexes, sorted by the UTF-8 bytes of their names, each name once.
    public let indexes: [IndexSchema]

    /// The longest collection name, in UTF-8 bytes.
    public static let maximumNameSize = 255

    /// Declares a collection.
    ///
    /// - Throws: ``StorageError/Code/invalidName`` if the name is empty, too long, or begins with
    ///   a dollar sign, which is kept for the storage's own collections;
    ///   ``StorageError/Code/invalidConfiguration`` if a field or an index is declared twice.
    public init(
        _ name: String, key: [KeyKind]? = nil, fields: [FieldSchema] = [],
        indexes: [IndexSchema] = []
    ) throws(StorageError) {
        try Self.validate(name)
        let sorted = fields.sorted { $0.name.precedesInUTF8($1.name) }
        for (field, next) in zip(sorted, sorted.dropFirst())
        where field.name.isIdentical(to: next.name) {
            throw StorageError(
                .invalidConfiguration,
                "collection '\(name)' declares the field '\(field.name)' twice; declare it once",
                collection: name, field: field.name)
        }
        let sortedIndexes = indexes.sorted { $0.name.precedesInUTF8($1.name) }
        for (index, next) in zip(sortedIndexes, sortedIndexes.dropFirst())
        where index.name.isIdentical(to: next.name) {
            throw StorageError(
                .invalidConfiguration,
                "collection '\(name)' declares the index '\(index.name)' twice; declare it once",
                collection: name)
        }
        self.init(trusted: name, key: key, fields: sorted, indexes: sortedIndexes)
    }

    /// Whether both declare the same, names compared by their UTF-8 bytes.
    public static func == (left: CollectionSchema, right: CollectionSchema) -> Bool {
        left.name.isIdentical(to: right.name) && left.key == right.key
            && left.fields == right.fields && left.indexes == right.indexes
    }

    /// Hashes what is declared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(name))
        hasher.combine(key)
        hasher.combine(fields)
        hasher.combine(indexes)
    }

    package init(
        trusted name: String, key: [KeyKind]?, fields: [FieldSchema], indexes: [IndexSchema] = []
    ) {
        self.name = name
        self.key = key
        self.fields = fields
        self.indexes = indexes
    }

    /// The size that counts against ``maximumNameSize``: what a name takes in a key.
    private static func size(of name: String) -> Int {
        name.utf8.reduce(0) { $0 + ($1 == 0 ? 2 : 1) }
    }

    /// Whether a collection of the user's or of the storage itself can have the name.
    static func isPossible(_ name: String) -> Bool {
        (1...maximumNameSize).contains(size(of: name))
    }

    package static func validate(_ name: String) throws(StorageError) {
        let size = size(of: name)
        guard isPossible(name) else {
            throw StorageError(
                .invalidName,
                "a collection's name has 1 to \(maximumNameSize) UTF-8 bytes, not \(size)",
                collection: name)
        }
        guard name.utf8.first != UInt8(ascii: "$") else {
            throw StorageError(
                .invalidName,
                "the name '\(name)' begins with '$', which is kept for the storage's own "
                    + "collections; choose another name",
                collection: name)
        }
    }
}

/// The name and kind of a declared field.
public struct FieldSchema: Hashable, Sendable {
    /// The field's name in the record.
    public let name: String

    /// The kind of value that the field usually has.
    ///
    /// A record may hold a value of another kind there: it is kept exactly all the same.
    public let kind: FieldKind

    /// Declares a field.
    public init(_ name: String, _ kind: FieldKind) {
        self.name = name
        self.kind = kind
    }

    /// Whether both declare the same, names compared by their UTF-8 bytes.
    public static func == (left: FieldSchema, right: FieldSchema) -> Bool {
        left.name.isIdentical(to: right.name) && left.kind == right.kind
    }

    /// Hashes what is declared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(name))
        hasher.combine(kind)
    }
}

/// The kinds of value that a field can be declared to have.
public enum FieldKind: String, Hashable, Sendable, CaseIterable {
    case bool
    case int
    case double
    case decimal
    case string
    case bytes
    case date
    case uuid
    /// An array: an engine keeps no column for it.
    case array
    /// An object: an engine keeps no column for it.
    case object

    /// Whether values of the kind have no values inside them.
    public var isScalar: Bool { self != .array && self != .object }
}
