internal import CommandLineTool
import ConformanceKit
import ConformanceMutants
import StorageCore

/// What came of testing the kit itself.
struct SelftestResult {
    private let outcomes: [Selftest.Outcome]
    /// The checks whose faults were tried.
    private let checks: [Check]

    /// Tries the kit on storages of every kind or, if a profile leaves checks out, on the faults
    /// planted for those that it takes in.
    static func run(_ profile: Profile) async -> SelftestResult {
        var kinds: [Selftest.Kind] = [.fault]
        if profile.patterns.isEmpty { kinds += [.degenerate, .odd] }
        if profile.effort == .nightly { kinds.append(.soak) }
        return await run(kinds, profile)
    }

    /// Tries the kit on the faults planted for the checks that a profile takes in.
    static func runFaults(_ profile: Profile) async -> SelftestResult {
        await run([.fault], profile)
    }

    private static func run(
        _ kinds: [Selftest.Kind], _ profile: Profile
    ) async -> SelftestResult {
        // A fault is found by its check, whatever else a short run leaves out.
        let selected = Profile(only: profile.patterns)
        let checks = Check.all.filter(selected.contains)
        let total = kinds.map { Selftest.count($0, for: checks) }.reduce(0, +)
        let progress = CountedProgress("selftest", total: total, of: "checks")
        defer { progress.finish() }
        var outcomes: [Selftest.Outcome] = []
        for kind in kinds {
            outcomes += await Selftest.run(
                kind, for: checks, worker: ConformanceWorker.ofSelftest
            ) { _ in progress.step() }
        }
        return SelftestResult(outcomes: outcomes, checks: checks)
    }

    /// Whether the kit was right about every storage.
    var isGood: Bool { outcomes.allSatisfy { $0.miss == nil } }

    private var unproven: [Check] {
        let selected = Set(checks.map(\.id))
        return Selftest.unproven.filter { selected.contains($0.id) }
    }

    /// How many faults were found, and how the other kinds came out that were tried.
    var score: Matrix.Score {
        let faults = outcomes.filter { $0.kind == .fault }
        return Matrix.Score(
            found: faults.count { $0.miss == nil }, planted: faults.count,
            unproven: unproven.map(\.id),
            remarks: [.degenerate, .odd].compactMap(sentence))
    }

    /// Each storage about which the kit was wrong, what the others were that are not planted faults,
    /// the checks that no fault is planted for, and the numbers.
    var text: String {
        let lines = outcomes.filter {
            $0.miss != nil || [.degenerate, .odd].contains($0.kind) || $0.isStochastic
        }.map(\.line)
        let unproven = unproven.map { "? \($0.id): no fault is planted for it" }
        let total = "\(unproven.count) of \(checks.count) checks unproven"
        return (lines + unproven + [total] + Selftest.Kind.allCases.compactMap(sentence))
            .joined(separator: "\n")
    }

    /// How many of a kind came out as they should, or nil if none was tried.
    private func sentence(_ kind: Selftest.Kind) -> String? {
        let all = outcomes.filter { $0.kind == kind }
        guard !all.isEmpty else { return nil }
        return "\(all.count { $0.miss == nil }) of \(all.count) \(kind.sentence)"
    }

    var json: String {
        get throws {
            let storages = try outcomes.map { outcome in
                Value.object(
                    try Record([
                        ("kind", .string(outcome.kind.rawValue)), ("name", .string(outcome.name)),
                        ("check", outcome.check.map { .string($0) } ?? .null),
                        ("runs", .integer(outcome.runs)), ("found", .integer(outcome.found)),
                        ("floor", .integer(outcome.floor)),
                        ("miss", outcome.miss.map { .string($0) } ?? .null),
                    ]))
            }
            let unproven = unproven.map { Value.string($0.id) }
            return Value.object(
                try Record([("storages", .array(storages)), ("unproven", .array(unproven))])
            ).json
        }
    }
}

extension Selftest.Outcome {
    fileprivate var line: String {
        let title = "\(kind.title)\(name)\(check.map { " → \($0)" } ?? "")"
        if let miss { return "✗ \(title): \(miss)" }
        let rate = isStochastic ? ": found in \(found) of \(runs) runs, \(floor) needed" : ""
        return "✓ \(title)\(rate)"
    }
}

extension Selftest.Kind {
    fileprivate var title: String {
        switch self {
        case .fault: ""
        case .degenerate: "degenerate: "
        case .odd: "odd but legal: "
        case .soak: "under every check: "
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .fault: "planted faults found"
        case .degenerate: "degenerate storages fail in every group"
        case .odd: "odd but legal storages pass every check"
        case .soak: "planted faults end no check's process"
        }
    }
}
