import Foundation

/// Removes a folder that is not needed any more.
func discard(_ folder: String) {
    do {
        try FileManager.default.removeItem(atPath: folder)
    } catch {
        note("cannot remove \(folder): \(error)")
    }
}

/// Says something on standard error.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
