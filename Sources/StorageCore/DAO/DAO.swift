/// The collection of one kind of model.
///
/// Each call comes in three forms: in a transaction that is passed on, so that several DAOs share
/// one; in a transaction of its own, waiting for it; and the same with `await`.
///
/// A DAO is a value without state of its own and may be used from any thread.
public struct DAO<Model: Entity>: Sendable {
    /// The database that the models are kept in.
    public let database: Database

    @usableFromInline let schema: Schema<Model>
    @usableFromInline let place: EntityCollection

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
        self.database = database
        schema = Model.schema
        place = EntityCollection(database, collection, known, model: "\(Model.self)")
    }
}

extension DAO {
    var collection: CollectionSchema { place.schema }

    /// The collection as a transaction of this DAO's database knows it.
    func entry(
        in access: borrowing TransactionAccess
    ) throws(StorageError) -> Catalog.Entry? {
        try place.entry(in: access)
    }

    func writableEntry(
        in transaction: borrowing WriteTransaction
    ) throws(StorageError) -> Catalog.Entry {
        if let entry = try entry(in: transaction.access) { return entry }
        return try transaction.preparedEntry(collection)
    }

    func key(of model: Model) throws(StorageError) -> Key {
        let key = try key(model.id)
        guard !key.isEmptyText else {
            throw StorageError(
                .invalidKey,
                "the key of a \(Model.self) is empty, which is a key that was never set more often "
                    + "than not; give it one",
                collection: collection.name, key: key)
        }
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
            return try schema.translator.encode(model)
        } catch {
            throw .translating(error, .invalidValue, "encode", collection.name, key)
        }
    }

    /// Lends the record of a model to `body`.
    func encode(
        _ model: Model, _ key: Key, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        try FieldWriter.lend { writer in
            do {
                try schema.translator.write(model, to: &writer)
            } catch {
                throw StorageError.translating(
                    error, .invalidValue, "encode", collection.name, key)
            }
            return try writer.withBytes(body)
        }
    }

    func decode(_ record: Record, _ key: Key) throws(StorageError) -> Model {
        try decode(record.bytes.span, key.bytes.span)
    }

    @inlinable
    func decode(_ record: Span<UInt8>, _ key: Span<UInt8>) throws(StorageError) -> Model {
        do {
            return try schema.translator.read(record)
        } catch {
            throw place.undecodable(error, key: key)
        }
    }
}

extension Key {
    /// Whether the key is one empty string or byte string.
    fileprivate var isEmptyText: Bool {
        bytes == [KeyTag.string, KeyTag.end] || bytes == [KeyTag.bytes, KeyTag.end]
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
