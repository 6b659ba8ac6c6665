/// How an entity is kept: in which collection, under which key, with which declared fields, and
/// translated how.
public struct Schema<Model: Entity>: Sendable {
    /// The name of the collection.
    public let name: String

    /// The scalar fields that an engine may keep natively.
    public let fields: [Field<Model>]

    /// Turns models into records and back.
    public let translator: any Translator<Model>

    private let identity: @Sendable (Model) -> Model.ID

    /// A schema for a model with a translator of its own.
    public init(
        _ name: String, key: any KeyPath<Model, Model.ID> & Sendable = \.id,
        translator: some Translator<Model>,
        @FieldsBuilder<Model> fields: () -> [Field<Model>] = { [] }
    ) {
        self.name = name
        self.fields = fields()
        self.translator = translator
        identity = { $0[keyPath: key] }
    }

    /// A schema for a model that is `Codable`: its record has the fields that `Codable` gives it.
    public init(
        _ name: String, key: any KeyPath<Model, Model.ID> & Sendable = \.id,
        @FieldsBuilder<Model> fields: () -> [Field<Model>] = { [] }
    ) where Model: Codable {
        self.init(name, key: key, translator: CodableTranslator<Model>(), fields: fields)
    }

    /// The key of a model, as the schema's key path gives it.
    public func id(of model: Model) -> Model.ID {
        identity(model)
    }

    /// What the schema says about the collection.
    ///
    /// - Throws: ``StorageError/Code/invalidName`` or ``StorageError/Code/invalidConfiguration``,
    ///   as ``CollectionSchema/init(_:key:fields:)``.
    public func collection() throws(StorageError) -> CollectionSchema {
        try CollectionSchema(
            name, key: Model.ID.keyKinds, fields: fields.map { FieldSchema($0.name, $0.kind) })
    }
}

/// Collects the fields of a ``Schema``.
@resultBuilder
public enum FieldsBuilder<Model: Entity> {
    /// A field of this model, so that its key path needs no type.
    public static func buildExpression(_ field: Field<Model>) -> Field<Model> {
        field
    }

    /// The fields as a list.
    public static func buildBlock(_ fields: Field<Model>...) -> [Field<Model>] {
        fields
    }
}
