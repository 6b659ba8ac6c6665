/// How an entity is kept: in which collection, under which key, with which declared fields and
/// indexes, and translated how.
public struct Schema<Model: Entity>: Sendable {
    /// The name of the collection.
    public let name: String

    /// The fields that queries can ask for and an engine may keep natively.
    public let fields: [Field<Model>]

    /// The indexes over several fields.
    public let indexes: [CompoundIndex<Model>]

    /// Turns models into records and back.
    public let translator: any Translator<Model>

    private let key: any KeyPath<Model, Model.ID> & Sendable

    /// A schema for a model with a translator of its own.
    ///
    /// `key` is the property by which conditions and orders mean the key: it has the same value as
    /// `id`.
    public init(
        _ name: String, key: any KeyPath<Model, Model.ID> & Sendable,
        translator: some Translator<Model>,
        @SchemaBuilder<Model> fields: () -> [SchemaPart<Model>] = { [] }
    ) {
        self.name = name
        self.key = key
        self.translator = translator
        let parts = fields()
        self.fields = parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
        indexes = parts.compactMap { if case .index(let index) = $0 { index } else { nil } }
    }

    /// A schema for a model that is `Codable`: its record has the fields that `Codable` gives it.
    public init(
        _ name: String, key: any KeyPath<Model, Model.ID> & Sendable,
        @SchemaBuilder<Model> fields: () -> [SchemaPart<Model>] = { [] }
    ) where Model: Codable {
        self.init(name, key: key, translator: CodableTranslator<Model>(), fields: fields)
    }

    /// Where the value of a property stands in the record.
    ///
    /// - Throws: ``StorageError/Code/unknownField`` if the schema does not declare the property.
    public func path(of property: PartialKeyPath<Model>) throws(StorageError) -> FieldPath {
        if property == key, Model.ID.keyKinds.count == 1 { return .key }
        if let field = fields.first(where: { $0.property == property }) { return field.path }
        throw StorageError(
            .unknownField,
            "the schema of \(Model.self) does not declare \(property); add a Field for it, or ask "
                + "for one that it declares: "
                + fields.map(\.path.description).joined(separator: ", "),
            collection: name)
    }

    /// What the schema says about the collection.
    ///
    /// - Throws: ``StorageError/Code/invalidName`` or ``StorageError/Code/invalidConfiguration``,
    ///   as ``CollectionSchema/init(_:key:fields:indexes:)``; ``StorageError/Code/unknownField`` if
    ///   an index is over a property that is not declared.
    public func collection() throws(StorageError) -> CollectionSchema {
        var kinds: [FieldSchema] = []
        for field in fields {
            guard let name = field.path.names.first else { continue }
            let isNested = field.path.names.count > 1
            if isNested, kinds.contains(where: { $0.name.isIdentical(to: name) }) { continue }
            kinds.append(FieldSchema(name, isNested ? .object : field.kind))
        }
        var declared: [IndexSchema] = []
        for field in fields {
            if field.indexing == .none { continue }
            declared.append(
                try IndexSchema(
                    field.path.description, [field.part], unique: field.indexing == .unique))
        }
        for index in indexes {
            var parts: [IndexPart] = []
            for ordering in index.orders {
                let order = try ordering.order(in: self)
                parts.append(IndexPart(order.path, descending: order.isDescending))
            }
            declared.append(try IndexSchema(index.name, parts, unique: index.isUnique))
        }
        return try CollectionSchema(
            name, key: Model.ID.keyKinds, fields: kinds, indexes: declared)
    }
}

extension Field {
    /// The field as a part of an index.
    fileprivate var part: IndexPart {
        kind == .array ? IndexPart(elementsOf: path) : IndexPart(path)
    }
}

/// What a ``Schema`` is made of.
public enum SchemaPart<Model: Entity>: Sendable {
    case field(Field<Model>)
    case index(CompoundIndex<Model>)
}

/// Collects the parts of a ``Schema``.
@resultBuilder
public enum SchemaBuilder<Model: Entity> {
    /// A field of this model, so that its key path needs no type.
    public static func buildExpression(_ field: Field<Model>) -> [SchemaPart<Model>] {
        [.field(field)]
    }

    /// An index of this model, so that its key paths need no type.
    public static func buildExpression(_ index: CompoundIndex<Model>) -> [SchemaPart<Model>] {
        [.index(index)]
    }

    /// Parts that were collected elsewhere.
    public static func buildExpression(_ parts: [SchemaPart<Model>]) -> [SchemaPart<Model>] {
        parts
    }

    /// The parts as one list.
    public static func buildBlock(_ parts: [SchemaPart<Model>]...) -> [SchemaPart<Model>] {
        Array(parts.joined())
    }
}
