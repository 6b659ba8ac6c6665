extension Database {
    /// Runs queued writes and commits them together. The database's thread has the turn.
    func run(_ group: [any GroupedWrite]) {
        var rest = group[...]
        while !rest.isEmpty { runTransaction(&rest) }
    }

    /// Runs writes from the front of `rest` in one transaction, until none is left or the engine
    /// fails.
    private func runTransaction(_ rest: inout ArraySlice<any GroupedWrite>) {
        guard let first = rest.popStarted() else { return }
        if rest.isEmpty { return runAlone(first) }
        var survivors: [any GroupedWrite] = [first]
        var failures: [(write: any GroupedWrite, error: any Error)] = []
        do {
            try runBodies(first, &rest, &survivors, &failures)
            for write in survivors { write.succeed() }
        } catch {
            for write in survivors { write.fail(error) }
        }
        for (write, error) in failures { write.fail(error) }
    }

    // A function of its own, so that the transaction and what it holds are gone before anybody is
    // answered: who has been may close the storage.
    private func runBodies(
        _ first: any GroupedWrite, _ rest: inout ArraySlice<any GroupedWrite>,
        _ survivors: inout [any GroupedWrite],
        _ failures: inout [(write: any GroupedWrite, error: any Error)]
    ) throws {
        let state = WriteState(try storage.beginWrite())
        survivors = []
        ThreadTransactions.during(self) {
            var transaction = WriteTransaction(state, catalog: catalog, limits: limits)
            var next: (any GroupedWrite)? = first
            while let write = next {
                do {
                    try transaction.savepoint {
                        try write.run(in: &$0)
                        try state.checkUnique()
                    }
                    survivors.append(write)
                } catch {
                    failures.append((write, error))
                }
                next = state.failure == nil ? rest.popStarted() : nil
            }
        }
        try finish(state)
    }

    private func runAlone(_ write: any GroupedWrite) {
        do {
            try commit { try write.run(in: &$0) }
            write.succeed()
        } catch {
            write.fail(error)
        }
    }
}

extension ArraySlice<any GroupedWrite> {
    /// Takes the first write that was not cancelled.
    fileprivate mutating func popStarted() -> (any GroupedWrite)? {
        while let write = popFirst() {
            if write.start() { return write }
        }
        return nil
    }
}
