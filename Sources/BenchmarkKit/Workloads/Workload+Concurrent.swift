import Dispatch
import Synchronization

extension Workload {
    static let awaited: [Workload] = [
        Workload("async-point-read", "awaited point read in its own transaction") { session in
            guard let store = session.store as? any AsyncStore else { return nil }
            let ids = session.plan.ids
            return Work(operations: ids.count) { try await store.getEachAsync(ids) }
        },
        // Whoever cannot be awaited does by hand what tasks come to: one commit for 64 writes.
        Workload("tasks-64", "64 tasks, each awaiting durable inserts, per insert") { session in
            let numbers = session.plan.grouped
            if let store = session.store as? any AsyncStore {
                return Work(operations: numbers.count) {
                    try await store.insertFromTasks(64, numbers)
                    return 0
                }
            }
            guard let store = session.table else { return nil }
            return Work(operations: numbers.count) {
                for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 64) {
                    try store.insertGroup(first..<first + 64)
                }
                return 0
            }
        },
    ]

    static let parallel: [Workload] = [
        shared("readers-2", "point reads from two threads, per read", threads: 2) {
            $0.ids
        } body: { store, ids in
            try store.getEach(ids)
        },
        shared("mixed-1", "95 % point reads, 5 % durable updates", threads: 1) {
            $0.mixed
        } body: { store, ids in
            try store.mix(ids)
        },
        shared("mixed-2", "the same from two threads, per operation", threads: 2) {
            $0.mixed
        } body: { store, ids in
            try store.mix(ids)
        },
    ]

    /// A workload whose ids are dealt out to as many threads, each with its own sibling of the store.
    private static func shared(
        _ name: String, _ title: String, threads: Int, ids: @escaping @Sendable (Plan) -> [Int64],
        body: @escaping @Sendable (any TableStore, [Int64]) throws -> UInt64
    ) -> Workload {
        Workload(name, title) { session in
            guard let store = session.table else { return nil }
            let ids = ids(session.plan)
            let siblings = try (1..<threads).map { _ in try store.sibling() }
            let crew = Crew(stores: [store] + siblings)
            return Work(
                operations: ids.count, finish: { for each in siblings { try each.close() } }
            ) { try crew.sum(ids, body) }
        }
    }
}

/// Stores that are used at the same time, each from one thread.
private struct Crew: Sendable {
    let stores: [any TableStore]

    /// Deals out the ids, and adds up what `body` returns for each part.
    func sum(
        _ ids: [Int64], _ body: @Sendable (any TableStore, [Int64]) throws -> UInt64
    ) throws -> UInt64 {
        let size = ids.count / stores.count
        let parts = stores.indices.map { Array(ids[$0 * size..<($0 + 1) * size]) }
        let outcome = Mutex<Result<UInt64, any Error>>(.success(0))
        DispatchQueue.concurrentPerform(iterations: stores.count) { member in
            let result = Result { try body(stores[member], parts[member]) }
            outcome.withLock { outcome in
                outcome = outcome.flatMap { sum in result.map { sum &+ $0 } }
            }
        }
        return try outcome.withLock { $0 }.get()
    }
}
