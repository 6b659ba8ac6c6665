import Synchronization

/// What a database knows about its collections.
///
/// The schemas are kept in the storage itself, in the collection `$catalog`, under the names of the
/// collections. What has been found there once is remembered: collections are never removed, and a
/// schema only ever gains fields.
final class Catalog: Sendable {
    /// A collection that is there.
    struct Entry: Sendable {
        let schema: CollectionSchema
        let handle: CollectionHandle

        /// Whether the collection has all that `declared` says.
        ///
        /// - Throws: ``StorageError/Code/schemaMismatch`` if it has something else in its place.
        func declares(_ declared: CollectionSchema) throws(StorageError) -> Bool {
            try schema.merged(with: declared) == schema
        }
    }

    /// The collection of the schemas.
    static let schema = CollectionSchema(trusted: "$catalog", key: [.string], fields: [])

    private let committed = Mutex<[ExactString: Entry]>([:])

    /// The entry of a collection that some transaction has committed and this database has seen.
    func committedEntry(_ name: String) -> Entry? {
        committed.withLock { $0[ExactString(name)] }
    }

    /// Remembers entries that are committed.
    func remember(_ entries: some Sequence<Entry>) {
        committed.withLock { committed in
            for entry in entries { committed[ExactString(entry.schema.name)] = entry }
        }
    }

    /// The entry of a collection as the storage has it, or nil if it has none.
    static func find(
        _ name: String, with driver: any ReadDriver
    ) throws(StorageError) -> Entry? {
        // A name too long for a key of the catalog is that of no collection, and not an error.
        guard CollectionSchema.isPossible(name),
            let catalog = try driver.collection(named: schema.name),
            let record = try driver.record(for: Key(name), in: catalog),
            let handle = try driver.collection(named: name)
        else { return nil }
        return Entry(schema: try CollectionSchema(name: name, record: record), handle: handle)
    }

    /// The schemas of all collections, sorted by the UTF-8 bytes of their names.
    static func all(with driver: any ReadDriver) throws -> [CollectionSchema] {
        guard let catalog = try driver.collection(named: schema.name) else { return [] }
        var schemas: [CollectionSchema] = []
        try driver.scan(.all, in: catalog, reversed: false) { key, record in
            let name = try Key(trusted: key.array).decode(as: String.self)
            let record = try Record(encoded: record.array)
            schemas.append(try CollectionSchema(name: name, record: record))
            return true
        }
        return schemas
    }

    /// Creates a collection, or widens it by the fields that are declared anew.
    ///
    /// - Throws: ``StorageError/Code/schemaMismatch`` if it was created with other keys.
    static func prepare(
        _ declared: CollectionSchema, with driver: any WriteDriver
    ) throws(StorageError) -> Entry {
        let catalog = try driver.prepare(schema)
        let existing = try find(declared.name, with: driver)
        if let existing, try existing.declares(declared) { return existing }
        let merged = try existing?.schema.merged(with: declared) ?? declared
        let handle = try driver.prepare(merged)
        let key = try Key(declared.name).bytes
        let record = try merged.record().bytes
        _ = try driver.put(key.span, record.span, in: catalog, if: .always)
        return Entry(schema: merged, handle: handle)
    }
}

extension ReadDriver {
    /// A copy of the record kept under `key`.
    func record(
        for key: Key, in collection: CollectionHandle
    ) throws(StorageError) -> Record? {
        var record: Record?
        do {
            _ = try get(key.bytes.span, in: collection) { record = try Record(encoded: $0.array) }
        } catch {
            throw .wrapping(error, "read", collection: nil, key: key)
        }
        return record
    }
}
