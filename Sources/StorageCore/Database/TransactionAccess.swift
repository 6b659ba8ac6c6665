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

/// What a writing transaction remembers beside its driver.
final class WriteState {
    let driver: any WriteDriver
    /// The collections created or widened so far, which nobody else knows yet.
    var prepared: [ExactString: Catalog.Entry] = [:]
    /// The first failure of the engine. The transaction cannot be committed after it.
    var failure: StorageError?

    init(_ driver: any WriteDriver) {
        self.driver = driver
    }

    /// Runs a call of the driver, and takes note if it fails.
    func run<Output>(
        _ operation: String, collection: String? = nil, key: Key? = nil,
        _ call: (any WriteDriver) throws(StorageError) -> Output
    ) throws(StorageError) -> Output {
        if let failure { throw failure }
        do throws(StorageError) {
            return try call(driver)
        } catch {
            throw fail(error, operation, collection: collection, key: key)
        }
    }

    /// Takes note that the engine failed, and returns the error that says where.
    func fail(
        _ error: StorageError, _ operation: String, collection: String?, key: Key?
    ) -> StorageError {
        let located = StorageError.wrapping(error, operation, collection: collection, key: key)
        failure = located
        return located
    }
}
