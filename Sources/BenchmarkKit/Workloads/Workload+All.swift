extension Workload {
    /// The fixed workloads, in the order in which they have to run: the first fills the store.
    public static let all: [Workload] =
        [filling] + single + awaited + many + parallel + changing + files

    /// Fills the store. No other one can run before it.
    public static let filling = table("bulk-insert", "bulk insert, per record") {
        $0.count
    } body: { store, _ in
        try store.insertAll()
        return 0
    }

    private static let single: [Workload] = [
        Workload("durable-insert", "durable insert of one record") { session in
            guard let store = session.store as? any AppendingStore else { return nil }
            let numbers = session.plan.singles
            return Work(operations: numbers.count) {
                for number in numbers { try store.insertOne(number) }
                return 0
            }
        },
        table("point-read", "point read in its own transaction") {
            $0.ids.count
        } body: { store, plan in
            try store.getEach(plan.ids)
        },
        table("point-read-inside", "point read in one transaction") {
            $0.ids.count
        } body: { store, plan in
            try store.getInside(plan.ids)
        },
    ]

    private static let many: [Workload] = [
        table("scan", "scan of all records with decoding, per record") {
            $0.passes * $0.count
        } body: { store, plan in
            try repeated(plan.passes) { try store.scan() }
        },
        table("range", "indexed range of 1 %, per record") {
            10 * $0.passes * ($0.count / 100)
        } body: { store, plan in
            try repeated(10 * plan.passes) { try store.range(plan.scores) }
        },
        table("filter", "filter without an index, per record of all") {
            3 * $0.passes * $0.count
        } body: { store, plan in
            try repeated(3 * plan.passes) { try store.filter(createdBefore: plan.instant) }
        },
    ]

    private static let changing: [Workload] = [
        table("update", "update of many records, per record") {
            $0.changed.count
        } body: { store, _ in
            try store.update()
            return 0
        },
        table("delete", "delete of many records, per record") {
            $0.deleted.count
        } body: { store, plan in
            try store.delete(plan.deleted)
            return 0
        },
    ]

    /// A workload of stores that take part in all of them.
    private static func table(
        _ name: String, _ title: String, operations: @escaping @Sendable (Plan) -> Int,
        body: @escaping @Sendable (any TableStore, Plan) throws -> UInt64
    ) -> Workload {
        Workload(name, title) { session in
            guard let store = session.table else { return nil }
            let plan = session.plan
            return Work(operations: operations(plan)) { try body(store, plan) }
        }
    }

    /// Does short work several times.
    private static func repeated(_ times: Int, _ body: () throws -> UInt64) rethrows -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<times { sum &+= try body() }
        return sum
    }
}
