internal import CommandLineTool
public import ConformanceKit
import Foundation

/// The program with which the author of a backend runs the kit: all of what `storage conformance`
/// does, for backends that the tool does not know.
///
/// The program is one call:
///
/// ```swift
/// import ConformanceKit
/// import ConformanceTool
///
/// @main struct Program {
///     static func main() async {
///         await ConformanceProgram.main(
///             ConformanceSuite(name: "mine") { folder in try MyStorage(path: folder + "/db") })
///     }
/// }
/// ```
///
/// Started with `--help`, it lists its options. Checks run in processes of their own, for which it
/// starts itself again, so that a backend that traps or hangs does not end the run.
public enum ConformanceProgram {
    /// Does what the command line says, and ends the process: with 0 if all is well, 1 if a report
    /// could not be written, 2 if the words on the command line are off, and 3 if a backend broke a
    /// rule.
    ///
    /// - Parameters:
    ///   - harnesses: The backends. Words on the command line choose among them by name.
    ///   - checks: The checks, to which an author may add his own.
    /// - Precondition: No two harnesses have the same name.
    public static func main(
        _ harnesses: any Harness..., checks: [Check] = Check.all
    ) async -> Never {
        let targets = harnesses.map { ConformanceTarget(name: $0.name, harness: $0) }
        precondition(
            Set(targets.map(\.name)).count == targets.count, "two harnesses have the same name")
        let output = Output()
        let status = await ExitStatus.of(output) {
            try await run(Array(CommandLine.arguments.dropFirst()), targets, checks, output)
        }
        output.flush()
        exit(status.rawValue)
    }

    private static func run(
        _ words: [String], _ targets: [ConformanceTarget], _ checks: [Check], _ output: Output
    ) async throws -> ExitStatus {
        let program = CommandLine.arguments[0].quotedForShell
        if words.first == ConformanceWorker.word {
            var arguments = try Arguments(
                Array(words.dropFirst()), options: ConformanceWorker.options, of: program)
            try await ConformanceWorker(&arguments).serve(checks: checks) {
                try target($0, targets).harness
            }
            return .done
        }
        guard !words.contains("--help") else {
            output.line(help(program, targets))
            return .done
        }
        var arguments = try Arguments(words, options: ConformanceRun.options, of: program)
        let run = try ConformanceRun(arguments, checks: checks)
        var chosen: [ConformanceTarget] = []
        while let name = arguments.takeOptional() { chosen.append(try target(name, targets)) }
        return try await run.run(chosen.isEmpty ? targets : chosen, output)
    }

    private static func target(
        _ name: String, _ targets: [ConformanceTarget]
    ) throws(UsageError) -> ConformanceTarget {
        guard let target = targets.first(where: { $0.name == name }) else {
            throw UsageError(
                "there is no backend '\(name)'; there are: "
                    + targets.map(\.name).joined(separator: ", "))
        }
        return target
    }

    private static func help(_ program: String, _ targets: [ConformanceTarget]) -> String {
        """
        runs ConformanceKit on backends, each check in a fresh folder

        usage: \(program) [NAME …] \(ConformanceRun.usage)

        names: \(targets.map(\.name).joined(separator: ", "))

        \(ConformanceRun.options.help)

        Exit status: 0 done, 1 failed, 2 the words are off, 3 a backend broke a rule.
        """
    }
}
