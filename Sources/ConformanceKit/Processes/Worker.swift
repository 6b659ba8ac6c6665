/// A program that runs checks for a runner, in processes of its own: what kills or hangs a process
/// there ends one check, and the run goes on with the next one.
///
/// Any program that can open storages of the backend can be the worker, also the one that runs the
/// runner. It needs a word on its command line that tells it so:
///
/// ```swift
/// let suite = ConformanceSuite(name: "mine") { try MyStorage(folder: $0) }
/// if CommandLine.arguments.dropFirst().first == "worker" {
///     try await Worker.serve(suite)
/// } else {
///     let runner = Runner(suite, worker: .thisExecutable(["worker"]))
///     print(await runner.run().text)
/// }
/// ```
///
/// Without such a program, as in a bundle of tests, checks run in the process of the runner, and those
/// that need a second process are not run.
public struct Worker: Hashable, Sendable, Codable {
    /// The path of the program.
    public let executable: String

    /// The words that it is started with, before the request of the runner.
    public let arguments: [String]

    /// Names the program.
    public init(executable: String, arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// The program that is running, to be started with these words.
    public static func thisExecutable(_ arguments: [String]) -> Worker {
        #if os(Linux)
            Worker(executable: "/proc/self/exe", arguments: arguments)
        #else
            Worker(executable: CommandLine.arguments[0], arguments: arguments)
        #endif
    }
}
