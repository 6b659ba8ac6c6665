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
        var survivors: [any GroupedWrite] = []
        do {
            let state = WriteState(try storage.beginWrite())
            ThreadTransactions.during(self) {
                var transaction = WriteTransaction(
                    state, catalog: catalog, limits: storage.limits)
                var next: (any GroupedWrite)? = first
                while let write = next {
                    do {
                        try transaction.savepoint {
                            try write.run(in: &$0)
                            try state.checkUnique()
                        }
                        survivors.append(write)
                    } catch {
                        write.fail(error)
                    }
                    next = state.failure == nil ? rest.popStarted() : nil
                }
            }
            try finish(state)
            for write in survivors { write.succeed() }
        } catch {
            first.fail(error)
            for write in survivors { write.fail(error) }
        }
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
