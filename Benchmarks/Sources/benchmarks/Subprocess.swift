import BenchmarkKit
import Foundation

/// Other programs, and this one again.
enum Subprocess {
    /// This program.
    static var executable: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

    /// Runs a program to its end and returns what it wrote, on standard error if `isError`.
    ///
    /// - Throws: ``StoreFailure`` with what it wrote on standard error if it did not end well.
    static func output(
        of program: String, _ words: [String], isError: Bool = false,
        environment: [String: String] = [:]
    ) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = isError ? FileHandle.nullDevice : output
        process.standardError = isError ? error : FileHandle.standardError
        try process.run()
        let bytes = (isError ? error : output).fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let text = isError ? String(decoding: bytes, as: UTF8.self) : ""
            throw StoreFailure(
                "\(program) \(words.joined(separator: " ")) ended with \(process.terminationStatus)"
                    + (text.isEmpty ? "" : ": " + text))
        }
        return bytes
    }

    /// The path of a program of a name, or nil if it is not installed.
    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
