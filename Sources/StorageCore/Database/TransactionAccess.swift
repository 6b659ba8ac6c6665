/// What `StorageCore` needs to know of a transaction that is lent to a closure.
///
/// Of no use outside: it is public because ``TransactionReader`` has to name it.
@safe
public struct TransactionAccess {
    let driver: any ReadDriver
    // No reference is counted, since readers on several threads would wait for each other's counts: the
    // database is there for as long as it lends a transaction, and nobody else can use this.
    private unowned(unsafe) let unretainedCatalog: Catalog
    let limits: Limits
    /// Nil in a reading transaction.
    let changes: WriteState?

    init(driver: any ReadDriver, catalog: Catalog, limits: Limits, changes: WriteState?) {
        self.driver = driver
        unsafe unretainedCatalog = catalog
        self.limits = limits
        self.changes = changes
    }

    /// The catalog of the database whose transaction it is.
    @inline(__always)
    var catalog: Catalog { unsafe unretainedCatalog }

    /// The collection's entry, or nil if this transaction sees no such collection.
    ///
    /// In a reading transaction its fields and indexes may be those of another moment, which is of
    /// no matter to whoever wants a record by its key. ``currentEntry(_:)`` is for queries.
    func entry(_ name: String) throws(StorageError) -> Catalog.Entry? {
        if changes != nil { return try currentEntry(name) }
        if let entry = catalog.committedEntry(name) { return entry }
        return try currentEntry(name)
    }

    /// The collection's entry with the fields and indexes that this transaction sees.
    func currentEntry(_ name: String) throws(StorageError) -> Catalog.Entry? {
        guard let changes else {
            return try currentEntry(name, version: catalog.version(with: driver, isCommitted: true))
        }
        if let last = changes.last, last.schema.name.isIdentical(to: name) { return last }
        if let entry = changes.prepared[ExactString(name)] {
            changes.last = entry
            return entry
        }
        let entry = try currentEntry(name, version: changes.version(of: catalog))
        changes.last = entry
        return entry
    }

    private func currentEntry(
        _ name: String, version: Int64
    ) throws(StorageError) -> Catalog.Entry? {
        if let entry = catalog.committedEntry(name, version: version) { return entry }
        guard let entry = try Catalog.find(name, with: driver) else { return nil }
        // What a writing transaction has changed may be undone yet.
        if changes?.hasChangedCatalog != true {
            catalog.remember(CollectionOfOne(entry), version: version)
        }
        return entry
    }
}
