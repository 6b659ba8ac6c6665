import Foundation

/// A new folder for one test, removed with all its content when the value goes away.
public final class TemporaryFolder: Sendable {
    /// The absolute path.
    public let path: String

    /// Makes a folder whose name has what trips path handling: a space, a percent sign, an accent.
    public init() throws {
        let parent = FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "störage 100% \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path(percentEncoded: false)
    }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String {
        path + "/" + name
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("cannot remove the folder of a test: \(error)")
        }
    }
}
