import Dispatch

extension Database {
    /// Runs `body` on a snapshot and returns its result.
    ///
    /// It runs in place: there is no change of thread.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before; the error thrown by `body`,
    ///   unchanged; ``StorageError/Code/closed`` after ``close()``;
    ///   ``StorageError/Code/nestedTransaction`` inside another transaction.
    /// - Complexity: O(1) beyond `body`.
    @inlinable
    public nonisolated(nonsending) func read<Result>(
        _ body: (inout ReadTransaction) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        return try readInPlace(body)
    }

    /// Runs `body` in the writing transaction, and returns its result once it is committed.
    ///
    /// Writes run in the order in which they were submitted, on a thread of the database: no
    /// thread of the cooperative pool is blocked. Those that wait are committed together, each in
    /// a savepoint of its own, so that one that throws takes only itself back. Should the engine
    /// fail, all of them fail with its error, and nothing of any of them is kept.
    ///
    /// A task cancelled before `body` starts throws `CancellationError`, and nothing happens. Once
    /// `body` runs it finishes, and the caller learns what became of it.
    ///
    /// - Throws: As the synchronous form, and `CancellationError`.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (inout WriteTransaction) throws -> Result
    ) async throws -> Result {
        try lifecycle.enter("begin a write")
        defer { lifecycle.leave() }
        let write = QueuedWrite(body)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard write.prepare(continuation) else { return }
                writes.enqueue(write, for: self)
            }
        } onCancel: {
            write.cancel()
        }
    }

    /// Waits until running transactions and queued writes have ended, and closes the storage.
    ///
    /// Later use throws ``StorageError/Code/closed``. Closing twice is fine.
    ///
    /// - Throws: The engine's failure; the database is closed all the same then.
    public func close() async throws(StorageError) {
        let isFirst = await withCheckedContinuation { continuation in
            _ = lifecycle.beginClosing { continuation.resume(returning: $0) }
        }
        guard isFirst else { return }
        let outcome = await withCheckedContinuation { continuation in
            writes.runOnThread {
                continuation.resume(
                    returning: Result { () throws(StorageError) in try self.storage.close() })
            }
        }
        lifecycle.didClose()
        try outcome.get()
    }
}
