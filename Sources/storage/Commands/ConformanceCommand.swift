import ConformanceKit
import ConformanceMutants
import Foundation
import StorageCore

/// `storage conformance`: runs ConformanceKit.
struct ConformanceCommand: Command {
    static let name = "conformance"
    static let summary = "run ConformanceKit on backends, each check in a fresh folder"
    static let usage =
        "[URL or SCHEME …] [--profile smoke|standard|nightly] [--seed N] [--only PATTERN,…] "
        + "[--list] [--selftest] [--junit FILE] [--tap FILE] [--html FILE] [--report FILE] [--json]"
    static let options = [
        OptionName("profile", "smoke|standard|nightly", "core checks, all, or all with ten seeds"),
        OptionName("seed", "N", "the seed of an earlier run, to have the same numbers again"),
        OptionName("only", "PATTERN,…", "groups (KEY), rows (KEY-04), ids, or beginnings (KEY-0*)"),
        OptionName("list", nil, "list the checks and run none"),
        OptionName("selftest", nil, "run the planted faults; with a file to write, backends too"),
        OptionName("junit", "FILE", "write a JUnit report"),
        OptionName("tap", "FILE", "write a TAP report"),
        OptionName("html", "FILE", "write the matrix as a page"),
        OptionName("report", "FILE", "write the report as JSON"),
        OptionName("json", nil, "print the report as JSON and nothing else"),
    ]

    private let targets: [ConformanceTarget]
    private let profile: Profile
    private let seed: UInt64
    private let isListing: Bool
    private let isSelftest: Bool
    private let isJSON: Bool
    private let files: [(path: String, text: @Sendable ([Report]) -> String)]
    private let page: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        let profileText = arguments.value("profile") ?? "standard"
        guard let effort = Effort(rawValue: profileText) else {
            throw UsageError("'--profile' is smoke, standard or nightly, not '\(profileText)'")
        }
        let patterns = arguments.value("only")?.split(separator: ",").map(String.init) ?? []
        profile = Profile(only: patterns, effort: effort)
        if let unknown = patterns.first(where: { pattern in
            !Check.all.contains { Profile(only: [pattern]).contains($0) }
        }) {
            throw UsageError("no check matches '\(unknown)'; see 'storage conformance --list'")
        }
        seed = try arguments.number("seed").map { UInt64($0) } ?? .random(in: 0...UInt64(Int64.max))
        isListing = arguments.has("list")
        isSelftest = arguments.has("selftest")
        isJSON = arguments.has("json")
        let formats: [(String, @Sendable ([Report]) -> String)] = [
            ("junit", { $0.junit }), ("tap", { $0.tap }), ("report", { $0.json(timings: true) }),
        ]
        files = formats.compactMap { name, text in arguments.value(name).map { ($0, text) } }
        page = arguments.value("html")
        var targets: [ConformanceTarget] = []
        while let word = arguments.takeOptional() { targets.append(try ConformanceTarget(word)) }
        if targets.isEmpty {
            for backend in StorageTool.backends.all {
                targets.append(try ConformanceTarget(backend.scheme))
            }
        }
        self.targets = targets
    }

    func run(_ output: Output) async throws -> ExitStatus {
        let checks = Check.all.filter { profile.contains($0) }
        guard !isListing else {
            for check in checks {
                output.line("\(check.id)  \(check.level)  \(check.rule)  [\(check.ruleNumbers)]")
            }
            return .done
        }
        let selftest = isSelftest ? await SelftestResult.run() : nil
        if let selftest, files.isEmpty, page == nil {
            output.line(isJSON ? try selftest.json : selftest.text)
            return selftest.missed.isEmpty ? .done : .fault
        }
        let reports = await reports(of: checks)
        for (path, text) in files { try write(text(reports), to: path) }
        if let page { try write(await matrix(reports, selftest).html, to: page) }
        if let selftest, !isJSON { output.line(selftest.text) }
        output.line(isJSON ? reports.json(timings: false) : reports.summary)
        let isClean = reports.allSatisfy(\.isClean) && selftest?.missed.isEmpty != false
        return isClean ? .done : .fault
    }

    private func reports(of checks: [Check]) async -> [Report] {
        var reports: [Report] = []
        for target in targets {
            let rounds: UInt64 = profile.effort == .nightly ? 10 : 1
            for round in 0..<rounds {
                let runner = Runner(
                    target.harness(), profile: profile, seed: seed &+ round,
                    worker: .thisExecutable([ConformanceWorkerCommand.name, target.name]))
                let progress = CheckProgress(target.name, total: checks.count)
                reports.append(await runner.run { _ in progress.step() })
                progress.finish()
            }
        }
        return reports
    }

    private func matrix(_ reports: [Report], _ selftest: SelftestResult?) async -> Matrix {
        let broken = Runner(Degenerate.forgets.harness(), profile: profile, seed: seed)
        return Matrix(reports, broken: await broken.run(), score: selftest?.score)
    }

    private func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw StorageError(
                .io, "cannot write the report to '\(path)'; check its folder and permissions",
                cause: error)
        }
    }
}
