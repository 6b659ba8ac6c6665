import StorageCore

extension OperationList {
    /// Where in a list a storage went wrong, and how.
    struct Breach {
        /// How many operations had been begun: the rest is of no account.
        let count: Int
        let failure: CheckFailure
    }

    /// Does the work on a storage of its own, and compares every answer with a model, and all there
    /// is at the end.
    ///
    /// - Throws: ``CheckFailure`` for an answer that the model does not give, or an error that it
    ///   does not expect; the error of the harness if it cannot open a storage.
    public func verify(on harness: any Harness) throws {
        let context = try CheckContext(
            harness, check: "operations", seed: 0, effort: .standard, worker: nil)
        if let breach = try breach(in: context) { throw breach.failure }
    }

    /// What goes wrong on the storage of a fresh context, which is closed and removed afterwards;
    /// nil if nothing does.
    func breach(in context: CheckContext) throws -> Breach? {
        var run = OperationRun(self, in: context)
        var failure: CheckFailure?
        do {
            try run.run()
            try context.finish()
        } catch let found as CheckFailure {
            failure = found
        } catch let error as StorageError {
            failure = error.failure(at: "around operation \(run.position + 1)")
        }
        do {
            try context.destroy()
        } catch  where failure != nil {
            // What went wrong before says more than what follows from it.
        }
        return failure.map {
            Breach(count: min(run.position + 1, operations.count), failure: $0)
        }
    }
}
