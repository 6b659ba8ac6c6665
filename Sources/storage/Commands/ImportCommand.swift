import CommandLineTool
import Foundation
import StorageCore

/// `storage import`: keeps the records of a file.
struct ImportCommand: Command {
    static let name = "import"
    static let summary = "insert or replace the records of a file, in one transaction"
    static let usage = "URL COLLECTION FILE [--key FIELD] [--format json|jsonl]"
    static let options = [
        OptionName("key", "FIELD", "the field of each record that is its key"),
        OptionName(
            "format", "json|jsonl",
            "a JSON array or object of records, or JSON Lines; found out if left out"),
        OptionName.json,
    ]

    private let url: StorageURL
    private let collection: String
    private let path: String
    private let keyField: String?
    private let format: ImportFormat?
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        path = try arguments.take("FILE")
        keyField = arguments.value("key")
        isJSON = arguments.has("json")
        guard let text = arguments.value("format") else {
            format = nil
            return
        }
        guard let format = ImportFormat(rawValue: text) else {
            throw UsageError("'--format' is json or jsonl, not '\(text)'")
        }
        self.format = format
    }

    func run(_ output: Output) throws -> ExitStatus {
        let source = ImportSource(
            text: try read(), collection: collection, keyField: keyField)
        let entries = try source.entries(format ?? ImportFormat(of: source.text, path: path))
        let progress = Progress("import", total: entries.count)
        defer { progress.finish() }
        try withDatabase(url) { database in
            try database.write { tx in
                for (key, record) in entries {
                    try tx.put(record, key: key, in: collection)
                    progress.step()
                }
            }
        }
        if isJSON {
            output.line((["imported": .integer(entries.count)] as Record).json)
        } else {
            output.line("imported \(entries.count) records into '\(collection)'")
        }
        return .done
    }

    private func read() throws -> String {
        let data: Data
        if path == "-" {
            data = try FileHandle.standardInput.readToEnd() ?? Data()
        } else {
            guard let content = FileManager.default.contents(atPath: path) else {
                throw StorageError(
                    .notFound, "cannot read '\(path)'; check the path and its permissions")
            }
            data = content
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw StorageError(.invalidValue, "'\(path)' is not UTF-8 text; convert it first")
        }
        return text
    }
}
