import Foundation
import StorageCore

/// A file that a command writes a report to.
package enum ReportFile {
    /// Writes the file, in place of one that may be there.
    ///
    /// - Throws: ``StorageError/Code/io`` if it cannot be written.
    package static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw StorageError(
                .io, "cannot write the report to '\(path)'; check its folder and permissions",
                cause: error)
        }
    }
}
