import CommandLineTool
import ConformanceTool

/// `storage conformance-worker`: runs checks for `storage conformance`, which starts it as a process
/// of its own.
struct ConformanceWorkerCommand: Command {
    static let name = ConformanceWorker.word
    static let summary = "run checks for 'storage conformance'; nobody else starts it"
    static let usage = ConformanceWorker.usage
    static let options = ConformanceWorker.options

    private let worker: ConformanceWorker

    init(_ arguments: inout Arguments) throws(UsageError) {
        worker = try ConformanceWorker(&arguments)
    }

    func run(_ output: Output) async throws -> ExitStatus {
        try await worker.serve { try ConformanceURL($0).target.harness }
        return .done
    }
}
