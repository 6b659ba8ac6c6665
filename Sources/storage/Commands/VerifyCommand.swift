import CommandLineTool
import StorageCore

/// `storage verify`: looks for damage.
struct VerifyCommand: Command {
    static let name = "verify"
    static let summary = "check the engine's files and every record"
    static let usage = "URL [--json]"
    static let options = [OptionName.json]

    private let url: StorageURL
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        isJSON = arguments.has("json")
    }

    func run(_ output: Output) throws -> ExitStatus {
        let progress = Progress("verify")
        defer { progress.finish() }
        let findings = try withDatabase(url.openedForReading()) { database in
            try database.verify(progress: progress.step)
        }
        if isJSON {
            output.line(Value.array(findings.map { .string($0) }).json)
        } else if findings.isEmpty {
            output.line("no fault found")
        } else {
            for finding in findings { output.line(finding) }
        }
        return findings.isEmpty ? .done : .fault
    }
}
