/// The collection of one kind of model.
///
/// Each call comes in three forms: in a transaction that is passed on, so that several DAOs share
/// one; in a transaction of its own, waiting for it; and the same with `await`.
///
/// A DAO is a value without state of its own and may be used from any thread.
public struct DAO<Model: Entity>: Sendable {
    @usableFromInline let parts: DAOParts<Model>

    /// The database that the models are kept in.
    @inlinable public var database: Database { parts.database }

    /// The collection of `Model` in `database`, which is created or gains declared fields if need
    /// be, in a transaction of its own.
    ///
    /// In a storage that is open for reading only nothing is created: a missing collection reads
    /// as empty.
    ///
    /// - Throws: ``StorageError/Code/schemaMismatch`` if the collection was created with other keys
    ///   or kinds of fields; ``StorageError/Code/invalidName`` for an impossible name; or why the
    ///   transaction failed.
    public init(_ database: Database) throws {
        let collection = try Model.schema.collection()
        var known = try database.read { try $0.access.entry(collection.name) }
        if try known?.declares(collection) != true {
            do {
                known = try database.write { try $0.preparedEntry(collection) }
            } catch let error as StorageError where error.code == .readOnly {
                // Reading works all the same, and writing will say so itself.
            }
        }
        self.init(database, collection, known)
    }

    /// The collection of `Model` in `database`, without blocking the task's thread.
    ///
    /// - Throws: As ``init(_:)-(_)``.
    public init(_ database: Database) async throws {
        let collection = try Model.schema.collection()
        var known = try await database.read { try $0.access.entry(collection.name) }
        if try known?.declares(collection) != true {
            do {
                known = try await database.write { try $0.preparedEntry(collection) }
            } catch let error as StorageError where error.code == .readOnly {
                // Reading works all the same, and writing will say so itself.
            }
        }
        self.init(database, collection, known)
    }

    private init(_ database: Database, _ collection: CollectionSchema, _ known: Catalog.Entry?) {
        parts = DAOParts(
            database, EntityCollection(database, collection, known, model: "\(Model.self)"))
    }
}

/// What a ``DAO`` consists of, in one object: whoever passes a DAO on copies one reference.
@usableFromInline
final class DAOParts<Model: Entity>: Sendable {
    @usableFromInline let database: Database
    @usableFromInline let place: EntityCollection
    @usableFromInline let translator: any Translator<Model>
    let schema: Schema<Model>

    init(_ database: Database, _ place: EntityCollection) {
        self.database = database
        self.place = place
        schema = Model.schema
        translator = schema.translator
    }
}

extension DAO {
    @inlinable var place: EntityCollection { parts.place }

    var schema: Schema<Model> { parts.schema }

    var collection: CollectionSchema { place.schema }

    /// The collection as a transaction of this DAO's database knows it.
    func entry(
        in access: borrowing TransactionAccess
    ) throws(StorageError) -> Catalog.Entry? {
        try place.entry(in: access)
    }

    func key(of model: Model) throws(StorageError) -> Key {
        let key = try key(model.id)
        try place.check(key.bytes.span)
        return key
    }

    func key(_ id: Model.ID) throws(StorageError) -> Key {
        do throws(StorageError) {
            return try Key(id)
        } catch {
            throw .wrapping(error, "encode a key", collection: collection.name)
        }
    }

    func encode(_ model: Model, _ key: Key) throws(StorageError) -> Record {
        do {
            return try parts.translator.encode(model)
        } catch {
            throw .translating(error, .invalidValue, "encode", collection.name, key)
        }
    }

    func decode(_ record: Record, _ key: Key) throws(StorageError) -> Model {
        try decode(record.bytes.span, key.bytes.span)
    }

    @inlinable
    func decode(_ record: Span<UInt8>, _ key: Span<UInt8>) throws(StorageError) -> Model {
        do {
            return try parts.translator.read(record)
        } catch {
            throw place.undecodable(error, key: key)
        }
    }
}

extension StorageError {
    static func translating(
        _ error: any Error, _ code: Code, _ operation: String, _ collection: String, _ key: Key
    ) -> StorageError {
        if error is StorageError {
            return .wrapping(error, operation, collection: collection, key: key)
        }
        return StorageError(
            code, "cannot \(operation) the record of key \(key) in '\(collection)': \(error)",
            collection: collection, key: key, cause: error)
    }
}
