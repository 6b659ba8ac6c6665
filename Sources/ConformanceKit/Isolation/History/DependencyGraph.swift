/// Which transactions of a history have to come before which others.
struct DependencyGraph {
    /// Why one transaction comes before another one.
    enum Kind: Hashable {
        /// It wrote what the other one replaced.
        case ww
        /// It wrote what the other one read.
        case wr
        /// It read what the other one replaced.
        case rw
        /// It had ended before the other one began.
        case time
    }

    /// That one transaction comes before another one.
    struct Edge: Hashable {
        let from: Int
        let to: Int
        let kind: Kind
        /// The key and the value that show it.
        let key: Int
        let value: Int
    }

    /// The edges that leave each transaction.
    private(set) var edges: [[Edge]]

    private var known: Set<Edge> = []

    init(_ checker: HistoryChecker, _ successions: [Succession]) {
        edges = Array(repeating: [], count: checker.history.transactions.count)
        let reads = checker.externalReads
        insertWrites(checker, successions)
        insertReads(checker, reads)
        insertReplacements(checker, reads, successions)
        insertTimes(checker.history.transactions)
    }

    private mutating func insert(_ edge: Edge) {
        // One value is enough to show that one transaction comes before another one.
        let bare = Edge(from: edge.from, to: edge.to, kind: edge.kind, key: edge.key, value: 0)
        guard edge.from != edge.to, known.insert(bare).inserted else { return }
        edges[edge.from].append(edge)
    }

    private mutating func insertWrites(_ checker: HistoryChecker, _ successions: [Succession]) {
        for succession in successions {
            guard let before = succession.before,
                let earlier = checker.committedWriter(of: before, under: succession.key),
                let later = checker.committedWriter(of: succession.after, under: succession.key)
            else { continue }
            insert(
                Edge(
                    from: earlier, to: later, kind: .ww, key: succession.key,
                    value: succession.after))
        }
    }

    private mutating func insertReads(
        _ checker: HistoryChecker, _ reads: [HistoryChecker.ExternalRead]
    ) {
        for read in reads {
            guard let value = read.values.last,
                let writer = checker.committedWriter(of: value, under: read.key)
            else { continue }
            insert(
                Edge(from: writer, to: read.transaction, kind: .wr, key: read.key, value: value))
        }
    }

    private mutating func insertReplacements(
        _ checker: HistoryChecker, _ reads: [HistoryChecker.ExternalRead],
        _ successions: [Succession]
    ) {
        let later = Dictionary(grouping: successions) { [$0.key, $0.before ?? .min] }
        for read in reads {
            for succession in later[[read.key, read.values.last ?? .min]] ?? [] {
                let value = succession.after
                guard let writer = checker.committedWriter(of: value, under: read.key) else {
                    continue
                }
                insert(
                    Edge(
                        from: read.transaction, to: writer, kind: .rw, key: read.key, value: value)
                )
            }
        }
    }

    /// Only the latest transactions before each one: the others follow.
    private mutating func insertTimes(_ transactions: [History.Transaction]) {
        let committed = transactions.enumerated().filter { $0.element.hasCommitted }
        for (later, transaction) in committed {
            let earlier = committed.filter { $0.element.end < transaction.begin }
            guard let latest = earlier.map(\.element.begin).max() else { continue }
            for (number, _) in earlier.filter({ $0.element.end > latest }) {
                insert(Edge(from: number, to: later, kind: .time, key: 0, value: 0))
            }
        }
    }
}

extension HistoryChecker {
    fileprivate func committedWriter(of value: Int, under key: Int) -> Int? {
        writer(of: value, under: key).flatMap { history.transactions[$0].hasCommitted ? $0 : nil }
    }
}
