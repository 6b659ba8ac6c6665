/// A declared field of a model.
public struct Field<Model: Entity>: Sendable {
    /// How a field is indexed by itself.
    public enum Indexing: Sendable {
        /// Not at all.
        case none
        /// Queries by the field are answered from an index; an array is indexed by its elements.
        case indexed
        /// Besides, no two models have the same value there; nil is never the same as another.
        case unique
    }

    /// Where the field's value stands in the record: with `Codable`, the names of the coding keys.
    public let path: FieldPath

    /// The kind of the field's values.
    public let kind: FieldKind

    /// How the field is indexed by itself.
    public let indexing: Indexing

    let property: any PartialKeyPath<Model> & Sendable

    /// Declares the field that holds a property.
    ///
    /// A member of a nested value has the path to it:
    /// `Field(["address", "city"], \.address.city, .indexed)`.
    public init<Value: FieldRepresentable>(
        _ path: FieldPath, _ property: any KeyPath<Model, Value> & Sendable,
        _ indexing: Indexing = .none
    ) {
        self.init(path, property, Value.fieldKind, indexing)
    }

    /// Declares the field that holds a property of any type; its kind is found from the type.
    public init<Value>(_ path: FieldPath, _ property: any KeyPath<Model, Value> & Sendable) {
        self.init(path, property, FieldKind(of: Value.self), .none)
    }

    /// Declares the field that holds a property of a type that is an array or an object in the
    /// record.
    public init<Value>(
        _ path: FieldPath, _ property: any KeyPath<Model, Value> & Sendable, _ kind: FieldKind
    ) {
        self.init(path, property, kind, .none)
    }

    private init(
        _ path: FieldPath, _ property: any PartialKeyPath<Model> & Sendable, _ kind: FieldKind,
        _ indexing: Indexing
    ) {
        self.path = path
        self.property = property
        self.kind = kind
        self.indexing = indexing
    }
}

/// A declared index over several fields of a model.
public struct CompoundIndex<Model: Entity>: Sendable {
    /// The index's name.
    public let name: String

    // Resolved by the schema once it is whole, of which they are a part.
    let orders: [Ordering<Model>]
    let isUnique: Bool

    /// Declares an index that sorts by the first of `parts`, then by the next.
    public init(_ name: String, _ parts: Ordering<Model>..., unique: Bool = false) {
        self.name = name
        orders = parts
        isUnique = unique
    }
}
