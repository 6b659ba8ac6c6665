/// What is declared about an index of a collection.
public struct IndexSchema: Hashable, Sendable {
    /// The name, unique in its collection, 1 to ``maximumNameSize`` UTF-8 bytes.
    public let name: String

    /// What the index sorts by, the first part first. At most one is over the elements of an array.
    public let parts: [IndexPart]

    /// Whether two records may not have the same values in all parts. A null or missing value is
    /// never the same as another.
    public let isUnique: Bool

    /// The longest name of an index, in UTF-8 bytes.
    public static let maximumNameSize = 255

    /// Declares an index.
    ///
    /// - Throws: ``StorageError/Code/invalidName`` for an empty or too long name;
    ///   ``StorageError/Code/invalidConfiguration`` if it has no part, the same part twice, more
    ///   than one part over the elements of an array, or the key as a part.
    public init(_ name: String, _ parts: [IndexPart], unique: Bool = false) throws(StorageError) {
        guard (1...Self.maximumNameSize).contains(name.utf8.count) else {
            throw StorageError(
                .invalidName,
                "an index's name has 1 to \(Self.maximumNameSize) UTF-8 bytes, not "
                    + "\(name.utf8.count)")
        }
        func invalid(_ what: String) -> StorageError {
            StorageError(.invalidConfiguration, "the index '\(name)' \(what)")
        }
        guard !parts.isEmpty else { throw invalid("has no part; name a field") }
        guard Set(parts.map { [$0.path, $0.elements] }).count == parts.count else {
            throw invalid("has the same part twice; leave one out")
        }
        guard parts.count(where: { $0.elements != nil }) <= 1 else {
            throw invalid("is over the elements of more than one array; split it")
        }
        guard parts.allSatisfy({ !$0.path.names.isEmpty && $0.elements?.isKey != true }) else {
            throw invalid("names no field, or the key, which every index ends with; leave it out")
        }
        self.init(trusted: name, parts, isUnique: unique)
    }

    init(trusted name: String, _ parts: [IndexPart], isUnique: Bool) {
        self.name = name
        self.parts = parts
        self.isUnique = isUnique
    }

    /// Whether both declare the same, names compared by their UTF-8 bytes.
    public static func == (left: IndexSchema, right: IndexSchema) -> Bool {
        left.name.isIdentical(to: right.name) && left.parts == right.parts
            && left.isUnique == right.isUnique
    }

    /// Hashes what is declared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(name))
        hasher.combine(parts)
        hasher.combine(isUnique)
    }
}

/// One part of an index.
public struct IndexPart: Hashable, Sendable {
    /// The value that is indexed or, with ``elements``, the array.
    public let path: FieldPath

    /// Where in each element of the array the indexed value stands: ``FieldPath/element`` for the
    /// element itself. Nil if the value at ``path`` is indexed as it is.
    public let elements: FieldPath?

    /// Whether greater values come first.
    public let isDescending: Bool

    /// A part for the value at `path`.
    public init(_ path: FieldPath, descending: Bool = false) {
        self.path = path
        elements = nil
        isDescending = descending
    }

    /// A part for a value in each element of the array at `path`: the index finds a record by each
    /// of them, once.
    public init(
        elementsOf path: FieldPath, _ member: FieldPath = .element, descending: Bool = false
    ) {
        self.path = path
        elements = member
        isDescending = descending
    }
}

extension IndexPart: CustomStringConvertible {
    /// The part as the tool spells it.
    public var description: String {
        var text = path.description
        if let elements {
            text += "[]"
            if !elements.names.isEmpty { text += "." + elements.description }
        }
        return text + (isDescending ? ":desc" : "")
    }
}
