import Dispatch
import SeededNumbers
import StorageCore

/// Has clients run random transactions over a few keys at the same time, and records what they did.
struct HistoryRecorder {
    /// How clients come to the storage.
    enum Way {
        /// Tasks of one database, whose writes are committed in groups.
        case tasks
        /// Threads, each with a database of its own: the storage itself keeps them apart.
        case threads
    }

    /// Tells the time, of which no two events have the same.
    struct Clock: Sendable {
        private let time = Shared(0)

        func tick() -> Int {
            var now = 0
            time.update {
                $0 += 1
                now = $0
            }
            return now
        }
    }

    let kind: History.Kind
    let collection: String
    var clients = 4
    var transactions = 6
    var keys = 3
    /// At most so many operations make a transaction.
    var operations = 4

    let clock = Clock()
    let recorded = Shared<[History.Transaction]>([])

    init(_ kind: History.Kind, in collection: String) {
        self.kind = kind
        self.collection = collection
    }
}

extension HistoryRecorder {
    /// Runs the clients, and then reads all keys once more.
    func record(
        _ way: Way, on database: Database, _ generator: inout SplitMix64
    ) async throws -> History {
        let plans = (0..<clients).map { client in
            (0..<transactions).map { HistoryPlan(self, client * 1_000 + $0 * 10, &generator) }
        }
        switch way {
        case .tasks: try await runTasks(plans, on: database)
        case .threads: try runThreads(plans, on: database.storage)
        }
        try await run(HistoryPlan(reading: 0..<keys), of: clients, on: database)
        return History(kind: kind, transactions: recorded.value.sorted { $0.begin < $1.begin })
    }

    private func runTasks(_ plans: [[HistoryPlan]], on database: Database) async throws {
        try await withThrowingTaskGroup { group in
            for (client, plans) in plans.enumerated() {
                group.addTask {
                    for plan in plans { try await run(plan, of: client, on: database) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func runThreads(_ plans: [[HistoryPlan]], on storage: any Storage) throws {
        let threads = DispatchGroup()
        let errors = Shared<[any Error]>([])
        for (client, plans) in plans.enumerated() {
            DispatchQueue(label: "client \(client)").async(group: threads) {
                let database = Database(storage)
                do {
                    for plan in plans { try run(plan, of: client, on: database) }
                } catch {
                    errors.update { $0.append(error) }
                }
            }
        }
        threads.wait()
        if let error = errors.value.first { throw error }
    }
}
