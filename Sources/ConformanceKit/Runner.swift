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
    public init(
        _ harness: any Harness, checks: [Check] = Check.all, profile: Profile = .all,
        seed: UInt64? = nil, waivers: [Waiver] = []
    ) {
        self.init(
            harness, checks: checks, profile: profile, seed: seed, waivers: waivers, today: .today)
    }

    init(
        _ harness: any Harness, checks: [Check], profile: Profile = .all, seed: UInt64? = nil,
        waivers: [Waiver], today: Day
    ) {
        self.harness = harness
        self.checks = checks
        self.profile = profile
        self.seed = seed ?? .random(in: 0...UInt64(Int64.max))
        self.waivers = waivers
        self.today = today
    }

    /// Runs the checks.
    ///
    /// - Parameter progress: Called after each check that is run.
    /// - Returns: A report with one verdict for each registered check.
    public func run(
        progress: @Sendable (Report.Entry) -> Void = { _ in }
    ) async -> Report {
        var entries: [Report.Entry] = []
        for check in checks {
            guard profile.contains(check) else {
                entries.append(Report.Entry(check: check, verdict: notSelected))
                continue
            }
            let entry = waived(await check.entry(on: harness, seed: seed))
            entries.append(entry)
            progress(entry)
        }
        let report = Report(
            backend: harness.name, seed: seed, entries: entries, warnings: waiverWarnings)
        precondition(
            report.totals.registered == checks.count,
            "\(checks.count) checks are registered, and \(entries.count) have a verdict")
        return report
    }

    private var notSelected: Verdict {
        .notRun(reason: "not selected: \(profile.patterns.joined(separator: ", "))")
    }
}

extension Runner {
    private func waived(_ entry: Report.Entry) -> Report.Entry {
        let waiver = waivers.first { $0.check == entry.check.id && $0.expiry >= today }
        guard let waiver else { return entry }
        return Report.Entry(
            check: entry.check, verdict: entry.verdict.waived(by: waiver),
            observations: entry.observations, duration: entry.duration)
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
