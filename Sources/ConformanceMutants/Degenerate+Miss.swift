import ConformanceKit
import StorageCore

extension Degenerate {
    /// The put in which a storage ends its process: the kit has seen it work by then.
    private static let fatalPut = 3

    /// How many checks of a group are run on a storage that takes its process with it. The second of
    /// them shows that the run goes on.
    private static let checksPerGroup = 2

    /// How long a check may hang, and how many groups do so at once.
    private static let timeLimit = Duration.seconds(5)
    private static let groupsAtOnce = 16

    /// Why the kit was not right about the storage, or nil if it was: some check of each group that
    /// applies has to find it, the run has to go on to its end, and no check may end its process
    /// because of wrong answers.
    func miss(
        among checks: [Check] = Check.all, worker: (_ name: String) -> Worker
    ) async -> String? {
        let worker = worker(name(inPut: Self.fatalPut))
        guard let verdict = fatalVerdict else { return await missInGroups(checks, worker) }
        let samples = await Self.samples(checks)
        let short = samples.filter { $0.checks.count < Self.checksPerGroup }.map(\.group)
        guard short.isEmpty else {
            return "too few checks keep \(Self.fatalPut) records in \(short.joined(separator: " "))"
        }
        var misses: [String] = []
        for start in stride(from: 0, to: samples.count, by: Self.groupsAtOnce) {
            let some = samples[start..<min(start + Self.groupsAtOnce, samples.count)]
            await withTaskGroup(of: [Report.Entry].self) { tasks in
                for sample in some {
                    tasks.addTask { await self.entries(sample.checks, worker) }
                }
                for await entries in tasks {
                    for entry in entries where entry.verdict.name != verdict {
                        misses.append(
                            "\(entry.check.id): expected \(verdict), got \(entry.verdict)")
                    }
                }
            }
        }
        return misses.isEmpty ? nil : misses.sorted().joined(separator: "; ")
    }

    /// Whether the storage itself survives what it has brought about: one that loses a collection
    /// does not when it is given the handle of that.
    private var bearsEveryCall: Bool { self != .declaresNothing }

    private func entries(_ checks: [Check], _ worker: Worker) async -> [Report.Entry] {
        await Runner(
            harness(), checks: checks, seed: 1, worker: worker, timeLimit: Self.timeLimit
        ).entries(for: checks)
    }

    private func missInGroups(_ checks: [Check], _ worker: Worker) async -> String? {
        let entries = await Runner(
            harness(), checks: checks, seed: 1, worker: worker
        ).entries(for: checks)
        let ended = entries.filter { ["crashed", "timeout"].contains($0.verdict.name) }
        guard ended.isEmpty || !bearsEveryCall else {
            return "it ended \(ended.map { "\($0.check.id): \($0.verdict)" })"
        }
        let red = Set(entries.filter(\.verdict.isRed).map(\.check.group))
        let blind = Self.groups(checks).filter { !red.contains($0) }
        return blind.isEmpty ? nil : "no check finds it in \(blind.joined(separator: " "))"
    }
}

extension Degenerate {
    /// The groups with core checks that need no guarantee: those that apply to every storage.
    private static func groups(_ checks: [Check]) -> [String] {
        var groups: [String] = []
        for check in checks where check.level == .core && check.requirements.isEmpty {
            if !groups.contains(check.group) { groups.append(check.group) }
        }
        return groups
    }

    /// Some checks of each group that keep as many records as a fatal storage bears.
    private static func samples(
        _ all: [Check]
    ) async -> [(group: String, checks: [Check])] {
        var samples: [(group: String, checks: [Check])] = []
        for group in groups(all) {
            var checks: [Check] = []
            for check in all where check.group == group && checks.count < checksPerGroup {
                let isReached = Flag()
                let suite = ConformanceSuite(name: "counting") { _ in
                    let puts = Countdown(fatalPut)
                    return FaultyStorage(MemoryStorage()) { _ in
                        .counting(puts) { isReached.value = true }
                    }
                }
                _ = await check.verdict(on: suite, seed: 1)
                if isReached.value { checks.append(check) }
            }
            samples.append((group, checks))
        }
        return samples
    }
}
