/// How a server is started.
///
/// The server must stay in the foreground: what puts itself into the background cannot be ended.
public struct ServerCommand: Hashable, Sendable {
    /// What shows that a server takes connections.
    public enum Readiness: Hashable, Sendable {
        /// Its output has a line with this text in it.
        case line(containing: String)
        /// Something takes connections on ``ServerPlace/port``.
        case port
        /// Something takes connections on ``ServerPlace/socket``.
        case socket
    }

    /// The program: its path, or a name that is looked up in `PATH`.
    public let program: String

    /// The words behind it.
    public let arguments: [String]

    /// What is set in its environment beside that of this process.
    public let environment: [String: String]

    /// What shows that it is ready.
    public let readiness: Readiness

    /// Describes a server.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        readyWhen readiness: Readiness
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.readiness = readiness
    }
}
