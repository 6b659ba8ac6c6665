import Foundation

/// A piece of work whose time is measured, and how many operations it has.
struct Workload: Sendable {
    let name: String
    /// The operations that one run has, of as many people.
    let operations: @Sendable (_ count: Int) -> Int
    /// Runs it, and returns what it added up.
    let run: @Sendable (_ store: any Store, _ plan: Plan) throws -> UInt64

    /// What the workloads of one round have in common.
    struct Plan: Sendable {
        let count: Int
        /// Ids in an order that no cache likes.
        let ids: [Int64]
        /// Those that are updated.
        let changed: [Int64]
        /// Those that are deleted.
        let deleted: [Int64]
        let durable: Int

        init(count: Int) {
            self.count = count
            durable = 50
            var shuffled: [Int64] = []
            // 7919 is a prime that divides no power of ten: every id comes once.
            for number in 0..<count { shuffled.append(Int64(number * 7919 % count)) }
            ids = Array(shuffled.prefix(min(count, 20_000)))
            changed = Array(shuffled.prefix(count / 10))
            deleted = Array(shuffled.suffix(count / 10))
        }
    }

    /// The workloads of a store, in the order in which they have to run: the first fills it.
    static let all: [Workload] = [
        Workload(name: "bulk insert") {
            $0
        } run: { store, _ in
            try store.insertAll()
            return 0
        },
        Workload(name: "durable insert") {
            Plan(count: $0).durable
        } run: { store, plan in
            for number in 0..<plan.durable { try store.insertOne(plan.count + number) }
            return 0
        },
        Workload(name: "point read, own transaction") {
            min($0, 20_000)
        } run: { store, plan in
            try store.getEach(plan.ids)
        },
        Workload(name: "point read in a transaction") {
            min($0, 20_000)
        } run: { store, plan in
            try store.getInside(plan.ids)
        },
        Workload(name: "scan and decode") {
            $0
        } run: { store, _ in
            try store.scan()
        },
        Workload(name: "indexed range, 1 %") {
            $0 / 100
        } run: { store, plan in
            let from = Double(plan.count / 3)
            return try store.range(from..<from + Double(plan.count / 100))
        },
        Workload(name: "unindexed filter") {
            $0
        } run: { store, _ in
            try store.filter(createdBefore: 15)
        },
        Workload(name: "update") {
            $0 / 10
        } run: { store, _ in
            try store.update()
            return 0
        },
        Workload(name: "delete") {
            $0 / 10
        } run: { store, plan in
            try store.delete(plan.deleted)
            return 0
        },
    ]
}
