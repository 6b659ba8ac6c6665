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

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - harness: How a storage of the backend is opened.
    ///   - checks: The checks that are registered.
    ///   - profile: Those of them that are run.
    ///   - seed: The seed of an earlier run, to have the same numbers again; nil for a new one.
    public init(
        _ harness: any Harness, checks: [Check] = Check.all, profile: Profile = .all,
        seed: UInt64? = nil
    ) {
        self.harness = harness
        self.checks = checks
        self.profile = profile
        self.seed = seed ?? .random(in: 0...UInt64(Int64.max))
    }

    /// Runs the checks.
    ///
    /// - Parameter progress: Called after each check.
    /// - Returns: A report with one verdict for each registered check.
    public func run(
        progress: @Sendable (Report.Entry) -> Void = { _ in }
    ) async -> Report {
        var entries: [Report.Entry] = []
        let clock = ContinuousClock()
        for check in checks {
            let start = clock.now
            let (verdict, observations) =
                profile.contains(check)
                ? await check.finding(on: harness, seed: seed)
                : (.notRun(reason: "not selected: \(profile.patterns.joined(separator: ", "))"), [])
            let entry = Report.Entry(
                check: check, verdict: verdict, observations: observations,
                duration: clock.now - start)
            entries.append(entry)
            progress(entry)
        }
        precondition(
            entries.count == checks.count,
            "\(checks.count) checks are registered, and \(entries.count) have a verdict")
        return Report(backend: harness.name, seed: seed, entries: entries)
    }
}
