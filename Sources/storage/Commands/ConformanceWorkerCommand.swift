import ConformanceKit

/// `storage conformance-worker`: runs checks for `storage conformance`, which starts it as a process
/// of its own.
struct ConformanceWorkerCommand: Command {
    static let name = "conformance-worker"
    static let summary = "run checks for 'storage conformance'; nobody else starts it"
    static let usage = "TARGET REQUEST"
    static let options: [OptionName] = []

    private let target: ConformanceTarget
    private let request: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        target = try ConformanceTarget(arguments.take("TARGET"))
        request = try arguments.take("REQUEST")
    }

    func run(_ output: Output) async throws -> ExitStatus {
        try await Worker.serve(target.harness(), request: request)
        return .done
    }
}
