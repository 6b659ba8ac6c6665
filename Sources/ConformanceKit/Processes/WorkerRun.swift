import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Has a worker run checks, and finds out what became of each of them, whatever becomes of the
/// worker's processes.
///
/// Not thread-safe: it belongs to the thread that runs it, and blocks that.
final class WorkerRun {
    /// What a runner is told, in the order of the checks.
    enum News: Sendable {
        case entry(Report.Entry)
        case warning(String)
    }

    private let worker: Worker
    private let runner: Runner
    private let tell: (News) -> Bool

    /// The checks that have no verdict. The first of them may be running.
    private var pending: ArraySlice<Check>
    private var start: ContinuousClock.Instant?
    // What a check leaves behind can kill its process after it: a verdict counts when the process
    // has gone on to the next check, or has ended well.
    private var ended: Report.Entry?
    private var isWanted = true

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - worker: The program.
    ///   - runner: What the checks are run for.
    ///   - checks: The checks.
    ///   - tell: Called with what came out. Returns whether to go on.
    init(_ worker: Worker, _ runner: Runner, _ checks: [Check], tell: @escaping (News) -> Bool) {
        self.worker = worker
        self.runner = runner
        self.tell = tell
        pending = checks[...]
    }

    /// Runs the checks, the rest of them in a new process when one has ended early.
    func run() {
        while isWanted, !pending.isEmpty {
            do {
                settle(try runProcess())
            } catch {
                settle(.error(error))
            }
        }
    }

    /// Runs one process. Returns the verdict on what it ended under, or nil if it ended well.
    private func runProcess() throws -> Verdict? {
        let folder = try WorkerFolder()
        defer { folder.remove(runner.harness) { _ = tell(.warning($0)) } }
        let request = WorkerRequest.checks(
            CheckRequest(
                seed: runner.seed, effort: runner.profile.effort, checks: pending.map(\.id),
                worker: worker))
        let child = try ChildProcess(
            worker.executable, worker.arguments + [try request.jsonLine()],
            environment: folder.environment)
        while isWanted {
            switch try child.nextLine(before: .now + runner.timeLimit) {
            case .line(let line): try take(line)
            case .late:
                _ = child.end()
                return .timeout(limit: runner.timeLimit)
            case .end:
                guard let cause = child.end() else { return nil }
                return .crashed(Crash(cause, words: try child.lastWords()))
            }
        }
        return nil
    }
}

extension WorkerRun {
    private func take(_ line: String) throws {
        let event: WorkerEvent
        do {
            event = try WorkerEvent(jsonLine: line)
        } catch {
            // Something that the program said before it began to serve.
            return
        }
        switch event {
        case .started(let id):
            try expectFirst(id)
            flush()
            start = .now
        case .ended(let id, let verdict, let observations, let survey, let lastCalls):
            let check = try expectFirst(id)
            ended = Report.Entry(
                check: check, verdict: verdict.verdict, observations: observations,
                survey: survey, lastCalls: lastCalls, duration: duration)
            start = nil
            pending.removeFirst()
        }
    }

    @discardableResult
    private func expectFirst(_ id: String) throws -> Check {
        guard let check = pending.first, check.id == id else {
            throw StorageError(
                .internalFault,
                "the worker ran '\(id)' out of turn; give it the checks that the runner has")
        }
        return check
    }

    private var duration: Duration { start.map { $0.duration(to: .now) } ?? .zero }

    private func flush() {
        guard let entry = ended else { return }
        ended = nil
        isWanted = tell(.entry(entry)) && isWanted
    }

    /// Gives the end of a process, which is nil if it ended well, to the check that it is due to.
    private func settle(_ end: Verdict?) {
        guard isWanted else { return }
        // A process that ends well while it still has work was ended by the backend.
        let early = Verdict.crashed(Crash(.exit(0), words: ""))
        if let check = pending.first, start != nil {
            flush()
            ended = Report.Entry(check: check, verdict: end ?? early, duration: duration)
            start = nil
            pending.removeFirst()
        } else if let entry = ended {
            let end = pending.isEmpty ? end : end ?? early
            if let end, !entry.verdict.isBad {
                ended = Report.Entry(
                    check: entry.check, verdict: end, observations: entry.observations,
                    survey: entry.survey, duration: entry.duration)
            }
        } else {
            settleAll(end ?? early)
        }
        flush()
    }

    /// Gives up, as a worker that does not begin would not begin the next time either.
    private func settleAll(_ end: Verdict) {
        let error = RemoteError(
            "the worker '\(worker.executable)' ended before it ran a check: "
                + (end.sentence ?? end.name))
        while let check = pending.popFirst(), isWanted {
            isWanted = tell(.entry(Report.Entry(check: check, verdict: .error(error))))
        }
    }
}
