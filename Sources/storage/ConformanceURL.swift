import CommandLineTool
import ConformanceKit
import ConformanceTool
import Foundation
import StorageCore

/// A backend to be judged, as named on the command line: a scheme, or a URL whose options and
/// folder are used.
///
/// Checks never touch the storage that a URL names: they make their own beside it.
struct ConformanceURL {
    private let name: String
    private let backend: Backend
    private let options: String
    private let parent: String?

    /// What storages are opened with that are named by their scheme alone. A second process is refused
    /// when the timeout is over, and the check of that waits for it.
    private static let options = ["file": "?timeout=2s"]

    init(_ word: String) throws(UsageError) {
        do throws(StorageError) {
            guard word.contains(":") else {
                backend = try StorageTool.backends.backend(for: word)
                (name, options, parent) = (word, Self.options[word] ?? "", nil)
                return
            }
            let url = try StorageURL(word)
            backend = try StorageTool.backends.backend(for: url.scheme)
            name = word
            options = word.firstIndex(of: "?").map { String(word[$0...]) } ?? ""
            parent =
                url.path.isEmpty
                ? nil : URL(filePath: url.path).deletingLastPathComponent().path
        } catch {
            throw UsageError(error)
        }
    }

    /// The backend to be judged.
    var target: ConformanceTarget {
        ConformanceTarget(name: name, harness: harness)
    }

    private var harness: ConformanceSuite {
        let (scheme, options, parent, backend) = (backend.scheme, options, parent, backend)
        // A check's folder keeps its name and moves beside the storage that the URL names.
        let place: @Sendable (String) -> String = { folder in
            guard let parent else { return folder }
            return parent + "/" + URL(filePath: folder).lastPathComponent
        }
        return ConformanceSuite(name: name) { folder in
            guard parent != nil, FileManager.default.fileExists(atPath: place(folder)) else {
                return
            }
            try FileManager.default.removeItem(atPath: place(folder))
        } files: { folder in
            place(folder)
        } open: { folder in
            let folder = place(folder)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            return try backend.open(Self.url(scheme, folder + "/data", options))
        }
    }

    private static func url(
        _ scheme: String, _ path: String, _ options: String
    ) throws(StorageError) -> StorageURL {
        guard scheme != "memory" else { return try StorageURL("memory:" + options) }
        var encoded = ""
        for byte in path.utf8 {
            let digits = String(byte, radix: 16)
            encoded +=
                byte == UInt8(ascii: "/") ? "/" : "%" + (digits.count == 1 ? "0" : "") + digits
        }
        return try StorageURL("\(scheme)://\(encoded)\(options)")
    }
}
