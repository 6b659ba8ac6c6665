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
        Matrix.Score(found: outcomes.count - missed.count, planted: outcomes.count)
    }

    var text: String {
        let rates = outcomes.filter(\.isStochastic).map { outcome in
            "≈ \(outcome.fault) → \(outcome.check): found in \(outcome.found) of \(outcome.runs) "
                + "runs, \(outcome.floor) needed"
        }
        let lines = missed.map { "✗ \($0.fault) → \($0.check): \($0.miss ?? "")" }
        return
            (rates + lines + ["\(score.found) of \(score.planted) planted faults found"])
            .joined(separator: "\n")
    }

    var json: String {
        get throws {
            let values = try outcomes.map { outcome in
                Value.object(
                    try Record([
                        ("fault", .string(outcome.fault)), ("check", .string(outcome.check)),
                        ("runs", .integer(outcome.runs)), ("found", .integer(outcome.found)),
                        ("floor", .integer(outcome.floor)),
                        ("miss", outcome.miss.map { .string($0) } ?? .null),
                    ]))
            }
            return Value.array(values).json
        }
    }
}
