/// Looks whether each register of a history behaves as if every transaction had touched it at one
/// moment between its begin and its end.
///
/// Where each value is written once this follows from the span of time in which each value must,
/// or may, have been there (Gibbons and Korach, 1997).
struct RegisterZones {
    /// A value of a key, and when transactions wrote and read it.
    private struct Cluster {
        let key: Int
        /// The value; nil for what was there at the beginning.
        let value: Int?
        /// When the first of them had ended.
        var firstEnd: Int
        /// When the last of them began.
        var lastBegin: Int
        /// When it was written, at the earliest.
        let writeBegin: Int

        /// Whether the value must have been there from the first end to the last begin; otherwise
        /// some moment between the last begin and the first end is enough.
        var isForward: Bool { firstEnd < lastBegin }
        var lower: Int { min(firstEnd, lastBegin) }
        var upper: Int { max(firstEnd, lastBegin) }
        var words: String { value.map { "the value \($0)" } ?? "no value" }
    }

    /// What no moments explain.
    ///
    /// - Complexity: O(n²).
    static func findings(in history: History) -> [Finding] {
        let keys = Set(history.writers.keys.map(\.key)).sorted()
        return keys.flatMap { key -> [Finding] in
            let (clusters, findings) = clusters(of: key, in: history)
            return findings + conflicts(clusters)
        }
    }

    private static func clusters(
        of key: Int, in history: History
    ) -> (clusters: [Cluster], findings: [Finding]) {
        var clusters: [Int?: Cluster] = [
            nil: Cluster(key: key, value: nil, firstEnd: -1, lastBegin: -1, writeBegin: -1)
        ]
        var findings: [Finding] = []
        let committed = history.transactions.enumerated().filter { $0.element.hasCommitted }
        for (_, transaction) in committed {
            guard let value = transaction.writes(to: key).last else { continue }
            clusters[value] = Cluster(
                key: key, value: value, firstEnd: transaction.end, lastBegin: transaction.begin,
                writeBegin: transaction.begin)
        }
        for (number, transaction) in committed {
            guard let read = transaction.firstRead(of: key) else { continue }
            guard let cluster = clusters[read.last], cluster.writeBegin < transaction.end else {
                let words = "T\(number) read key \(key) = \(read), which nobody had written by then"
                findings.append(Finding(name: "read from the future", words: words))
                continue
            }
            clusters[read.last]?.firstEnd = min(cluster.firstEnd, transaction.end)
            clusters[read.last]?.lastBegin = max(cluster.lastBegin, transaction.begin)
        }
        return (clusters.values.sorted { $0.lower < $1.lower }, findings)
    }

    private static func conflicts(_ clusters: [Cluster]) -> [Finding] {
        var findings: [Finding] = []
        for first in clusters where first.isForward {
            for second in clusters where second.value != first.value {
                let clash =
                    second.isForward
                    ? first.lower < second.lower && second.lower < first.upper
                    : first.lower < second.lower && second.upper < first.upper
                guard clash else { continue }
                findings.append(
                    Finding(
                        name: "not linearizable",
                        words: "key \(first.key) held \(first.words) from \(first.lower) to "
                            + "\(first.upper), and \(second.words) between \(second.lower) and "
                            + "\(second.upper)"))
            }
        }
        return findings
    }
}

extension History.Transaction {
    /// What was read of a key before the transaction wrote it itself.
    fileprivate func firstRead(of key: Int) -> [Int]? {
        for operation in operations {
            switch operation {
            case .read(key, let values): return values
            case .write(key, _): return nil
            default: continue
            }
        }
        return nil
    }
}
