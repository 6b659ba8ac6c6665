import Dispatch

/// Runs checks on a backend, one after the other.
public struct Runner: Sendable {
    /// The backend.
    public let harness: any Harness

    /// The checks that are registered. Each of them has its verdict in the report.
    public let checks: [Check]

    /// Those of them that are run.
    public let profile: Profile

    /// What all random numbers follow from.
    public let seed: UInt64

    /// The breaches that are known and allowed for a while.
    public let waivers: [Waiver]

    /// The program that runs the checks in processes of its own, or nil if they run in this one.
    public let worker: Worker?

    /// The command that runs checks of the backend, for reports that show how to see a failure
    /// again.
    public let command: String

    /// How long a check may take in a worker. In the runner's process it may take for ever.
    public let timeLimit: Duration

    /// The day on which the waivers are judged.
    let today: Day

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - harness: How a storage of the backend is opened.
    ///   - checks: The checks that are registered.
    ///   - profile: Those of them that are run.
    ///   - seed: The seed of an earlier run, to have the same numbers again; nil for a new one.
    ///   - waivers: The breaches that are known. One whose day has passed does not count.
    ///   - worker: The program that runs the checks; nil for this one, in this process.
    ///   - timeLimit: How long a check may take in a worker; nil for as long as the profile says.
    ///   - command: The command that runs checks of the backend, for reports; nil for the tool's.
    public init(
        _ harness: any Harness, checks: [Check] = Check.all, profile: Profile = .all,
        seed: UInt64? = nil, waivers: [Waiver] = [], worker: Worker? = nil,
        timeLimit: Duration? = nil, command: String? = nil
    ) {
        self.init(
            harness, checks: checks, profile: profile, seed: seed, waivers: waivers, worker: worker,
            timeLimit: timeLimit, command: command, today: .today)
    }

    init(
        _ harness: any Harness, checks: [Check], profile: Profile = .all, seed: UInt64? = nil,
        waivers: [Waiver] = [], worker: Worker? = nil, timeLimit: Duration? = nil,
        command: String? = nil, today: Day
    ) {
        self.harness = harness
        self.checks = checks
        self.profile = profile
        self.seed = seed ?? .random(in: 0...UInt64(Int64.max))
        self.waivers = waivers
        self.worker = worker
        self.timeLimit = timeLimit ?? profile.effort.timeLimit
        self.command = command ?? Replay.command(for: harness.name)
        self.today = today
    }

    /// Runs the checks.
    ///
    /// A check that is not reached because the task is cancelled is reported as not run.
    ///
    /// - Parameter progress: Called after each check that is run.
    /// - Returns: A report with one verdict for each registered check.
    public func run(
        progress: @Sendable (Report.Entry) -> Void = { _ in }
    ) async -> Report {
        var verdicts: [String: Report.Entry] = [:]
        var (survey, warnings) = await surveyed()
        await run(checks.filter(profile.contains)) { news in
            switch news {
            case .entry(let entry):
                let entry = waived(entry)
                verdicts[entry.check.id] = entry
                progress(entry)
            case .warning(let warning): warnings.append(warning)
            }
        }
        let entries = checks.map { verdicts[$0.id] ?? leftOut($0) }
        if let words = serverWords, entries.contains(where: \.verdict.isBad) {
            warnings.append("the server said last: \(words)")
        }
        (harness as? ServerHarness)?.stop()
        let report = Report(
            backend: harness.name, seed: seed, effort: profile.effort, command: command,
            entries: entries, survey: survey,
            warnings: warnings + durabilityWarnings(entries) + waiverWarnings)
        precondition(
            report.totals.registered == checks.count,
            "\(checks.count) checks are registered, and \(report.totals.registered) have a verdict")
        return report
    }

    /// Runs one check, whatever the profile: for front ends that have lists of their own.
    ///
    /// - Parameter check: One of the registered checks.
    /// - Returns: What a report would say of it.
    public func entry(for check: Check) async -> Report.Entry {
        await entries(for: [check])[0]
    }

    /// Runs some of the registered checks, whatever the profile.
    package func entries(for checks: [Check]) async -> [Report.Entry] {
        var found: [String: Report.Entry] = [:]
        await run(checks) { news in
            if case .entry(let entry) = news { found[entry.check.id] = waived(entry) }
        }
        return checks.map { found[$0.id] ?? leftOut($0) }
    }

    /// Explains an entry in full, with the last words of the server that the backend may have.
    ///
    /// - Parameters:
    ///   - entry: What ``entry(for:)`` returned.
    ///   - replay: How the check is run again with the same numbers.
    /// - Returns: What is wrong, or nil if nobody has to do anything.
    public func explanation(of entry: Report.Entry, replay: String) -> String? {
        guard let text = entry.explanation(replay: replay) else { return nil }
        return text + (serverWords.map { "\nThe server said last:\n\($0)" } ?? "")
    }

    private var serverWords: String? {
        guard let words = (harness as? ServerHarness)?.words, !words.isEmpty else { return nil }
        return words
    }

    /// Says so if what a storage promises about crashes could not be tried.
    private func durabilityWarnings(_ entries: [Report.Entry]) -> [String] {
        let unmeasured = entries.first { entry in
            guard case .notRun = entry.verdict, !Task.isCancelled else { return false }
            return entry.check.group == "DUR" && profile.contains(entry.check)
        }
        return unmeasured?.verdict.sentence.map { ["durability is not measured: \($0)"] } ?? []
    }

    private func leftOut(_ check: Check) -> Report.Entry {
        let reason = profile.whyNot(check) ?? "the run was cancelled"
        return Report.Entry(check: check, verdict: .notRun(reason: reason))
    }
}

extension Runner {
    private func run(_ checks: [Check], _ tell: (WorkerRun.News) -> Void) async {
        if let worker {
            var failure: (any Error)?
            for group in checks.groups {
                failure = failure ?? serverFailure()
                if let failure {
                    for check in group {
                        tell(.entry(Report.Entry(check: check, verdict: .error(failure))))
                    }
                    continue
                }
                for await news in news(of: worker, group) { tell(news) }
            }
        } else {
            for check in checks where !Task.isCancelled {
                let entry = await check.entry(on: harness, seed: seed, effort: profile.effort)
                tell(.entry(entry))
            }
        }
    }

    /// Starts the server that the backend may have: one for all processes of the worker, and another
    /// one if a check has ended it. Returns why there is none.
    private func serverFailure() -> (any Error)? {
        do {
            try (harness as? ServerHarness)?.start()
            return nil
        } catch {
            return error
        }
    }

    /// Asks the storage about itself, and warns of what should be seen to.
    private func surveyed() async -> (survey: Survey?, warnings: [String]) {
        var survey: Survey?
        var warnings: [String] = []
        await run([.survey]) { news in
            switch news {
            case .entry(let entry):
                survey = entry.survey
                warnings += entry.survey?.warnings ?? []
                if let sentence = entry.verdict.sentence {
                    warnings.append("when the storage was asked about itself: \(sentence)")
                }
            case .warning(let warning): warnings.append(warning)
            }
        }
        return (survey, warnings)
    }

    /// What comes of the checks in the processes of a worker. A thread waits for them, as a task
    /// must not.
    private func news(of worker: Worker, _ checks: [Check]) -> AsyncStream<WorkerRun.News> {
        AsyncStream { continuation in
            DispatchQueue(label: "conformance.worker").async {
                let run = WorkerRun(worker, self, checks) { news in
                    if case .terminated = continuation.yield(news) { false } else { true }
                }
                run.run()
                continuation.finish()
            }
        }
    }
}

extension [Check] {
    /// The checks by groups, in the order in which those begin.
    fileprivate var groups: [[Check]] {
        var groups: [[Check]] = []
        for check in self {
            if let index = groups.firstIndex(where: { $0[0].group == check.group }) {
                groups[index].append(check)
            } else {
                groups.append([check])
            }
        }
        return groups
    }
}

extension Runner {
    private func waived(_ entry: Report.Entry) -> Report.Entry {
        let waiver = waivers.filter { $0.check == entry.check.id }.max { $0.expiry < $1.expiry }
        guard let waiver else { return entry }
        return Report.Entry(
            check: entry.check, verdict: entry.verdict.waived(by: waiver, on: today),
            observations: entry.observations, lastCalls: entry.lastCalls,
            duration: entry.duration)
    }

    /// What is wrong with the waivers themselves.
    private var waiverWarnings: [String] {
        let ids = Set(checks.map(\.id))
        return waivers.compactMap { waiver in
            if !ids.contains(waiver.check) {
                "there is no check '\(waiver.check)' to be waived; correct the waiver's id"
            } else if waiver.expiry < today {
                "the waiver of \(waiver.check) ended on \(waiver.expiry) and does not count; "
                    + "see \(waiver.issue)"
            } else {
                nil
            }
        }
    }
}
