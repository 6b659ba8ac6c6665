/// What `StorageCore` needs to know of a transaction that is lent to a closure.
///
/// Of no use outside: it is public because ``TransactionReader`` has to name it.
public struct TransactionAccess {
    let driver: any ReadDriver
    let catalog: Catalog
    let limits: Limits
    /// Nil in a reading transaction.
    let changes: WriteState?

    /// The collection's entry, or nil if this transaction sees no such collection.
    func entry(_ name: String) throws(StorageError) -> Catalog.Entry? {
        if let entry = changes?.prepared[ExactString(name)] { return entry }
        if let entry = catalog.committedEntry(name) { return entry }
        guard let entry = try Catalog.find(name, with: driver) else { return nil }
        // In a writing transaction this may be undone yet only if the transaction prepared it,
        // and then it is found above.
        catalog.remember(CollectionOfOne(entry))
        return entry
    }
}
