extension Workload {
    static let files: [Workload] = [
        Workload("checkpoint", "closing after one write, which writes the whole file") { session in
            // Other engines write what changed, and that has been measured.
            guard session.contender.engine == "file", session.store is any KeepingStore
            else { return nil }
            if let table = session.table { try table.insertOne(session.plan.last) }
            let store = session.store
            return Work(operations: 1, finish: { try session.reopen() }) {
                try store.close()
                return 0
            }
        },
        Workload("open", "opening of a store, and its first read") { session in
            guard session.contender.isPersistent, session.store is any KeepingStore
            else { return nil }
            try session.store.close()
            return Work(operations: 1) {
                try session.reopen()
                guard let store = session.store as? any KeepingStore else { return 0 }
                return try store.getFirst(session.plan.unchanged)
            }
        },
    ]
}
