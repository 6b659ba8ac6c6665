import CommandLineTool
import Foundation
import StorageCore

/// `storage export`: prints all records.
struct ExportCommand: Command {
    static let name = "export"
    static let summary = "print all records, as JSON Lines that are the same for every backend"
    static let usage = "URL [COLLECTION] [--output FILE]"
    static let options = [
        OptionName("output", "FILE", "write to a file, which must not exist yet"),
        OptionName("json", nil, "the output is JSON Lines with or without it"),
    ]

    private let url: StorageURL
    private let collection: String?
    private let path: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = arguments.takeOptional()
        path = arguments.value("output")
    }

    func run(_ output: Output) throws -> ExitStatus {
        guard let path else {
            try export { output.line($0) }
            return .done
        }
        let file = try NewFile(path)
        do {
            try export { try file.line($0) }
            try file.publish()
        } catch {
            file.discard()
            throw error
        }
        return .done
    }

    private func export(_ line: (String) throws -> Void) throws {
        let progress = Progress("export")
        defer { progress.finish() }
        try withDatabase(url.openedForReading()) { database in
            try database.read { tx in
                let names = try tx.collections().map(\.name)
                if let collection,
                    !names.contains(where: { $0.utf8.elementsEqual(collection.utf8) })
                {
                    throw StorageError(
                        .notFound, "there is no collection '\(collection)'; see 'storage info'",
                        collection: collection)
                }
                for name in collection.map({ [$0] }) ?? names {
                    let prefix = "{\"collection\":\(Value.string(name).json),\"key\":"
                    try tx.scan(in: name) { key, record in
                        try line(prefix + key.json + ",\"record\":" + record.json + "}")
                        progress.step()
                        return true
                    }
                }
            }
        }
    }
}
