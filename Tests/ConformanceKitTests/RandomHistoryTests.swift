import SeededNumbers
import TestSupport
import Testing

@testable import ConformanceKit

/// Histories of transactions that were made one by one, at some moment between begin and end.
@Suite struct RandomHistoryTests {
    /// A history, and whether some transaction read what a later begin does not allow.
    private struct Simulation {
        let history: History
        let isWrong: Bool
    }

    private static func simulate(
        _ kind: History.Kind, staleReads: Bool, _ generator: inout SplitMix64
    ) -> Simulation {
        let recorder = HistoryRecorder(kind, in: "")
        var states: [[Int: [Int]]] = [[:]]
        var transactions: [History.Transaction] = []
        var isWrong = false
        for number in 0..<40 {
            let plan = HistoryPlan(recorder, number * 10, &generator)
            let begin = (number * 10 - Int.random(in: 0..<30, using: &generator)) * 100 + number
            let end = (number * 10 + Int.random(in: 1..<30, using: &generator)) * 100 + number
            let isStale = staleReads && !plan.isWriting && number > 8 && number % 3 == 0
            var state = states[isStale ? number - 8 : number]
            let operations = plan.run(on: &state, kind)
            isWrong =
                isWrong
                || isStale
                    && transactions.suffix(8).contains {
                        $0.hasCommitted && $0.end < begin && plan.touches($0)
                    }
            transactions.append(
                History.Transaction(
                    client: number, operations: operations, hasCommitted: !plan.isRolledBack,
                    begin: begin, end: end))
            let keeps = plan.isWriting && !plan.isRolledBack
            states.append(keeps ? state : states[number])
        }
        let history = History(kind: kind, transactions: transactions.shuffled(using: &generator))
        return Simulation(history: history, isWrong: isWrong)
    }

    @Test func `What ran one by one has no findings`() throws {
        var generator = try seededGenerator("good histories")
        for _ in 0..<100 {
            for kind in [History.Kind.lists, .registers] {
                let simulation = Self.simulate(kind, staleReads: false, &generator)
                #expect(HistoryChecker.findings(in: simulation.history) == [])
                guard case .registers = kind else { continue }
                #expect(RegisterZones.findings(in: simulation.history) == [])
            }
        }
    }

    @Test func `Reads of what had been replaced before they began are found`() throws {
        var generator = try seededGenerator("stale histories")
        var wrong = 0
        for _ in 0..<100 {
            for kind in [History.Kind.lists, .registers] {
                let simulation = Self.simulate(kind, staleReads: true, &generator)
                let findings = HistoryChecker.findings(in: simulation.history)
                #expect(!findings.isEmpty || !simulation.isWrong)
                if simulation.isWrong { wrong += 1 }
            }
        }
        #expect(wrong > 100)
    }
}

extension HistoryPlan {
    /// What the transaction does when it has the records to itself.
    fileprivate func run(
        on state: inout [Int: [Int]], _ kind: History.Kind
    ) -> [History.Operation] {
        operations.map { operation in
            let values = state[operation.key] ?? []
            guard let value = operation.value else { return .read(operation.key, values) }
            state[operation.key] = kind == .lists ? values + [value] : [value]
            return .write(operation.key, value)
        }
    }

    /// Whether it has a key in common with what a transaction wrote.
    fileprivate func touches(_ transaction: History.Transaction) -> Bool {
        operations.contains { !transaction.writes(to: $0.key).isEmpty }
    }
}
