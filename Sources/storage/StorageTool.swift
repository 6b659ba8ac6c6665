import CommandLineTool
import FileBackend
import Foundation
import LMDBBackend
import SQLiteBackend
import StorageCore

/// The command-line tool `storage`: a thin front over the library.
@main
struct StorageTool {
    static let version = "0.1.0"

    static let backends: BackendRegistry = [.file, .lmdb, .memory, .sqlite]

    static let commands: [any Command.Type] = [
        DriversCommand.self, PutCommand.self, GetCommand.self, DeleteCommand.self,
        ScanCommand.self, QueryCommand.self, IndexCommand.self, ImportCommand.self,
        ExportCommand.self, CopyCommand.self, VerifyCommand.self, InfoCommand.self,
        ConformanceCommand.self, BenchCommand.self,
    ]

    /// The commands that the tool gives itself.
    private static let internalCommands: [any Command.Type] = [ConformanceWorkerCommand.self]

    static func main() async {
        let output = Output()
        let status = await run(Array(CommandLine.arguments.dropFirst()), output)
        output.flush()
        exit(status.rawValue)
    }

    private static func run(_ words: [String], _ output: Output) async -> ExitStatus {
        await .of(output) {
            guard let command = try command(words, output) else { return .done }
            return try await command.run(output)
        }
    }

    /// The command that the words ask for, or nil if they ask for help, which is given.
    private static func command(
        _ words: [String], _ output: Output
    ) throws(UsageError) -> (any Command)? {
        guard let name = words.first else {
            throw UsageError("a command is missing; see 'storage help'")
        }
        switch name {
        case "--version":
            output.line("storage \(version)")
            return nil
        case "help", "--help", "-h":
            output.line(try help(for: words.dropFirst().first))
            return nil
        default:
            let type = try commandType(name)
            if words.contains("--help") {
                output.line(help(type))
                return nil
            }
            var arguments = try Arguments(
                words.dropFirst(), options: type.options, of: "storage \(name)")
            let command = try type.init(&arguments)
            try arguments.rejectLeftovers()
            return command
        }
    }

    private static func commandType(_ name: String) throws(UsageError) -> any Command.Type {
        guard let type = (commands + internalCommands).first(where: { $0.name == name }) else {
            throw UsageError(
                "there is no command '\(name)'; there are: "
                    + commands.map { $0.name }.joined(separator: ", "))
        }
        return type
    }

    private static func help(for name: String?) throws(UsageError) -> String {
        if let name { return help(try commandType(name)) }
        let width = commands.map { $0.name.count }.max() ?? 0
        let rows = commands.map { command in
            "  " + command.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
                + command.summary
        }
        return """
            storage: keeps records in the engine that a URL names

            usage: storage COMMAND …

            \(rows.joined(separator: "\n"))

            'storage help COMMAND' says more. URLs: sqlite:///path.db, lmdb:///folder,
            file:///path.json, memory:. Keys and records are JSON. Results go to standard output,
            everything else to standard error. Exit status: 0 done, 1 failed, 2 the words are off,
            3 conformance or verification found a fault.
            """
    }

    private static func help(_ command: any Command.Type) -> String {
        """
        \(command.summary)

        usage: storage \(command.name) \(command.usage)

        \(command.options.help)
        """
    }
}
