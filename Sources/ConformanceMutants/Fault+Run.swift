import ConformanceKit
import StorageCore

extension Fault {
    /// All planted faults.
    static let all = basic + further

    /// The faults with a check that finds them.
    static let basic =
        [
            keys, values, ranges, iteration, visits, snapshots, transactions, writes, operations,
            isolation, lifecycle, places, indexes, indexScans, queryConditions, queryConstants,
            queryAnswers, pageAnswers, durability,
        ].flatMap(\.self)

    /// What a stochastic fault is run with. Any other is run with the first.
    static let seeds: [UInt64] = Array(1...10)

    /// Runs the fault as often as it takes to tell whether it is found.
    func outcome(worker: (_ name: String) -> Worker) async -> Selftest.Outcome {
        let seeds = floor < 1 ? Self.seeds : Array(Self.seeds.prefix(1))
        var misses: [String] = []
        for seed in seeds {
            guard let miss = await miss(seed: seed, worker: worker) else { continue }
            misses.append("with seed \(seed), \(miss)")
        }
        return Selftest.Outcome(
            kind: .fault, name: name, check: check, runs: seeds.count,
            found: seeds.count - misses.count,
            floor: Int((floor * Double(seeds.count)).rounded(.up)), firstMiss: misses.first)
    }

    /// Which checks ended their process because of the fault, or nil if none did: a check has to bear
    /// any answer.
    func endedChecks(worker: (_ name: String) -> Worker) async -> String? {
        let file = Self.temporaryFile()
        defer { _ = unlessThrown { try FileSystem.remove(file) } }
        let report = await Runner(
            harness(Tripwire(file: file)), profile: Profile(effort: .smoke), seed: 1,
            worker: worker("fault:\(file):\(name)")
        ).run()
        let ended = report.entries.filter { ["crashed", "timeout"].contains($0.verdict.name) }
        guard !ended.isEmpty else { return nil }
        return ended.map { "\($0.check.id): \($0.verdict)" }.joined(separator: "; ")
    }

    /// Why the fault is not found, or nil if it is: its check must fail, with the message that
    /// names the fault, and the faulty branch must have run.
    private func miss(seed: UInt64, worker: (_ name: String) -> Worker) async -> String? {
        guard let check = Check.named(check) else { return "there is no such check" }
        guard needsWorker || needsProcess else { return await miss(check, seed, Tripwire(), nil) }
        let file = Self.temporaryFile()
        defer { _ = unlessThrown { try FileSystem.remove(file) } }
        return await miss(check, seed, Tripwire(file: file), worker("fault:\(file):\(name)"))
    }

    private func miss(
        _ check: Check, _ seed: UInt64, _ wire: Tripwire, _ worker: Worker?
    ) async -> String? {
        let verdict: Verdict? =
            if needsProcess {
                await Runner(harness(wire), checks: [check], seed: seed, worker: worker)
                    .entries(for: [check]).first?.verdict
            } else {
                await check.verdict(on: harness(wire), seed: seed, worker: worker)
            }
        guard wire.count > 0 else {
            return "the fault never ran: the check does not do what it needs"
        }
        guard case .fail(let failure) = verdict else {
            return "expected a failure, got \(verdict.map { "\($0)" } ?? "nothing")"
        }
        guard failure.description.contains(says) else {
            return "the failure does not say '\(says)': \(failure)"
        }
        return nil
    }

    /// The faulty backend in a process that its check started: `fault:TRIPWIRE:NAME`.
    static func harness(named name: String) -> ConformanceSuite? {
        let parts = name.split(separator: ":", maxSplits: 2).map(String.init)
        guard parts.count == 3, parts[0] == "fault" else { return nil }
        return all.first { $0.name == parts[2] }?.harness(Tripwire(file: parts[1]))
            as? ConformanceSuite
    }

    /// The path of a file that is not there yet, in the folder for what is temporary.
    private static func temporaryFile() -> String {
        let folder = FileSystem.environment("TMPDIR") ?? "/tmp"
        return "\(folder)/conformance-tripwire-\(UInt64.random(in: 0 ... .max))"
    }
}
