import StorageCore

extension Workload {
    /// Runs a transaction that is given up, if there is one before the commit of this number, and
    /// then the commit.
    ///
    /// - Parameters:
    ///   - number: The number of the commit, from 1.
    ///   - database: Where it is run.
    ///   - midway: Called in the transaction, when its steps are done.
    /// - Throws: The error of the storage, or of `midway`.
    func commit(
        _ number: Int, to database: Database, midway: () throws -> Void = {}
    ) throws {
        let transaction = try transaction(number)
        if !transaction.givenUp.isEmpty {
            do {
                try database.write { writing in
                    for step in transaction.givenUp { try step.run(in: &writing) }
                    throw Stop()
                }
            } catch is Stop {
                // Nothing of it may ever be seen again.
            }
        }
        try database.write { writing in
            if number == 1 {
                for schema in try Self.schemas() { try writing.prepare(schema) }
            }
            for step in transaction.steps { try step.run(in: &writing) }
            try midway()
        }
    }
}

extension Workload.Step {
    fileprivate func run(in transaction: inout WriteTransaction) throws {
        switch self {
        case .put(let entry, let collection):
            try transaction.put(entry.record, key: entry.key, in: collection)
        case .delete(let key, let collection):
            try transaction.delete(key, in: collection)
        case .deleteRange(let stretch, let collection):
            try transaction.delete(stretch.range, in: collection)
        case .takenBack(let steps):
            do {
                try transaction.savepoint { transaction in
                    for step in steps { try step.run(in: &transaction) }
                    throw Stop()
                }
            } catch is Stop {
                // The savepoint is rolled back, and the transaction goes on.
            }
        }
    }
}
