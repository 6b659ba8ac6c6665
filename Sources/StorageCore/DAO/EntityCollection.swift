/// The collection of a ``DAO``, as far as that has nothing to do with its model.
@usableFromInline
final class EntityCollection: Sendable {
    let schema: CollectionSchema
    private let catalog: Catalog
    /// Nil if the collection does not exist and the storage is open for reading only.
    private let known: Catalog.Entry?
    /// That of the known entry, for which no reference is counted.
    private let knownHandle: CollectionHandle?
    let model: String

    init(
        _ database: Database, _ schema: CollectionSchema, _ known: Catalog.Entry?, model: String
    ) {
        catalog = database.catalog
        self.schema = schema
        self.known = known
        knownHandle = known?.handle
        self.model = model
    }

    /// The collection as a transaction of the DAO's database knows it.
    @usableFromInline
    func entry(
        in access: borrowing TransactionAccess
    ) throws(StorageError) -> Catalog.Entry? {
        checkDatabase(of: access)
        // Who writes has to know the indexes that there are now.
        if access.changes == nil, let known { return known }
        return try access.entry(schema.name)
    }

    /// The collection's handle, as a transaction of the DAO's database knows it.
    private func handle(
        in access: borrowing TransactionAccess
    ) throws(StorageError) -> CollectionHandle? {
        guard access.changes == nil, let knownHandle else { return try entry(in: access)?.handle }
        checkDatabase(of: access)
        return knownHandle
    }

    private func checkDatabase(of access: borrowing TransactionAccess) {
        precondition(
            access.catalog === catalog,
            "a DAO<\(model)> was given a transaction of another database")
    }

    /// Lends the record kept under `key` to `body`, if there is one.
    ///
    /// - Throws: The error thrown by `body`, unchanged, or the engine's failure.
    @usableFromInline
    func get(
        _ key: Span<UInt8>, in access: borrowing TransactionAccess,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        guard let handle = try handle(in: access) else { return }
        _ = try access.driver.get(key, in: handle, body)
    }

    /// Lends the entries to `body`, in the order of their keys, until it returns false.
    ///
    /// - Throws: As ``get(_:in:_:)``.
    @usableFromInline
    func scan(
        in access: borrowing TransactionAccess,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        guard let handle = try handle(in: access) else { return }
        try access.driver.scan(.all, in: handle, reversed: false, body)
    }

    /// Lends the entries that a query asks for to `body`, in its order, until it returns false.
    ///
    /// - Throws: As ``get(_:in:_:)``.
    @usableFromInline
    func run(
        _ query: Query, in access: borrowing TransactionAccess,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        guard let entry = try access.currentEntry(schema.name) else {
            return try query.validate(in: schema.name)
        }
        try QueryRunner(access.driver, entry).run(query, body)
    }

    /// Does what ``run(_:in:_:)`` does, and lets `body` write what it likes: in a transaction that
    /// writes, which entries they are is settled before.
    ///
    /// - Throws: As ``get(_:in:_:)``.
    @usableFromInline
    func scan(
        _ query: Query, in access: borrowing TransactionAccess,
        _ body: (_ key: Span<UInt8>, _ record: Span<UInt8>) throws -> Bool
    ) throws {
        guard let entry = try access.currentEntry(schema.name) else {
            return try query.validate(in: schema.name)
        }
        try QueryRunner(access.driver, entry).run(query, settled: access.changes != nil, body)
    }

    /// A key from its bytes, for a message.
    @usableFromInline
    func key(_ bytes: Span<UInt8>) -> Key {
        Key(trusted: bytes.array)
    }

    /// The error that says where `error` happened.
    @usableFromInline
    func wrapping(
        _ error: any Error, _ operation: String, key: Key? = nil
    ) -> StorageError {
        .wrapping(error, operation, collection: schema.name, key: key)
    }

    /// The error that says which model could not be encoded.
    @usableFromInline
    func unencodable(_ error: any Error, key: Span<UInt8>) -> StorageError {
        .translating(error, .invalidValue, "encode", schema.name, Key(trusted: key.array))
    }

    /// The error that says which record could not be decoded.
    @usableFromInline
    func undecodable(_ error: any Error, key: Span<UInt8>) -> StorageError {
        .translating(
            error, .decodingFailed, "decode", schema.name, Key(trusted: key.array))
    }
}
