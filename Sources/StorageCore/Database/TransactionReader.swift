/// What reading and writing transactions have in common: reading.
///
/// A function that only reads takes `borrowing some TransactionReader & ~Copyable`, and works in
/// both. A collection that does not exist reads as empty.
public protocol TransactionReader: ~Copyable {
    /// The way to the driver; of no use outside of `StorageCore`.
    var access: TransactionAccess { get }
}

extension TransactionReader where Self: ~Copyable {
    /// The record kept under `key`, or nil if there is none.
    ///
    /// - Throws: ``StorageError/Code/wrongKeyKind`` if the collection has keys of another kind;
    ///   ``StorageError/Code/damaged`` if the stored bytes are not a record.
    /// - Complexity: O(log n).
    public borrowing func get(
        _ key: Key, in collection: String
    ) throws(StorageError) -> Record? {
        guard let entry = try access.entry(collection) else { return nil }
        try entry.schema.check(key)
        do {
            return try access.driver.record(for: key, in: entry.handle)
        } catch {
            throw .wrapping(error, "get", collection: collection, key: key)
        }
    }

    /// Whether there is a record under `key`.
    ///
    /// - Throws: ``StorageError/Code/wrongKeyKind`` if the collection has keys of another kind.
    /// - Complexity: O(log n); the record is not decoded.
    public borrowing func contains(
        _ key: Key, in collection: String
    ) throws(StorageError) -> Bool {
        guard let entry = try access.entry(collection) else { return false }
        try entry.schema.check(key)
        do {
            return try access.driver.get(key.bytes.span, in: entry.handle) { _ in }
        } catch {
            throw .wrapping(error, "get", collection: collection, key: key)
        }
    }

    /// Lends the entries of `range` to `body`, in key order, until it returns false.
    ///
    /// A scan goes from entry to entry: what `body` deletes ahead is not visited, what it writes
    /// ahead is, and nothing is visited twice.
    ///
    /// - Throws: The error thrown by `body`, unchanged; ``StorageError/Code/damaged`` if the
    ///   stored bytes are not a record.
    /// - Complexity: O(log n + visited entries), in memory that does not grow with either.
    public borrowing func scan(
        _ range: KeyRange = .all, in collection: String, reversed: Bool = false,
        _ body: (_ key: Key, _ record: Record) throws -> Bool
    ) throws {
        guard let entry = try access.entry(collection), !range.isEmpty else { return }
        try access.driver.scan(range, in: entry.handle, reversed: reversed) { key, record in
            let key = Key(trusted: key.array)
            return try body(key, record.record(of: key, "scan", collection))
        }
    }

    /// The first entries of `range`, in key order.
    ///
    /// With a `limit` there are at most that many.
    ///
    /// - Throws: ``StorageError/Code/invalidArgument`` for a negative limit, and as
    ///   ``scan(_:in:reversed:_:)``.
    /// - Complexity: O(log n + entries).
    public borrowing func records(
        _ range: KeyRange = .all, in collection: String, reversed: Bool = false, limit: Int? = nil
    ) throws(StorageError) -> [(key: Key, record: Record)] {
        var entries: [(key: Key, record: Record)] = []
        if let limit, limit <= 0 {
            guard limit == 0 else {
                throw StorageError(
                    .invalidArgument,
                    "a limit cannot be negative, as \(limit) is; leave it out to "
                        + "get everything")
            }
            return entries
        }
        do {
            try scan(range, in: collection, reversed: reversed) { key, record in
                entries.append((key, record))
                return limit.map { entries.count < $0 } ?? true
            }
        } catch {
            throw .wrapping(error, "scan", collection: collection)
        }
        return entries
    }

    /// The number of entries in `range`.
    ///
    /// - Complexity: O(entries in the range) or better; no record is read.
    public borrowing func count(
        _ range: KeyRange = .all, in collection: String
    ) throws(StorageError) -> Int {
        guard let entry = try access.entry(collection), !range.isEmpty else { return 0 }
        do {
            return try access.driver.count(range, in: entry.handle)
        } catch {
            throw .wrapping(error, "count", collection: collection)
        }
    }

    /// The schemas of all collections, sorted by the UTF-8 bytes of their names.
    ///
    /// - Complexity: O(number of collections).
    public borrowing func collections() throws(StorageError) -> [CollectionSchema] {
        do {
            return try Catalog.all(with: access.driver)
        } catch {
            throw .wrapping(error, "list the collections", collection: nil)
        }
    }
}

extension CollectionSchema {
    /// Refuses a key whose components are not of the declared kinds.
    func check(_ key: Key) throws(StorageError) {
        guard let kinds = self.key else { return }
        let components = try key.components()
        let fits =
            components.count == kinds.count
            && zip(components, kinds).allSatisfy { $0.fits($1) }
        guard fits else {
            throw StorageError(
                .wrongKeyKind,
                "collection '\(name)' has keys of kind \(kinds.map(\.rawValue).joined(separator: " + ")), "
                    + "not \(components.map(\.kind.rawValue).joined(separator: " + "))",
                collection: name, key: key)
        }
    }
}
