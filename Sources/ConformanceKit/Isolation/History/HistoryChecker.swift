/// Looks for what a history of transactions that run one after the other could not have.
///
/// The order of the values of a key follows from what was read. It gives dependencies between
/// transactions: one wrote what another one read, or replaced what it read, or wrote. A cycle of
/// them is an anomaly, whose name follows from the kinds of its edges. The idea is that of Elle
/// (Kingsbury and Alvaro, 2020).
struct HistoryChecker {
    let history: History
    let writers: [History.Version: Int]

    private init(_ history: History) {
        self.history = history
        writers = history.writers
    }

    /// What is wrong with a history: what single reads show, and then one cycle, of the gravest kind.
    ///
    /// - Complexity: O(n² + edges²) for n transactions.
    static func findings(in history: History) -> [Finding] {
        let checker = HistoryChecker(history)
        let reads = checker.readFindings()
        let (successions, orders) = checker.successions()
        let graph = DependencyGraph(checker, successions)
        return reads + orders + [CycleSearch(graph, history).finding()].compactMap(\.self)
    }
}

extension HistoryChecker {
    /// What a transaction read of a key before it wrote it itself.
    struct ExternalRead {
        let transaction: Int
        let key: Int
        /// The values, without the transaction's own.
        let values: [Int]
    }

    /// The first read of each key by each transaction that committed, unless it is of its own
    /// value only.
    var externalReads: [ExternalRead] {
        var reads: [ExternalRead] = []
        for (number, transaction) in history.transactions.enumerated()
        where transaction.hasCommitted {
            var seen: Set<Int> = []
            for operation in transaction.operations {
                switch operation {
                case .read(let key, let values) where seen.insert(key).inserted:
                    let own = transaction.writes(to: key)
                    reads.append(
                        ExternalRead(
                            transaction: number, key: key,
                            values: values.filter { !own.contains($0) }))
                case .write(let key, _) where history.kind == .registers: seen.insert(key)
                default: break
                }
            }
        }
        return reads
    }

    func writer(of value: Int, under key: Int) -> Int? {
        writers[History.Version(key: key, value: value)]
    }
}
