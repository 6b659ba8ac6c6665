// What single reads show.
extension HistoryChecker {
    func readFindings() -> [Finding] {
        history.transactions.indices.flatMap { number in
            internalFindings(number)
                + history.transactions[number].operations.flatMap { operation -> [Finding] in
                    guard case .read(let key, let values) = operation else { return [] }
                    return valueFindings(number, key, values)
                        + dirtyFindings(number, key, values)
                        + intermediateFindings(number, key, values)
                }
        }
    }

    /// Reads that do not fit what the transaction itself has read and written before.
    private func internalFindings(_ number: Int) -> [Finding] {
        var known: [Int: [Int]] = [:]
        var own: [Int: [Int]] = [:]
        for operation in history.transactions[number].operations {
            switch operation {
            case .write(let key, let value):
                own[key, default: []].append(value)
                known[key] = history.kind == .registers ? [value] : known[key].map { $0 + [value] }
            case .read(let key, let values):
                let fits = known[key].map { $0 == values } ?? values.ends(with: own[key] ?? [])
                guard fits else {
                    let expected =
                        known[key].map { "\($0)" } ?? "a list that ends \(own[key] ?? [])"
                    return [
                        Finding(
                            name: "internal",
                            words: "T\(number) read key \(key) = \(values), where its own steps "
                                + "before leave \(expected)")
                    ]
                }
                known[key] = values
            }
        }
        return []
    }

    /// Values that nobody wrote, and those that are there twice.
    private func valueFindings(_ number: Int, _ key: Int, _ values: [Int]) -> [Finding] {
        var findings: [Finding] = []
        for value in values where writer(of: value, under: key) == nil {
            findings.append(
                Finding(
                    name: "unwritten value",
                    words: "T\(number) read key \(key) = \(values), and nobody wrote \(value)"))
        }
        if Set(values).count < values.count {
            findings.append(
                Finding(
                    name: "duplicate",
                    words: "T\(number) read key \(key) = \(values), with a value twice"))
        }
        return findings
    }

    /// Values of transactions that were rolled back (G1a), and those that others built upon.
    private func dirtyFindings(_ number: Int, _ key: Int, _ values: [Int]) -> [Finding] {
        for (position, value) in values.enumerated() {
            guard let writer = writer(of: value, under: key), writer != number,
                !history.transactions[writer].hasCommitted
            else { continue }
            let isBase = values.dropFirst(position + 1).contains { later in
                self.writer(of: later, under: key).map { $0 != writer } ?? false
            }
            return [
                Finding(
                    name: isBase ? "dirty update" : "G1a",
                    words: "T\(number) read key \(key) = \(values), with \(value) of T\(writer), "
                        + "which was rolled back")
            ]
        }
        return []
    }

    /// Values that their transaction replaced itself before it ended (G1b).
    private func intermediateFindings(_ number: Int, _ key: Int, _ values: [Int]) -> [Finding] {
        guard let last = values.last, let writer = writer(of: last, under: key), writer != number,
            let final = history.transactions[writer].writes(to: key).last, final != last
        else { return [] }
        return [
            Finding(
                name: "G1b",
                words: "T\(number) read key \(key) = \(values), with \(last) of T\(writer), which "
                    + "wrote \(final) before it ended")
        ]
    }
}

extension [Int] {
    fileprivate func ends(with tail: [Int]) -> Bool { suffix(tail.count).elementsEqual(tail) }
}
