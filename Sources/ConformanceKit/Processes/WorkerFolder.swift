#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder in which one process of a worker keeps what is temporary: it may end before it can
/// clean up.
struct WorkerFolder {
    private let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/conformance-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    /// The environment of a process that uses the folder.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = path
        // Crashes are counted, not looked into, and a backtrace takes longer than most checks.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }

    /// Removes the folder, and what the storages of checks that did not end keep elsewhere. What
    /// cannot be removed is told to `warn`.
    func remove(_ harness: any Harness, warn: (String) -> Void) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: path)
            where name.hasPrefix(CheckContext.folderPrefix) {
                try harness.destroy(at: path + "/" + name)
            }
            try FileManager.default.removeItem(atPath: path)
        } catch {
            warn("what a check that did not end left behind is still there: \(error.context)")
        }
    }
}
