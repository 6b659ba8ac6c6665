import ConformanceKit
import ConformanceMutants
import StorageCore

/// What came of running the planted faults.
struct SelftestResult {
    private let outcomes: [Selftest.Outcome]

    /// Runs each fault against the check that is named for it.
    static func run() async -> SelftestResult {
        let progress = CheckProgress("selftest", total: Selftest.count)
        defer { progress.finish() }
        return SelftestResult(outcomes: await Selftest.run { _ in progress.step() })
    }

    /// The faults that were not found.
    var missed: [Selftest.Outcome] { outcomes.filter { $0.miss != nil } }

    var score: Matrix.Score {
        Matrix.Score(
            found: outcomes.count - missed.count, planted: outcomes.count,
            unproven: Selftest.unproven.map(\.id))
    }

    var text: String {
        let rates = outcomes.filter(\.isStochastic).map { outcome in
            "≈ \(outcome.fault) → \(outcome.check): found in \(outcome.found) of \(outcome.runs) "
                + "runs, \(outcome.floor) needed"
        }
        let lines = missed.map { "✗ \($0.fault) → \($0.check): \($0.miss ?? "")" }
        let unproven = score.unproven.map { "? \($0): no fault is planted for it" }
        let totals = [
            "\(unproven.count) of \(Check.all.count) checks unproven",
            "\(score.found) of \(score.planted) planted faults found",
        ]
        return (rates + lines + unproven + totals).joined(separator: "\n")
    }

    var json: String {
        get throws {
            let faults = try outcomes.map { outcome in
                Value.object(
                    try Record([
                        ("fault", .string(outcome.fault)), ("check", .string(outcome.check)),
                        ("runs", .integer(outcome.runs)), ("found", .integer(outcome.found)),
                        ("floor", .integer(outcome.floor)),
                        ("miss", outcome.miss.map { .string($0) } ?? .null),
                    ]))
            }
            let unproven = score.unproven.map { Value.string($0) }
            return Value.object(
                try Record([("faults", .array(faults)), ("unproven", .array(unproven))])
            ).json
        }
    }
}
