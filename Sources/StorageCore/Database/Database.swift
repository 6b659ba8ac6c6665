import Dispatch

/// A storage as a program uses it: transactions over collections of records.
///
/// A database may be used from any thread and any task. Readers see snapshots and do not wait.
/// Writers run one at a time, in the order in which they asked.
///
/// A transaction cannot be started inside another one of the same database: that throws
/// ``StorageError/Code/nestedTransaction`` instead of waiting for itself. Pass the transaction on.
public final class Database: Sendable {
    /// The storage underneath.
    public let storage: any Storage

    /// The storage's, which never change.
    let limits: Limits
    let catalog = Catalog()
    let lifecycle = Lifecycle()
    let writes = WriteQueue()

    /// A database over `storage`, which it closes when it is closed itself.
    public init(_ storage: any Storage) {
        self.storage = storage
        limits = storage.limits
    }

    /// Runs `body` on a snapshot and returns its result.
    ///
    /// - Throws: The error thrown by `body`, unchanged; ``StorageError/Code/closed`` after
    ///   ``close()``; ``StorageError/Code/nestedTransaction`` inside another transaction.
    /// - Complexity: O(1) beyond `body`.
    @inlinable
    public func read<Result>(
        _ body: (inout ReadTransaction) throws -> Result
    ) throws -> Result {
        try readInPlace(body)
    }

    /// Runs `body` in the writing transaction, commits it, and returns its result.
    ///
    /// When `body` returns, its changes are committed, and are as permanent as the storage's
    /// ``Durability`` says once this returns. When it throws, none of them is kept.
    ///
    /// The calling thread waits for the writers that asked before.
    ///
    /// - Throws: The error thrown by `body`, unchanged; ``StorageError/Code/closed`` after
    ///   ``close()``; ``StorageError/Code/nestedTransaction`` inside another transaction;
    ///   ``StorageError/Code/busy`` when another process wrote for too long; or why the commit
    ///   failed.
    /// - Complexity: O(changes) beyond `body`.
    public func write<Result>(
        _ body: (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        try refuseNesting("begin a write")
        try lifecycle.enter("begin a write")
        defer { lifecycle.leave() }
        writes.lock()
        defer { writes.unlock(in: self) }
        return try commit(body)
    }

    /// Waits until running transactions and queued writes have ended, and closes the storage.
    ///
    /// Later use throws ``StorageError/Code/closed``. Closing twice is fine.
    ///
    /// - Throws: ``StorageError/Code/nestedTransaction`` inside a transaction, or the engine's
    ///   failure; the database is closed all the same then.
    public func close() throws(StorageError) {
        try refuseNesting("close the database")
        let turn = DispatchSemaphore(value: 0)
        let isFirst = lifecycle.beginClosing { _ in turn.signal() }
        turn.wait()
        guard isFirst else { return }
        defer { lifecycle.didClose() }
        try storage.close()
    }
}

extension Database {
    @inlinable
    func readInPlace<Result>(
        _ body: (inout ReadTransaction) throws -> Result
    ) throws -> Result {
        var transaction = ReadTransaction(try beginRead())
        let result: Result
        do {
            result = try body(&transaction)
        } catch {
            endRead(transaction.finish())
            throw error
        }
        endRead(transaction.finish())
        return result
    }

    /// Begins a read on this thread, which ``endRead(_:)`` ends.
    @usableFromInline
    func beginRead() throws(StorageError) -> TransactionAccess {
        guard ThreadTransactions.enter(self) else { throw .nested("begin a read") }
        do throws(StorageError) {
            try lifecycle.enter("begin a read")
            do throws(StorageError) {
                return TransactionAccess(
                    driver: try storage.beginRead(), catalog: catalog, limits: limits,
                    changes: nil)
            } catch {
                lifecycle.leave()
                throw error
            }
        } catch {
            ThreadTransactions.leave()
            throw error
        }
    }

    /// Ends a read.
    @usableFromInline
    func endRead(_ access: consuming TransactionAccess) {
        access.driver.end()
        // The driver and what it holds are gone before whoever closes the storage may go on.
        _ = consume access
        ThreadTransactions.leave()
        lifecycle.leave()
    }

    /// Runs `body` in a transaction of its own, and commits it. The caller's turn has come.
    func commit<Result>(
        _ body: (inout WriteTransaction) throws -> Result
    ) throws -> Result {
        let state = WriteState(try storage.beginWrite())
        let result: Result
        do {
            result = try ThreadTransactions.during(self) {
                var transaction = WriteTransaction(
                    state, catalog: catalog, limits: limits)
                let result = try body(&transaction)
                try state.checkUnique()
                return result
            }
        } catch {
            state.driver.end()
            throw error
        }
        try finish(state)
        return result
    }

    /// Commits what was changed, unless the engine failed on the way.
    func finish(_ state: WriteState) throws(StorageError) {
        if let failure = state.failure {
            state.driver.end()
            throw failure
        }
        guard state.hasChangedCatalog else {
            try state.driver.commit()
            if let version = state.version {
                catalog.remember(version, inState: state.driver.stateNumber)
            }
            return
        }
        let version: Int64
        do throws(StorageError) {
            version = try catalog.version(with: state.driver, isCommitted: false)
        } catch {
            state.driver.end()
            throw error
        }
        try state.driver.commit()
        catalog.remember(state.prepared.values, version: version)
        catalog.remember(version, inState: state.driver.stateNumber)
    }

    func refuseNesting(_ operation: String) throws(StorageError) {
        guard !ThreadTransactions.contains(self) else { throw .nested(operation) }
    }
}

extension StorageError {
    fileprivate static func nested(_ operation: String) -> StorageError {
        StorageError(
            .nestedTransaction,
            "cannot \(operation) inside another transaction of the same database; use the "
                + "transaction at hand, or a savepoint of it")
    }
}
