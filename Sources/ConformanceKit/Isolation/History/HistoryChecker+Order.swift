/// That a value of a key came right after another one; nil for what was there at the beginning.
struct Succession: Hashable {
    let key: Int
    let before: Int?
    let after: Int
}

// The order of values, as far as reads tell.
extension HistoryChecker {
    /// The successions that follow from the history, and the reads that contradict each other.
    func successions() -> ([Succession], [Finding]) {
        switch history.kind {
        case .lists: listSuccessions()
        case .registers: (registerSuccessions, [])
        }
    }

    /// The longest list that was read has the order of all values in it. What is in none comes
    /// after it, since a later value would have shown it.
    private func listSuccessions() -> ([Succession], [Finding]) {
        var successions: [Succession] = []
        var findings: [Finding] = []
        let reads = Dictionary(grouping: externalReads, by: \.key)
        for (key, values) in committedValues.sorted(by: { $0.key < $1.key }) {
            let reads = reads[key] ?? []
            let longest = reads.max { $0.values.count < $1.values.count }
            let order = longest?.values ?? []
            for read in reads where !order.starts(with: read.values) {
                findings.append(
                    Finding(
                        name: "incompatible order",
                        words: "T\(read.transaction) read key \(key) = \(read.values), and "
                            + "T\(longest?.transaction ?? 0) read \(order)"))
            }
            for (position, value) in order.enumerated() {
                let before = position > 0 ? order[position - 1] : nil
                successions.append(Succession(key: key, before: before, after: value))
            }
            for value in values where !order.contains(value) {
                successions.append(Succession(key: key, before: order.last, after: value))
            }
        }
        return (successions, findings)
    }

    /// A transaction that reads a register and writes it replaces what it read. All values come
    /// after what was there at the beginning.
    private var registerSuccessions: [Succession] {
        var successions: [Succession] = []
        for (key, values) in committedValues.sorted(by: { $0.key < $1.key }) {
            for value in values {
                successions.append(Succession(key: key, before: nil, after: value))
            }
        }
        for read in externalReads {
            let writes = history.transactions[read.transaction].writes(to: read.key)
            guard let before = read.values.last, let after = writes.last else { continue }
            successions.append(Succession(key: read.key, before: before, after: after))
        }
        return successions
    }

    /// The values of each key that transactions left when they committed, and in lists those that
    /// they wrote before.
    private var committedValues: [Int: [Int]] {
        var values: [Int: [Int]] = [:]
        for transaction in history.transactions where transaction.hasCommitted {
            for case .write(let key, let value) in transaction.operations {
                let isLast = transaction.writes(to: key).last == value
                if history.kind == .lists || isLast { values[key, default: []].append(value) }
            }
        }
        return values
    }
}
