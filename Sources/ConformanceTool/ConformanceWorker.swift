import ConformanceKit
import ConformanceMutants

/// What a program does that a run of it has started as its worker.
package enum ConformanceWorker {
    /// The word on the command line that tells the program so. Behind it stand the target's name and
    /// the request of the runner.
    package static let word = "conformance-worker"

    /// The worker that the running program is itself, for a target.
    package static func of(_ target: String) -> Worker {
        .thisExecutable([word, target])
    }

    /// Does what a runner asks for.
    ///
    /// - Parameters:
    ///   - target: The target's name.
    ///   - request: What the runner asks for.
    ///   - checks: The checks that the program has.
    ///   - harness: Finds the target of that name. It is not asked for those of the self-test.
    /// - Throws: What `harness` throws, or that the request is none.
    package static func serve(
        _ target: String, _ request: String, checks: [Check] = Check.all,
        harness: (_ target: String) throws -> any Harness
    ) async throws {
        let harness = try Selftest.harness(named: target) ?? harness(target)
        try await Worker.serve(harness, checks: checks, request: request)
    }
}
