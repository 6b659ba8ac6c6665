import Dispatch
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Worker {
    /// Does what a runner asks for: called by a program that was started as a worker.
    ///
    /// What the backend prints goes to the standard error. The process has to end when this returns,
    /// and is ended when the runner's is gone.
    ///
    /// - Parameters:
    ///   - harness: How a storage of the backend is opened.
    ///   - checks: The checks that the runner has registered.
    ///   - request: What the runner asks for: the last word of the command line.
    /// - Throws: ``/StorageCore/StorageError`` if the request is none, or the runner is gone.
    public static func serve(
        _ harness: any Harness, checks: [Check] = Check.all,
        request: String = CommandLine.arguments.last ?? ""
    ) async throws {
        let request = try read(request)
        let registered = Dictionary(
            uniqueKeysWithValues: (checks + [.survey]).map { ($0.id, $0) })
        let channel = try EventChannel()
        for id in request.checks {
            guard let check = registered[id] else {
                throw StorageError(
                    .invalidArgument,
                    "the worker has no check '\(id)'; give it the checks that the runner has")
            }
            try channel.send(.started(check: id))
            let entry = await check.entry(on: harness, seed: request.seed, effort: request.effort)
            try channel.send(
                .ended(
                    check: id, WorkerVerdict(entry.verdict), entry.observations, entry.survey,
                    lastCalls: entry.lastCalls))
        }
    }

    private static func read(_ request: String) throws(StorageError) -> WorkerRequest {
        do {
            return try WorkerRequest(jsonLine: request)
        } catch {
            throw StorageError(
                .invalidArgument,
                "'\(request)' is no request to a worker; only a runner starts one", cause: error)
        }
    }
}

/// The worker's way to its runner: what was the standard output when it was made.
///
/// It is never closed, so that the runner sees it end with the process and not before.
private struct EventChannel {
    private let output: CInt

    init() throws(StorageError) {
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw .system(errno, "set up", "the way to the runner")
        }
        // A check can hang in any thread, so that one of its own waits for the runner's end.
        DispatchQueue(label: "conformance.runner").async {
            let input = Descriptor(STDIN_FILENO)
            do throws(StorageError) {
                while try input.read() != [] {}
            } catch {
                // An input that cannot be read is as good as closed.
            }
            _exit(1)
        }
    }

    func send(_ event: WorkerEvent) throws {
        try write(Array(try event.jsonLine().utf8) + [UInt8(ascii: "\n")], to: output)
    }
}
