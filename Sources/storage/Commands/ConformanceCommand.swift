import CommandLineTool
import ConformanceTool
import StorageCore

/// `storage conformance`: runs ConformanceKit.
struct ConformanceCommand: Command {
    static let name = "conformance"
    static let summary = "run ConformanceKit on backends, each check in a fresh folder"
    static let usage = "[URL or SCHEME …] \(ConformanceRun.usage)"
    static let options = ConformanceRun.options

    private let run: ConformanceRun
    private let targets: [ConformanceTarget]

    init(_ arguments: inout Arguments) throws(UsageError) {
        run = try ConformanceRun(arguments)
        var targets: [ConformanceTarget] = []
        while let word = arguments.takeOptional() {
            targets.append(try ConformanceURL(word).target)
        }
        if targets.isEmpty {
            for backend in StorageTool.backends.all {
                targets.append(try ConformanceURL(backend.scheme).target)
            }
        }
        self.targets = targets
    }

    func run(_ output: Output) async throws -> ExitStatus {
        try await run.run(targets, output)
    }
}
