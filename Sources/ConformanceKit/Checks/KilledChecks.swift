import SeededNumbers
import StorageCore

extension Check {
    /// What is left by a process that is killed.
    static let killed: [Check] = [
        Check(
            "DUR-01/killed-after-commit",
            "What was acknowledged is there after the process was killed at once.",
            proves: .survivesKill, .crashesAreAtomic, .crashedIndexes, requires: .persistent,
            cause: "a commit is acknowledged while its data is in a buffer of the process"
        ) { context in
            try await context.killRepeatedly(rounds: (3, 8, 60)) { process, context in
                let count = Int.random(in: 1...4, using: &context.generator)
                var words: [Word] = []
                while words.count(where: \.isAcknowledgement) < count, let word = try process.next()
                {
                    words.append(word)
                }
                return words
            }
        },
        Check(
            "DUR-16/killed-at-any-time",
            """
            A process that is killed at any time leaves a sound storage with all that was \
            acknowledged, and the commit in flight whole or not at all.
            """, proves: .survivesKill, .crashesAnywhere, .crashesAreAtomic, level: .extended,
            requires: .persistent,
            cause: "what is left between two calls of the system is not recovered from"
        ) { context in
            try await context.killRepeatedly(rounds: (0, 12, 120)) { process, context in
                try process.wait(for: .reached(0))
                let delay = Int.random(in: 0...60_000, using: &context.generator)
                try await Task.sleep(for: .microseconds(delay))
                return []
            }
        },
        Check(
            "BAT-11/killed-midway",
            "Nothing of a transaction is there whose process was killed before its commit.",
            proves: .crashesAreAtomic, requires: .persistent,
            cause: "writes go to the files before the commit, and nothing takes them back"
        ) { context in
            try context.expectSurvivesKill()
            let seed = context.generator.next()
            let rounds = context.rounds(2, 4, 20)
            var first = 1
            for _ in 0..<rounds {
                let last = first + Int.random(in: 1...3, using: &context.generator)
                let workload = Workload(seed: seed)
                try context.close()
                let process = try context.start(
                    .commits, seed: seed, numbers: [first, last, last])
                try process.wait(for: .reached(last))
                _ = try process.kill()
                try workload.judge(
                    try context.database, allowed: last - 1...last - 1,
                    "a storage whose process was killed within transaction \(last)")
                first = last
            }
        },
        Check(
            "DUR-09/killed-creating",
            "A storage whose creation was killed is there whole or can be created again.",
            proves: .creationIsWhole, .crashesAnywhere, level: .extended, requires: .persistent,
            cause: "a storage is created under its own name, piece by piece"
        ) { context in
            try await context.killLater(.creates) { context, folder, acknowledged, workload in
                let database = try context.open(at: folder)
                try workload.judge(
                    database, allowed: acknowledged...1, "a storage whose creation was killed")
                try workload.commit(1, to: database)
                try workload.judge(
                    database, allowed: 1...1, "a storage whose creation was killed, used again")
                try database.close()
            }
        },
        Check(
            "DUR-09/killed-closing",
            "What was acknowledged is there after the process was killed while it closed.",
            proves: .survivesKill, .crashesAnywhere, level: .extended, requires: .persistent,
            cause: "closing rewrites a file in place"
        ) { context in
            try await context.killRepeatedly(.closes, rounds: (0, 12, 60)) { process, context in
                let word = try process.next()
                let delay = Int.random(in: 0...4_000, using: &context.generator)
                try await Task.sleep(for: .microseconds(delay))
                return [word].compactMap(\.self)
            }
        },
        Check(
            "DUR-09/killed-indexing",
            "An index whose making was killed is there whole or not at all.",
            proves: .crashedIndexes, .crashesAreAtomic, level: .extended, requires: .persistent,
            cause: "an index is filled in several commits, or kept outside of the transaction"
        ) { context in
            try context.expectSurvivesKill()
            let records: [Record] = (0..<2_000).map {
                ["f": .integer($0 % 7), "g": .integer($0 % 10)]
            }
            try context.database.put(records)
            for round in 0..<context.rounds(1, 6, 30) {
                try context.close()
                let process = try context.start(.indexes, seed: 0)
                try process.wait(for: .reached(0))
                try await Task.sleep(for: .microseconds(4_000 * round * round))
                let isDone = try process.kill().contains(.acknowledged(0))
                try context.expectWholeOrNoIndex(mustBeThere: isDone)
                if isDone { break }
            }
        },
    ]
}

extension Word {
    fileprivate var isAcknowledgement: Bool {
        if case .acknowledged = self { true } else { false }
    }
}

extension CheckContext {
    /// How often something is done, by the effort.
    func rounds(_ smoke: Int, _ standard: Int, _ nightly: Int) -> Int {
        switch effort {
        case .smoke: smoke
        case .standard: standard
        case .nightly: nightly
        }
    }

    /// Declines if the storage does not promise that commits survive a killed process.
    func expectSurvivesKill() throws {
        _ = try program
        guard try storage.description.durability != .none else {
            throw NotApplicable("its durability is none: commits need not survive a killed process")
        }
    }

    /// Has one process after the other go on with a workload, kills each when `body` returns, and
    /// looks each time for what was acknowledged.
    fileprivate func killRepeatedly(
        _ role: Role = .commits, rounds: (Int, Int, Int),
        _ body: (Companion, CheckContext) async throws -> [Word]
    ) async throws {
        try expectSurvivesKill()
        let seed = generator.next()
        let commits = 2_000
        let workload = Workload(seed: seed)
        var found = 0
        for round in 1..<self.rounds(rounds.0, rounds.1, rounds.2) + 1 where found < commits {
            try close()
            let process = try start(role, seed: seed, numbers: [found + 1, commits])
            let words = try await body(process, self) + process.kill()
            let acknowledged = words.lastAcknowledged(or: found)
            found = try workload.judge(
                try database, allowed: acknowledged...acknowledged + 1,
                "a storage whose process was killed, round \(round)")
        }
        guard found > 0 else {
            throw Inconclusive("every process was killed before its first commit")
        }
    }

    /// Has processes begin in folders of their own, and kills each a little later than the one
    /// before, until one of them was done.
    fileprivate func killLater(
        _ role: Role,
        _ judge: (CheckContext, String, _ acknowledged: Int, Workload) throws -> Void
    ) async throws {
        try expectSurvivesKill()
        let seed = generator.next()
        let workload = Workload(seed: seed)
        for round in 0..<rounds(1, 8, 40) {
            let folder = try makeFolder()
            let process = try start(role, at: folder, seed: seed)
            try process.wait(for: .reached(0))
            try await Task.sleep(for: .microseconds(800 * round * round))
            let words = try process.kill()
            try judge(self, folder, words.lastAcknowledged(or: 0), workload)
            if words.contains(.done) { break }
        }
    }

    fileprivate func expectWholeOrNoIndex(mustBeThere: Bool) throws {
        let subject = "a storage in which the making of an index was killed"
        let database = try database
        try expectEqual(try database.verify(), [], "\(subject): the findings of the check")
        let indexes = try database.read { try $0.collections().flatMap(\.indexes) }
        try expect(
            indexes.count == 1 || !mustBeThere, subject, "the index, as it was acknowledged",
            got: "no index")
        for value in 0..<7 {
            try database.expectFound(
                .f(.integer(value)), Array(stride(from: value, to: 2_000, by: 7)), subject)
        }
    }
}
