package import CommandLineTool
import ConformanceKit
import ConformanceMutants
import Foundation
import StorageCore

/// One run of ConformanceKit as a command line asks for it: whose backends are judged is the
/// program's matter, and all else is written once, here.
package struct ConformanceRun: Sendable {
    private let checks: [Check]
    private let profile: Profile
    private let seed: UInt64
    private let waivers: [Waiver]
    private let isListing: Bool
    private let isSelftest: Bool
    private let isJSON: Bool
    private let files: [(path: String, text: @Sendable ([Report]) -> String)]
    private let page: String?

    /// What runs one backend, before the backend's name.
    private let command: String

    /// Takes the options.
    ///
    /// - Parameters:
    ///   - arguments: What stands on the command line. Words that are no options are left there.
    ///   - checks: The checks that the program has.
    /// - Throws: ``UsageError`` if an option's value is off.
    package init(
        _ arguments: Arguments, checks: [Check] = Check.all
    ) throws(UsageError) {
        self.checks = checks
        profile = try Self.profile(arguments, of: checks)
        seed = try Self.seed(arguments)
        waivers = try Self.waivers(arguments, of: checks)
        isListing = arguments.has("list")
        isSelftest = arguments.has("selftest")
        isJSON = arguments.has("json")
        let formats: [(String, @Sendable ([Report]) -> String)] = [
            ("junit", { $0.junit }), ("tap", { $0.tap }), ("report", { $0.json(timings: true) }),
        ]
        files = formats.compactMap { name, text in arguments.value(name).map { ($0, text) } }
        page = arguments.value("html")
        command = arguments.command
    }

    /// Does what the options say with these backends.
    ///
    /// - Callers must be a program that ``ConformanceWorker/serve(_:_:checks:harness:)`` what it is
    ///   started for as a worker.
    ///
    /// - Returns: ``ExitStatus/fault`` if a backend broke a rule, or the kit did not find a fault.
    /// - Throws: What came of writing a report.
    package func run(
        _ targets: [ConformanceTarget], _ output: Output
    ) async throws -> ExitStatus {
        guard !isListing else {
            list(output)
            return .done
        }
        if isSelftest, files.isEmpty, page == nil {
            let selftest = await SelftestResult.run(profile)
            output.line(isJSON ? try selftest.json : selftest.text)
            return selftest.isGood ? .done : .fault
        }
        let selftest: SelftestResult? =
            if isSelftest {
                await .run(profile)
            } else if page != nil {
                await .runFaults(profile)
            } else {
                nil
            }
        let reports = await reports(on: targets)
        for (path, text) in files { try ReportFile.write(text(reports), to: path) }
        if let page { try ReportFile.write(await matrix(reports, selftest).html, to: page) }
        if let selftest, isSelftest || !selftest.isGood, !isJSON { output.line(selftest.text) }
        output.line(isJSON ? reports.json(timings: false) : reports.summary)
        let isClean = reports.allSatisfy(\.isClean) && selftest?.isGood != false
        return isClean ? .done : .fault
    }

    private func list(_ output: Output) {
        for check in checks where profile.contains(check) {
            output.line("\(check.id)  \(check.level)  \(check.rule)  [\(check.ruleNumbers)]")
        }
    }

    private func reports(on targets: [ConformanceTarget]) async -> [Report] {
        var reports: [Report] = []
        for target in targets {
            let rounds: UInt64 = profile.effort == .nightly ? 10 : 1
            for round in 0..<rounds {
                let runner = Runner(
                    target.harness, checks: checks, profile: profile, seed: seed &+ round,
                    waivers: waivers, worker: ConformanceWorker.of(target.name),
                    command: "\(command) \(target.name.quotedForShell)")
                let progress = CountedProgress(
                    target.name, total: checks.count(where: profile.contains), of: "checks")
                reports.append(await runner.run { _ in progress.step() })
                progress.finish()
            }
        }
        return reports
    }

    private func matrix(_ reports: [Report], _ selftest: SelftestResult?) async -> Matrix {
        let broken = Runner(
            Degenerate.forgets.harness(), checks: checks, profile: profile, seed: seed,
            worker: ConformanceWorker.ofSelftest(Degenerate.forgets.name(inPut: 1)))
        return Matrix(reports, broken: await broken.run(), score: selftest?.score)
    }
}
