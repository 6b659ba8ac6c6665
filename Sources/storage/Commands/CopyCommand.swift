import CommandLineTool
import StorageCore

/// `storage copy`: copies everything from one storage into another.
struct CopyCommand: Command {
    static let name = "copy"
    static let summary = "copy everything into another storage, then compare both sides"
    static let usage = "FROM TO [--overwrite] [--json]"
    static let options = [
        OptionName("overwrite", nil, "replace what the target has"), OptionName.json,
    ]

    private let from: StorageURL
    private let to: StorageURL
    private let isOverwriting: Bool
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        from = try arguments.takeURL("FROM")
        to = try arguments.takeURL("TO")
        isOverwriting = arguments.has("overwrite")
        isJSON = arguments.has("json")
    }

    func run(_ output: Output) throws -> ExitStatus {
        let progress = Progress("copy")
        defer { progress.finish() }
        let summary = try withDatabase(from.openedForReading()) { source in
            try withDatabase(to) { target in
                try source.copy(to: target, overwriting: isOverwriting, progress: progress.step)
            }
        }
        if isJSON {
            let record: Record = [
                "collections": .integer(summary.collections), "records": .integer(summary.records),
            ]
            output.line(record.json)
        } else {
            output.line(
                "copied \(summary.records) records in \(summary.collections) collections; both "
                    + "sides are equal")
        }
        return .done
    }
}
