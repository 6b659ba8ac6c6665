import StorageCore

extension Check {
    /// Random transactions that run at the same time, and an order that explains what they saw.
    static let histories: [Check] = [
        Check(
            "ISO-19/lists-tasks",
            "Random histories of lists, by tasks of one database, could be one by one.",
            proves: .oneOrder, .noLostUpdates,
            level: .stochastic,
            cause: "reads lag behind commits, or appends are lost",
            origin: "Elle, list-append"
        ) { try await $0.expectOrder(of: .lists, .tasks) },
        Check(
            "ISO-19/lists-threads",
            "Random histories of lists, by threads over one storage, could be one by one.",
            proves: .oneOrder, .onlyCommitted,
            level: .stochastic,
            cause: "what is rolled back is seen, or writers run at once",
            origin: "Elle, list-append"
        ) { try await $0.expectOrder(of: .lists, .threads) },
        Check(
            "ISO-19/registers-tasks",
            "Random histories of registers, by tasks of one database, could be one by one.",
            proves: .oneOrder,
            level: .stochastic,
            cause: "reads lag behind commits",
            origin: "Elle, registers"
        ) { try await $0.expectOrder(of: .registers, .tasks) },
        Check(
            "ISO-19/registers-threads",
            "Random histories of registers, by threads over one storage, could be one by one.",
            proves: .oneOrder, .noLostUpdates,
            level: .stochastic,
            cause: "updates are lost between threads",
            origin: "Elle, registers"
        ) { try await $0.expectOrder(of: .registers, .threads) },
        Check(
            "ISO-20/linearizable-tasks",
            "Single reads and writes of a key, by tasks of one database, have a moment each.",
            proves: .snapshotIsFresh,
            level: .stochastic,
            cause: "a register shows an older value again",
            origin: "Porcupine's histories of etcd"
        ) { try await $0.expectMoments(.tasks) },
        Check(
            "ISO-20/linearizable-threads",
            "Single reads and writes of a key, by threads over one storage, have a moment each.",
            proves: .snapshotIsFresh,
            level: .stochastic,
            cause: "an acknowledged write is undone by another thread",
            origin: "Porcupine's histories of etcd"
        ) { try await $0.expectMoments(.threads) },
    ]
}

extension CheckContext {
    /// Fails unless what transactions of several operations saw has an order that explains it.
    fileprivate func expectOrder(of kind: History.Kind, _ way: HistoryRecorder.Way) async throws {
        for round in 0..<effort.count(kind == .lists ? 50 : 25) {
            let recorder = HistoryRecorder(kind, in: "round \(round)")
            let history = try await recorder.record(way, on: database, &generator)
            let findings = HistoryChecker.findings(in: history)
            try expectNone(
                findings, "history \(round) of \(history.transactions.count) transactions")
        }
    }

    /// Fails unless every operation, alone in its transaction, has a moment that explains it.
    fileprivate func expectMoments(_ way: HistoryRecorder.Way) async throws {
        for round in 0..<effort.count(10) {
            var recorder = HistoryRecorder(.registers, in: "round \(round)")
            (recorder.operations, recorder.transactions, recorder.keys) = (1, 12, 2)
            let history = try await recorder.record(way, on: database, &generator)
            let findings = RegisterZones.findings(in: history)
            try expectNone(
                findings, "registers \(round) of \(history.transactions.count) transactions")
        }
    }

    private func expectNone(_ findings: [Finding], _ subject: String) throws(CheckFailure) {
        guard let finding = findings.first else { return }
        throw CheckFailure(
            subject, expected: "what some order of its transactions explains",
            got: finding.description)
    }
}
