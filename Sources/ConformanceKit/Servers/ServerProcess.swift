import StorageCore
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

/// A server that runs for as long as this object, and never for longer than this process.
final class ServerProcess: Sendable {
    private static let patience = Duration.seconds(30)

    // The shell starts the server and waits for the end of its input, which comes when this process
    // is gone, however it went. Then it asks the server to end, and kills it if it does not.
    private static let guardian = """
        "$@" </dev/null & server=$!
        exec >/dev/null 2>&1
        while read -r line; do :; done
        kill -TERM "$server"
        (sleep 5; kill -KILL "$server") &
        wait "$server"
        kill -KILL 0
        """

    let place: ServerPlace
    private let log: ServerLog
    private let id: pid_t
    private let lifeline: Mutex<Descriptor?>

    /// Starts a server, and waits until it is ready.
    ///
    /// - Throws: ``/StorageCore/StorageError`` with the server's last words if it ends before, or is
    ///   not ready in time.
    init(_ command: @Sendable (ServerPlace) throws -> ServerCommand) throws {
        place = try ServerPlace()
        let command = try command(place)
        let words = ["/bin/sh", "-c", Self.guardian, "sh", command.program] + command.arguments
        do {
            let input = try Pipe()
            let output = try Pipe()
            id = try spawn(
                words[0], words,
                ProcessInfo.processInfo.environment.merging(command.environment) { $1 },
                descriptors: [input.reading.number, output.writing.number, output.writing.number])
            lifeline = Mutex(input.writing)
            log = ServerLog(output.reading)
            // The other ends are closed here: a log is over when nobody else can write to it.
        }
        do {
            try waitUntilReady(command)
        } catch {
            stop()
            throw error
        }
    }

    deinit {
        stop()
    }

    /// Whether the server has not ended by itself.
    var isRunning: Bool { !log.isOver }

    /// The last lines that it said.
    var words: String { log.words }

    /// Asks the server to end, kills it if it does not, and removes its folder. What cannot be
    /// removed stays there.
    func stop() {
        let isFirst = lifeline.withLock { lifeline in
            let isHeld = lifeline != nil
            lifeline = nil
            return isHeld
        }
        guard isFirst else { return }
        var status: CInt = 0
        while unsafe waitpid(id, &status, 0) < 0 && errno == EINTR {}
        do {
            try place.remove()
        } catch {
            // The server is gone, which is what matters; the folder is a temporary one.
        }
    }

    private func waitUntilReady(_ command: ServerCommand) throws {
        let deadline = ContinuousClock.now + Self.patience
        while try !isReady(command.readiness) {
            guard isRunning else { throw failure(command, "ended before it was ready") }
            guard ContinuousClock.now < deadline else {
                throw failure(command, "was not ready within \(Self.patience)")
            }
            log.waitForNews()
        }
    }

    private func isReady(_ readiness: ServerCommand.Readiness) throws(StorageError) -> Bool {
        switch readiness {
        case .line(let text): log.contains(text)
        case .port: try isListening(port: place.port)
        case .socket: try isListening(socket: place.socket)
        }
    }

    private func failure(_ command: ServerCommand, _ what: String) -> StorageError {
        let words = log.words
        return StorageError(
            .io,
            "the server '\(command.program)' \(what); "
                + (words.isEmpty ? "it said nothing" : "it said last: \(words)"))
    }
}
