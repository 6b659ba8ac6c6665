import StorageCore
import Synchronization

/// A storage whose records a server keeps: a connection for each transaction, and one that has the
/// namespace to itself.
final class RemoteStorage: Storage {
    private let path: String
    private let namespace: [UInt8]
    private let claim: Mutex<Connection?>

    init(socket path: String, namespace: String) throws {
        self.path = path
        self.namespace = Array(namespace.utf8)
        let connection = try Connection(to: path)
        guard try connection.ask(.open, [self.namespace]).answer == .done else {
            throw StorageError(.locked, "another client has '\(namespace)'; close it there")
        }
        claim = Mutex(connection)
    }

    deinit {
        letGo()
    }

    var capabilities: Capabilities { [.persistent, .concurrentReads] }
    var limits: Limits { Limits(maximumRecordSize: 1 << 20) }
    var description: StorageDescription {
        StorageDescription(scheme: "remote", path: path, durability: .none, size: nil)
    }

    func beginRead() throws(StorageError) -> any ReadDriver {
        try RemoteTransaction(connection(.read))
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        try RemoteTransaction(connection(.write))
    }

    func check() throws(StorageError) -> [String] {
        try beginRead().end()
        return []
    }

    func close() { letGo() }

    private func connection(_ request: Request) throws(StorageError) -> Connection {
        guard claim.withLock({ $0 != nil }) else { throw .closed("use the storage") }
        let connection = try Connection(to: path)
        _ = try connection.ask(request, [namespace])
        return connection
    }

    private func letGo() {
        claim.withLock { claim in
            guard let connection = claim else { return }
            claim = nil
            do {
                _ = try connection.ask(.open)
            } catch {
                // The server sees the end of the connection all the same.
            }
        }
    }
}

extension Connection {
    /// Sends a request and waits for the answer.
    func ask(
        _ request: Request, _ parts: Request.Parts = []
    ) throws(StorageError) -> (answer: Answer, parts: Request.Parts) {
        do {
            try send(request.message(parts))
            guard let message = try receive(), let answer = Answer(rawValue: message[0][0]) else {
                throw StorageError(.io, "the server is gone")
            }
            return (answer, Array(message.dropFirst()))
        } catch {
            throw StorageError(.io, "cannot ask the server: \(error)", cause: error)
        }
    }
}
