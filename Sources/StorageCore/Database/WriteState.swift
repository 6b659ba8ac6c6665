/// What a writing transaction remembers beside its driver.
final class WriteState {
    let driver: any WriteDriver
    /// The collections created or widened so far, which nobody else knows yet.
    var prepared: [ExactString: Catalog.Entry] = [:] {
        didSet { last = nil }
    }
    /// The collection that was asked for last, which is the next one more often than not.
    var last: Catalog.Entry? {
        didSet { lastAsker = nil }
    }
    /// The DAO's collection that the last one was found for.
    private var lastAsker: EntityCollection?
    /// The values of unique indexes that have to be looked at before the commit.
    var contested: Set<Contest> = []
    /// The changes of indexes that are made at the end of ``collectingChanges(in:_:)``, while it runs.
    var collected: EntryChanges?
    /// The version of the catalog before this transaction, once it is known.
    private(set) var version: Int64?
    /// The first failure of the engine. The transaction cannot be committed after it.
    var failure: StorageError?

    init(_ driver: any WriteDriver) {
        self.driver = driver
    }

    /// The collection that was asked for last, if it was this DAO's.
    func last(of asker: EntityCollection) -> Catalog.Entry? {
        lastAsker === asker ? last : nil
    }

    /// Takes note that a DAO's collection was asked for, and found.
    func note(_ entry: Catalog.Entry, of asker: EntityCollection) {
        last = entry
        lastAsker = asker
    }

    /// Whether the transaction has created or changed collections.
    var hasChangedCatalog: Bool { !prepared.isEmpty }

    /// The version of the catalog before this transaction.
    func version(of catalog: Catalog) throws(StorageError) -> Int64 {
        if let version { return version }
        let known = hasChangedCatalog ? nil : catalog.version(inState: driver.stateNumber)
        let version =
            if let known {
                known
            } else {
                try catalog.version(with: driver, isCommitted: !hasChangedCatalog)
            }
        self.version = version
        return version
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

extension WriteState {
    /// What a savepoint has to bring back beside the driver's state.
    struct Mark {
        fileprivate let prepared: [ExactString: Catalog.Entry]
    }

    /// Sets a savepoint.
    func mark() throws(StorageError) -> Mark {
        try run("set a savepoint") { (driver) throws(StorageError) in try driver.savepoint() }
        return Mark(prepared: prepared)
    }

    /// Takes back what was changed since the innermost savepoint, unless the engine failed: the
    /// whole transaction is taken back then.
    func rollBack(to mark: Mark) throws(StorageError) {
        prepared = mark.prepared
        guard failure == nil else { return }
        try run("roll back to a savepoint") { (driver) throws(StorageError) in
            try driver.rollBackToSavepoint()
        }
    }

    /// Keeps what was changed since the innermost savepoint.
    func release(_ mark: consuming Mark) throws(StorageError) {
        try run("release a savepoint") { (driver) throws(StorageError) in
            try driver.releaseSavepoint()
        }
    }
}
