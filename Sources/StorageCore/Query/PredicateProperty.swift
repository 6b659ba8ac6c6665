/// A property that a predicate names: of the model, or of an array's element.
struct PredicateProperty {
    /// What a collection is measured by, which a record does not say.
    enum Measure: String, CustomStringConvertible {
        case count, first, last

        var description: String { rawValue }

        var wayOut: String {
            switch self {
            case .count: "ask for isEmpty, or keep the count in a field of its own"
            case .first, .last: "ask for contains, or keep the element in a field of its own"
            }
        }
    }

    /// Whether the property begins at the array element that is looked at.
    private(set) var isElement = false

    /// The key paths to the property; where one ends and another begins, an optional is unwrapped.
    private(set) var stretches: [AnyKeyPath] = []

    /// Whether the value may be nil.
    private(set) var isOptional = false

    /// What the property measures, if it is one of the usual members of collections.
    private(set) var measure: Measure?

    private var isUnwrapped = false

    /// An array's element.
    static func element(isOptional: Bool) -> PredicateProperty {
        var element = PredicateProperty()
        element.isElement = true
        element.isOptional = isOptional
        return element
    }

    /// The property where it is not nil.
    var unwrapped: PredicateProperty {
        var property = self
        property.isUnwrapped = isOptional || isUnwrapped
        property.isOptional = false
        return property
    }

    /// The property where what it is a member of may be nil.
    var chained: PredicateProperty {
        var property = self
        property.isOptional = true
        return property
    }

    /// A member of the value.
    func appending(
        _ member: AnyKeyPath, isOptional: Bool, _ measure: Measure?
    ) -> PredicateProperty {
        var property = self
        property.isOptional = isOptional
        property.measure = measure
        property.isUnwrapped = false
        if !isUnwrapped, let last = stretches.last, let longer = last.appending(path: member) {
            property.stretches[stretches.count - 1] = longer
        } else {
            property.stretches.append(member)
        }
        return property
    }

    /// Whether the property is `other`, or a member of it.
    func begins(with other: PredicateProperty) -> Bool {
        isElement == other.isElement && stretches.starts(with: other.stretches)
    }
}

extension Schema {
    /// Where the value of a property of the model stands in the record.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` if the schema does not declare the property.
    func path(of property: PredicateProperty) throws(StorageError) -> FieldPath {
        if property.stretches.count == 1,
            let whole = property.stretches[0] as? PartialKeyPath<Model>
        {
            return try path(of: whole)
        }
        // No key path can be made that ends where an optional is about to be unwrapped, so that
        // the whole is known by its spelling only.
        let spelling = property.spelling
        for field in fields where (field.property as AnyKeyPath).spelling == spelling {
            return field.path
        }
        throw StorageError(
            .unknownField,
            "the schema of \(Model.self) does not declare \(spelling); add a Field for it, or ask "
                + "for one that it declares: "
                + fields.map(\.path.description).joined(separator: ", "),
            collection: name)
    }
}

extension PredicateProperty {
    /// The property as a key path spells it, such as `\User.address?.city`.
    var spelling: String {
        guard let first = stretches.first else { return "" }
        return stretches.dropFirst().reduce(first.spelling) { $0 + "?." + $1.memberSpelling }
    }
}

extension AnyKeyPath {
    fileprivate var spelling: String {
        var spelling = debugDescription
        // A chain ends in a question mark where its last property is not optional itself.
        if spelling.hasSuffix("?") { spelling.removeLast() }
        return spelling
    }

    /// The key path as it follows on a value: `address.city`.
    var memberSpelling: String {
        let root = "\\\(Self.rootType)."
        return debugDescription.hasPrefix(root)
            ? String(debugDescription.dropFirst(root.count)) : debugDescription
    }
}
