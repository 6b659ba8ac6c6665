import Synchronization

/// What a database knows about its collections.
///
/// The schemas are kept in the storage itself, in the collection `$catalog`, under the names of the
/// collections. What has been found there once is remembered: collections are never removed. Their
/// fields and indexes change, here or in another process, and with them a version that every
/// transaction can compare.
@usableFromInline
final class Catalog: Sendable {
    /// A collection that is there.
    ///
    /// A class, because it is passed on with every record: only a reference is copied.
    @usableFromInline
    final class Entry: Sendable {
        let schema: CollectionSchema
        let handle: CollectionHandle
        /// The indexes, sorted by the UTF-8 bytes of their names.
        let indexes: [Index]
        /// Whether `StorageCore` keeps one of the indexes.
        let hasKeptIndex: Bool
        let hasUniqueIndex: Bool

        init(schema: CollectionSchema, handle: CollectionHandle, indexes: [Index]) {
            self.schema = schema
            self.handle = handle
            self.indexes = indexes
            hasKeptIndex = indexes.contains { $0.handle != nil }
            hasUniqueIndex = indexes.contains { $0.schema.isUnique }
        }

        func index(named name: String) -> Index? {
            indexes.first { $0.schema.name.isIdentical(to: name) }
        }

        /// Whether the collection has all that `declared` says.
        ///
        /// - Throws: ``StorageError/Code/schemaMismatch`` if it has something else in its place.
        func declares(_ declared: CollectionSchema) throws(StorageError) -> Bool {
            try schema.merged(with: declared) == schema
        }
    }

    /// The collection of the schemas.
    static let schema = CollectionSchema(trusted: "$catalog", key: [.string], fields: [])
    /// The name under which the version is kept, which no collection can have.
    private static let versionName = "$version"
    private static let versionKey: [UInt8] = {
        var encoder = KeyEncoder()
        encoder.encode(versionName)
        return encoder.bytes
    }()
    private static let versionField = PreparedName("version")

    private struct State {
        /// Of the collection of the schemas, once some transaction has been seen to have it.
        var handle: CollectionHandle?
        var version: Int64 = 0
        /// A state that a writing transaction began with or left, and the version in it.
        var known: (stateNumber: Int, version: Int64)?
        var entries: [ExactString: Entry] = [:]
    }

    private let committed = Mutex(State())

    /// The entry of a collection that some transaction has committed and this database has seen.
    ///
    /// Its handle and its keys are right in every transaction; its fields and indexes may be those
    /// of another moment, unless the transaction has the same `version`.
    func committedEntry(_ name: String, version: Int64? = nil) -> Entry? {
        committed.withLock { state in
            if let version, version != state.version { return nil }
            return state.entries[ExactString(name)]
        }
    }

    /// Remembers entries that are committed, as they are in `version`.
    func remember(_ entries: some Sequence<Entry>, version: Int64) {
        committed.withLock { state in
            // An older snapshot has nothing to say about what came after it.
            guard version >= state.version else { return }
            if version > state.version { state.entries = [:] }
            state.version = version
            for entry in entries { state.entries[ExactString(entry.schema.name)] = entry }
        }
    }

    /// The version of the catalog in the state of this number, if it is known.
    func version(inState number: Int?) -> Int64? {
        guard let number else { return nil }
        return committed.withLock { state in
            guard let known = state.known, known.stateNumber == number else { return nil }
            return known.version
        }
    }

    /// Remembers the version in the state of this number.
    func remember(_ version: Int64, inState number: Int?) {
        guard let number else { return }
        committed.withLock { $0.known = (number, version) }
    }

    /// The version of the catalog that a transaction sees; zero for one that has none.
    ///
    /// `isCommitted` says that the transaction has not changed the catalog itself.
    func version(
        with driver: any ReadDriver, isCommitted: Bool
    ) throws(StorageError) -> Int64 {
        guard let handle = try handle(with: driver, isCommitted: isCommitted) else { return 0 }
        var version: Int64 = 0
        do {
            _ = try driver.get(Self.versionKey.span, in: handle) { record in
                try RecordReader.validate(record)
                var place = 0
                let end = record.count
                if try Self.versionField.seek(record, &place, until: end),
                    case .int = try RecordReader.takeTag(record, &place)
                {
                    version = Int64(bitPattern: try RecordReader.takeUInt64(record, &place))
                }
            }
        } catch {
            throw .wrapping(error, "read the version of the catalog", collection: nil)
        }
        return version
    }

    private func handle(
        with driver: any ReadDriver, isCommitted: Bool
    ) throws(StorageError) -> CollectionHandle? {
        // It stays right in every transaction: a snapshot from before shows no records there.
        if let handle = committed.withLock({ $0.handle }) { return handle }
        let handle = try driver.collection(named: Self.schema.name)
        if isCommitted, let handle { committed.withLock { $0.handle = handle } }
        return handle
    }

    /// The entry of a collection as the storage has it, or nil if it has none.
    static func find(
        _ name: String, with driver: any ReadDriver
    ) throws(StorageError) -> Entry? {
        // A name too long for a key of the catalog is that of no collection, and not an error.
        guard CollectionSchema.isPossible(name), !name.isIdentical(to: versionName),
            let catalog = try driver.collection(named: schema.name),
            let record = try driver.record(for: Key(name), in: catalog),
            let handle = try driver.collection(named: name)
        else { return nil }
        var indexes = try CollectionSchema.indexes(record, of: name)
        for position in indexes.indices where !indexes[position].isNative {
            let entries = Index.collection(indexes[position].number)
            indexes[position] = indexes[position].kept(
                in: try driver.collection(named: entries.name))
        }
        let schema = try CollectionSchema(
            name: name, record: record, indexes: indexes.map(\.schema))
        return Entry(schema: schema, handle: handle, indexes: indexes)
    }

    /// The schemas of all collections, sorted by the UTF-8 bytes of their names.
    static func all(with driver: any ReadDriver) throws -> [CollectionSchema] {
        guard let catalog = try driver.collection(named: schema.name) else { return [] }
        var schemas: [CollectionSchema] = []
        try driver.scan(.all, in: catalog, reversed: false) { key, record in
            let name = try Key(trusted: key.array).decode(as: String.self)
            if name.isIdentical(to: versionName) { return true }
            let record = try Record(encoded: record.array)
            let indexes = try CollectionSchema.indexes(record, of: name).map(\.schema)
            schemas.append(try CollectionSchema(name: name, record: record, indexes: indexes))
            return true
        }
        return schemas
    }
}

extension Catalog {
    /// Creates a collection, or adds the fields and indexes to it that are declared anew.
    ///
    /// - Throws: ``StorageError/Code/schemaMismatch`` if it was created with other keys;
    ///   ``StorageError/Code/uniqueViolation`` if a new unique index finds values that it may not.
    ///   Nothing is changed then.
    static func prepare(
        _ declared: CollectionSchema, with driver: any WriteDriver, progress: () -> Void = {}
    ) throws(StorageError) -> Entry {
        _ = try driver.prepare(schema)
        let existing = try find(declared.name, with: driver)
        if let existing, try existing.declares(declared) { return existing }
        let merged = try existing?.schema.merged(with: declared) ?? declared
        let isRefusable = merged.indexes.contains {
            $0.isUnique && existing?.index(named: $0.name) == nil
        }
        guard isRefusable else {
            return try widen(existing, to: merged, with: driver, progress)
        }
        // A refusal is no failure: the transaction goes on as if nothing had been declared.
        try driver.savepoint()
        let entry: Entry
        do throws(StorageError) {
            entry = try widen(existing, to: merged, with: driver, progress)
        } catch  where error.code == .uniqueViolation {
            try driver.rollBackToSavepoint()
            throw error
        }
        try driver.releaseSavepoint()
        return entry
    }

    /// Creates what `merged` says and `existing` does not have.
    private static func widen(
        _ existing: Entry?, to merged: CollectionSchema, with driver: any WriteDriver,
        _ progress: () -> Void
    ) throws(StorageError) -> Entry {
        let handle = try driver.prepare(merged)
        var indexes = existing?.indexes ?? []
        let entry = Entry(schema: merged, handle: handle, indexes: indexes)
        do {
            for index in merged.indexes where existing?.index(named: index.name) == nil {
                indexes.append(try add(index, to: entry, with: driver, progress))
            }
        } catch {
            throw .wrapping(error, "create an index", collection: merged.name)
        }
        indexes.sort { $0.schema.name.precedesInUTF8($1.schema.name) }
        return try write(Entry(schema: merged, handle: handle, indexes: indexes), with: driver)
    }

    private static func add(
        _ schema: IndexSchema, to entry: Entry, with driver: any WriteDriver,
        _ progress: () -> Void
    ) throws -> Index {
        let engine = driver as? any IndexingDriver
        let isNative = try engine?.createIndex(schema, in: entry.handle) ?? false
        let index = Index(
            schema: schema, number: try nextNumber(with: driver), isNative: isNative, handle: nil)
        return try driver.fill(index, of: entry, progress: progress)
    }

    /// Removes an index, and returns what is left of the entry.
    static func drop(
        _ index: Index, of entry: Entry, with driver: any WriteDriver
    ) throws(StorageError) -> Entry {
        if index.isNative {
            try (driver as? any IndexingDriver)?.dropIndex(index.schema.name, in: entry.handle)
        } else if let handle = index.handle {
            _ = try driver.delete(.all, in: handle)
        }
        let schema = entry.schema
        let left = CollectionSchema(
            trusted: schema.name, key: schema.key, fields: schema.fields,
            indexes: schema.indexes.filter { $0 != index.schema })
        return try write(
            Entry(
                schema: left, handle: entry.handle,
                indexes: entry.indexes.filter { $0 != index }), with: driver)
    }

    private static func write(
        _ entry: Entry, with driver: any WriteDriver
    ) throws(StorageError) -> Entry {
        let catalog = try driver.prepare(schema)
        let key = try Key(entry.schema.name).bytes
        let record = try entry.schema.record(entry.indexes).bytes
        _ = try driver.put(key.span, record.span, in: catalog, if: .always)
        try change("version", by: 1, in: catalog, with: driver)
        return entry
    }

    private static func nextNumber(with driver: any WriteDriver) throws(StorageError) -> Int64 {
        let catalog = try driver.prepare(schema)
        return try change("indexes", by: 1, in: catalog, with: driver)
    }

    /// Adds to one of the numbers that are kept beside the schemas, and returns the sum.
    @discardableResult
    private static func change(
        _ name: String, by step: Int64, in catalog: CollectionHandle,
        with driver: any WriteDriver
    ) throws(StorageError) -> Int64 {
        let key = try Key(versionName)
        var fields = try driver.record(for: key, in: catalog)?.fields() ?? []
        var number = step
        if let place = fields.firstIndex(where: { $0.name == name }) {
            if case .int(let last) = fields.remove(at: place).value { number += last }
        }
        fields.append((name, .int(number)))
        let record = try Record(fields)
        _ = try driver.put(key.bytes.span, record.bytes.span, in: catalog, if: .always)
        return number
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
