import SeededNumbers
public import StorageCore
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A harness for a backend whose records are kept by a server.
///
/// ```swift
/// let suite = ServerHarness(name: "mine") { place in
///     ServerCommand(
///         "my-server", ["--socket", place.socket, "--data", place.folder],
///         readyWhen: .line(containing: "ready"))
/// } open: { place, namespace in
///     try MyStorage(socket: place.socket, database: namespace)
/// }
/// ```
///
/// The server is started when it is first needed, once for a run and the processes of its worker,
/// and again if it has ended. It is ended with the run, with the harness, and with the process that
/// started it, in whatever way that ends.
public final class ServerHarness: Harness {
    /// What a process that started a server tells those that it starts.
    private struct Address: Codable {
        let owner: Int32
        let place: ServerPlace
    }

    /// The backend's name.
    public let name: String

    private let command: @Sendable (ServerPlace) throws -> ServerCommand
    private let opener: @Sendable (ServerPlace, _ namespace: String) throws -> any Storage
    private let destroyer: @Sendable (ServerPlace, _ namespace: String) throws -> Void
    private let server = Mutex<ServerProcess?>(nil)

    /// Makes a harness.
    ///
    /// - Parameters:
    ///   - name: The backend's name, for reports.
    ///   - command: How the server is started at a place.
    ///   - open: Opens the storage of a namespace on the server at a place, as
    ///     ``Harness/open(at:)`` says of folders: a name of up to 63 lowercase letters, digits and
    ///     underscores.
    ///   - destroy: Removes what the server keeps of a namespace. Leave it out if that is not worth
    ///     the while: what the server has in its folder goes with it.
    public init(
        name: String, command: @escaping @Sendable (ServerPlace) throws -> ServerCommand,
        open: @escaping @Sendable (ServerPlace, _ namespace: String) throws -> any Storage,
        destroy: @escaping @Sendable (ServerPlace, _ namespace: String) throws -> Void = { _, _ in }
    ) {
        self.name = name
        self.command = command
        opener = open
        destroyer = destroy
    }

    /// Opens the storage of the namespace that belongs to a folder.
    ///
    /// - Throws: ``/StorageCore/StorageError`` with the server's last words if it does not start.
    public func open(at folder: String) throws -> any Storage {
        try opener(start(), ServerPlace.namespace(folder))
    }

    /// The folder itself, in which nothing is kept: the files are the server's.
    public func files(at folder: String) -> String { folder }

    /// Removes what the server keeps of the namespace that belongs to a folder.
    public func destroy(at folder: String) throws {
        try destroyer(start(), ServerPlace.namespace(folder))
    }

    /// Starts the server, unless it runs.
    ///
    /// - Returns: Where it is.
    /// - Throws: ``/StorageCore/StorageError`` with the server's last words if it does not start.
    @discardableResult
    public func start() throws -> ServerPlace {
        try server.withLock { server in
            if let server, server.isRunning { return server.place }
            if let inherited = try inherited() { return inherited }
            let started = try ServerProcess(command)
            server = started
            let address = Address(owner: getpid(), place: started.place)
            guard unsafe setenv(variable, try address.jsonLine(), 1) == 0 else {
                throw StorageError.system(errno, "set", variable)
            }
            return started.place
        }
    }

    /// Ends the server, if this harness has started it.
    public func stop() {
        let stopped = server.withLock { server in
            defer { server = nil }
            return server
        }
        guard let stopped else { return }
        unsafe unsetenv(variable)
        stopped.stop()
    }

    /// The last that the server said, or nil if this harness has started none.
    public var words: String? { server.withLock(\.self)?.words }

    private var variable: String {
        "CONFORMANCE_SERVER_\(String(StableHash.of(name), radix: 16))"
    }

    /// The server of a process that started this one.
    private func inherited() throws -> ServerPlace? {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
        let address = try Address(jsonLine: text)
        return address.owner == getpid() ? nil : address.place
    }
}
