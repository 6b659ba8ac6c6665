package import CommandLineTool
package import ConformanceKit
import ConformanceMutants

/// What a program does that a run of it has started as its worker.
package struct ConformanceWorker: Sendable {
    /// The word on the command line that tells the program so.
    package static let word = "conformance-worker"

    /// What stands behind the word.
    package static let usage = "[--selftest] TARGET REQUEST"

    /// The options of ``usage``.
    package static let options = [
        OptionName("selftest", nil, "a storage of the self-test, which has names of its own")
    ]

    private let isOfSelftest: Bool
    private let target: String
    private let request: String

    /// Reads what stands behind the word.
    package init(_ arguments: inout Arguments) throws(UsageError) {
        isOfSelftest = arguments.has("selftest")
        target = try arguments.take("TARGET")
        request = try arguments.take("REQUEST")
    }

    /// The worker that the running program is itself, for a target.
    package static func of(_ target: String) -> Worker {
        .thisExecutable([word, target])
    }

    /// The worker that the running program is itself, for a storage of the self-test.
    static func ofSelftest(_ name: String) -> Worker {
        .thisExecutable([word, "--selftest", name])
    }

    /// Does what a runner asks for.
    ///
    /// - Parameters:
    ///   - checks: The checks that the program has.
    ///   - harness: Finds the target of that name. It is not asked for those of the self-test.
    /// - Throws: What `harness` throws, or that the request is none.
    package func serve(
        checks: [Check] = Check.all, harness: (_ target: String) throws -> any Harness
    ) async throws {
        let served: any Harness
        if isOfSelftest {
            guard let storage = Selftest.harness(named: target) else {
                throw UsageError("the self-test has no storage '\(target)'")
            }
            served = storage
        } else {
            served = try harness(target)
        }
        try await Worker.serve(served, checks: checks, request: request)
    }
}
