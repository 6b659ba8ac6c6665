import Foundation
import Testing

/// The tool as a process of its own.
enum Tool {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] {
            output.split(separator: "\n").map(String.init)
        }
    }

    /// The product `storage`, which is built beside the test bundle.
    private static var executable: URL {
        let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "storage")
    }

    /// Runs the tool in `folder` and kills it after `patience`, unless it has ended before.
    ///
    /// - Returns: Whether it was killed.
    static func runAndKill(
        _ arguments: [String], in folder: String, after patience: DispatchTimeInterval
    ) throws -> Bool {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        guard ended.wait(timeout: .now() + patience) == .timedOut else { return false }
        kill(process.processIdentifier, SIGKILL)
        ended.wait()
        return process.terminationReason == .uncaughtSignal
    }

    /// Runs the tool in `folder` and waits for its end.
    static func run(
        _ arguments: [String], in folder: String, input: String = ""
    ) throws -> Result {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        // Files instead of pipes: nobody has to read while the tool writes.
        let scratch = URL(filePath: folder).appending(path: ".tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        func file(_ name: String, _ content: String) throws -> FileHandle {
            let url = scratch.appending(path: name)
            try Data(content.utf8).write(to: url)
            return try FileHandle(forUpdating: url)
        }
        process.standardInput = try file("in", input)
        process.standardOutput = try file("out", "")
        process.standardError = try file("err", "")
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String {
            try String(contentsOf: scratch.appending(path: name), encoding: .utf8)
        }
        let result = Result(
            status: process.terminationStatus, output: try text("out"), errors: try text("err"))
        try FileManager.default.removeItem(at: scratch)
        return result
    }
}
