import Foundation
import StorageCore
import TestSupport
import Testing

@testable import ConformanceKit
@testable import ConformanceMutants

/// Real processes that hang, trap and abort.
@Suite struct WorkerTests {
    /// Enough checks to have some that are honest to the end, in two groups.
    static let profile = Profile(only: ["BAT", "NUM"])
    static let put = 100

    /// The product `Degenerate`, which is built beside the test bundle.
    static func worker(_ arguments: String...) -> Worker {
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let executable = bundle.deletingLastPathComponent().appending(path: "Degenerate")
        return Worker(
            executable: executable.path(percentEncoded: false), arguments: arguments)
    }

    static func report(
        _ kind: Degenerate, profile: Profile = profile, limit: Duration = .seconds(60)
    ) async -> Report {
        await Runner(
            kind.harness(inPut: put), profile: profile, seed: 1,
            worker: worker(kind.name(inPut: put)), timeLimit: limit
        ).run()
    }

    /// The ids of the checks that put as often as the storage bears, and of those that do not.
    static func checks(
        _ profile: Profile = profile
    ) async -> (fatal: Set<String>, harmless: Set<String>) {
        var ids: (fatal: Set<String>, harmless: Set<String>) = ([], [])
        for check in Check.all where profile.contains(check) {
            let reached = Flag()
            let suite = ConformanceSuite(name: "counting") { _ in
                let puts = Recorder<Void>()
                return FaultyStorage(MemoryStorage()) { _ in
                    var hooks = Hooks()
                    hooks.stored = { _, entry, _ in
                        puts.record(())
                        if puts.elements.count == put { reached.value = true }
                        return entry.record
                    }
                    return hooks
                }
            }
            _ = await check.verdict(on: suite, seed: 1)
            if reached.value { ids.fatal.insert(check.id) } else { ids.harmless.insert(check.id) }
        }
        return ids
    }

    static func ids(_ report: Report, _ matches: (Verdict) -> Bool) -> Set<String> {
        Set(report.entries.filter { matches($0.verdict) }.map(\.check.id))
    }

    @Test(arguments: [Degenerate.traps, .aborts, .exits])
    func `A process that ends is a crash of its check, and the run goes on`(
        _ kind: Degenerate
    ) async {
        let (fatal, harmless) = await Self.checks()
        #expect(!fatal.isEmpty && !harmless.isEmpty)
        let report = await Self.report(kind)
        let crashed = Self.ids(report) { verdict in
            guard case .crashed(let crash) = verdict else { return false }
            switch kind {
            case .traps:
                return [.signal(SIGILL), .signal(SIGTRAP)].contains(crash.cause)
                    && crash.words.contains("planted trap")
            case .aborts: return crash.cause == .signal(SIGABRT)
            default: return crash.cause == .exit(0)
            }
        }
        #expect(crashed == fatal)
        #expect(Self.ids(report) { $0.isPass || $0.name == "notApplicable" } == harmless)
        #expect(report.totals.registered == Check.all.count)
        #expect(report.totals.crashed == fatal.count)
        #expect(report.warnings == [])
    }

    @Test func `A process that hangs is ended when its check's time is up`() async {
        let profile = Profile(only: ["BAT"])
        let (fatal, harmless) = await Self.checks(profile)
        #expect(!fatal.isEmpty && !harmless.isEmpty)
        let limit = Duration.seconds(3)
        let report = await Self.report(.hangs, profile: profile, limit: limit)
        let late = Self.ids(report) { if case .timeout(limit) = $0 { true } else { false } }
        #expect(late == fatal)
        #expect(Self.ids(report) { $0.isPass || $0.name == "notApplicable" } == harmless)
        #expect(report.totals.registered == Check.all.count)
        #expect(report.entries.allSatisfy { $0.verdict.name != "timeout" || $0.duration >= limit })
    }

    @Test(arguments: [Degenerate.forgets, .refuses])
    func `A worker gives the verdicts that the runner's own process gives`(
        _ kind: Degenerate
    ) async {
        // Groups whose checks start no processes of their own.
        let profile = Profile(only: ["KEY", "NUM"])
        let there = await Self.report(kind, profile: profile)
        let here = await Runner(kind.harness(), profile: profile, seed: 1).run()
        #expect(there.json() == here.json())
        #expect(there.totals.red > 10)
        #expect(there.entries.allSatisfy { $0.lastCalls.isEmpty != $0.verdict.isBad })
    }

    @Test func `What goes wrong after a check is put down to the last one`() async {
        let report = await Runner(
            ConformanceSuite(name: "memory") { _ in MemoryStorage() }, profile: Self.profile,
            seed: 1, worker: Self.worker("afterwards")
        ).run()
        let last = Set(
            ["BAT", "NUM"].compactMap { group in Check.all.last { $0.group == group }?.id })
        #expect(Self.ids(report) { $0.name == "crashed" } == last)
    }

    @Test(arguments: ["silent", "nonsense"])
    func `A worker that does not begin is an error of each check`(_ kind: String) async throws {
        let report = await Runner(
            Degenerate.forgets.harness(), profile: Self.profile, seed: 1, worker: Self.worker(kind)
        ).run()
        #expect(report.totals.errors > 10)
        #expect(report.totals.errors + report.totals.notRun == Check.all.count)
        let entry = try #require(report.entries.first { $0.verdict.name == "error" })
        let text = try #require(entry.explanation(replay: ""))
        #expect(text.contains("ended before it ran a check: exit status 4") == (kind == "silent"))
    }

    @Test func `A program that is not there is an error of each check`() async {
        let report = await Runner(
            Degenerate.forgets.harness(), profile: Self.profile, seed: 1,
            worker: Worker(executable: "/nonexistent/worker", arguments: [])
        ).run()
        #expect(report.totals.errors > 10)
        #expect(report.text.contains("cannot start the program '/nonexistent/worker'"))
    }

    @Test func `A worker that hangs does not outlive its runner`() throws {
        let request = try WorkerRequest.checks(
            CheckRequest(
                seed: 1, effort: .standard, checks: ["BAT-12/one-fails"],
                worker: Self.worker("hangs", "1"))
        ).jsonLine()
        let hanging = Self.worker(Degenerate.hangs.name(inPut: 1), request)
        // The end of its input is what it sees of a runner that is gone.
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", "exec \"$@\" </dev/null", "sh", hanging.executable]
                + hanging.arguments, environment: ProcessInfo.processInfo.environment)
        while case .line = try child.nextLine(before: .now + .seconds(600)) {}
        #expect(child.end() == .exit(1))
    }

    @Test func `A request that is none is refused`() async {
        await #expect(throws: StorageError.self) {
            try await Worker.serve(Degenerate.forgets.harness(), request: "{}")
        }
    }

    @Test func `A run that is cancelled reports what it did not reach`() async {
        let task = Task { await Self.report(.forgets, profile: .all) }
        task.cancel()
        let report = await task.value
        #expect(report.totals.notRun > 0)
        #expect(report.totals.registered == Check.all.count)
        #expect(report.text.contains("the run was cancelled"))
    }

    @Test func `Processes leave nothing in the temporary folder`() async throws {
        let parent = try TemporaryFolder()
        let worker = Worker(
            executable: "/bin/sh",
            arguments: [
                "-c",
                "mkdir \"$TMPDIR/conformance 100% x\"; echo \"$TMPDIR\" > '\(parent.file("place"))'",
            ])
        let destroyed = Recorder<String>()
        let suite = ConformanceSuite(
            name: "x", destroy: { destroyed.record($0) }, open: { _ in MemoryStorage() })
        _ = await Runner(suite, profile: Profile(only: ["BAT-0*"]), seed: 1, worker: worker).run()
        let place = try String(contentsOfFile: parent.file("place"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        // One process was asked about the storage, and one ran the checks.
        #expect(destroyed.elements.count == 2)
        #expect(destroyed.elements.last == place + "/conformance 100% x")
        for folder in destroyed.elements {
            let parent = URL(filePath: folder).deletingLastPathComponent().path
            #expect(!FileManager.default.fileExists(atPath: parent))
        }
    }
}
