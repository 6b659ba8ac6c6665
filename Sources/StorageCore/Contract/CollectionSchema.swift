/// What is declared about a collection: its name, its kind of key, and its scalar fields.
public struct CollectionSchema: Hashable, Sendable {
    /// The name, 1 to ``maximumNameSize`` UTF-8 bytes, of which NUL counts as two. Names differ if
    /// their bytes differ.
    public let name: String

    /// The kinds of a key's components, or nil if the collection takes any keys.
    public let key: [KeyKind]?

    /// The declared scalar fields, sorted by the UTF-8 bytes of their names, each name once.
    public let fields: [FieldSchema]

    /// The longest collection name, in UTF-8 bytes.
    public static let maximumNameSize = 255

    /// Declares a collection.
    ///
    /// - Throws: ``StorageError/Code/invalidName`` if the name is empty, too long, or begins with
    ///   a dollar sign, which is kept for the storage's own collections;
    ///   ``StorageError/Code/invalidConfiguration`` if a field is declared twice.
    public init(
        _ name: String, key: [KeyKind]? = nil, fields: [FieldSchema] = []
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
        self.init(trusted: name, key: key, fields: sorted)
    }

    /// Whether both declare the same, names compared by their UTF-8 bytes.
    public static func == (left: CollectionSchema, right: CollectionSchema) -> Bool {
        left.name.isIdentical(to: right.name) && left.key == right.key
            && left.fields == right.fields
    }

    /// Hashes what is declared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(name))
        hasher.combine(key)
        hasher.combine(fields)
    }

    package init(trusted name: String, key: [KeyKind]?, fields: [FieldSchema]) {
        self.name = name
        self.key = key
        self.fields = fields
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

/// The name and kind of a declared scalar field.
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
}
