import CommandLineTool
import ConformanceTool

/// `storage conformance-worker`: runs checks for `storage conformance`, which starts it as a process
/// of its own.
struct ConformanceWorkerCommand: Command {
    static let name = ConformanceWorker.word
    static let summary = "run checks for 'storage conformance'; nobody else starts it"
    static let usage = "TARGET REQUEST"
    static let options: [OptionName] = []

    private let target: String
    private let request: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        target = try arguments.take("TARGET")
        request = try arguments.take("REQUEST")
    }

    func run(_ output: Output) async throws -> ExitStatus {
        try await ConformanceWorker.serve(target, request) {
            try ConformanceURL($0).target.harness
        }
        return .done
    }
}
