import Foundation
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Keeps namespaces of records in memory, for clients that connect to its socket.
final class Server: @unchecked Sendable {
    // The lock of the condition guards both dictionaries.
    private let condition = NSCondition()
    private var storages: [[UInt8]: MemoryStorage] = [:]
    private var holders: [[UInt8]: Connection] = [:]

    /// Serves until the process is ended, a thread for each connection.
    func run(at path: String) throws -> Never {
        let socket = newSocket()
        guard unsafe withSocketAddress(path, { unsafe bind(socket, $0, $1) }) == 0,
            listen(socket, 64) == 0
        else { throw StorageError(.io, "cannot listen at '\(path)': errno \(errno)") }
        // For tests that look whether the server is gone.
        try "\(getpid())".write(toFile: path + ".pid", atomically: true, encoding: .utf8)
        print("process \(getpid()) is ready at \(path)")
        fflush(nil)
        while true {
            let descriptor = accept(socket, nil, nil)
            guard descriptor >= 0 else { continue }
            Thread.detachNewThread {
                do {
                    try self.serve(Connection(descriptor))
                } catch {
                    print("a client left: \(error)")
                }
            }
        }
    }

    private func serve(_ connection: Connection) throws {
        guard let message = try connection.receive() else { return }
        let namespace = message[1]
        switch Request(rawValue: message[0][0]) {
        case .open: try hold(namespace, connection)
        case .read: try Session(storage(namespace).beginRead(), connection).run()
        case .write: try Session(storage(namespace).beginWrite(), connection).run()
        default: throw StorageError(.invalidArgument, "a connection begins otherwise")
        }
    }

    private func storage(_ namespace: [UInt8]) -> MemoryStorage {
        condition.withLock {
            let storage = storages[namespace] ?? MemoryStorage()
            storages[namespace] = storage
            return storage
        }
    }

    /// Gives a namespace to a client until it says so, or is gone.
    private func hold(_ namespace: [UInt8], _ connection: Connection) throws {
        let isFree = condition.withLock {
            // A client that was killed hung up when it died, and its thread here is about to see it.
            while let holder = holders[namespace], holder.isHungUp { condition.wait() }
            guard holders[namespace] == nil else { return false }
            holders[namespace] = connection
            return true
        }
        guard isFree else { return try connection.send(Answer.taken.message()) }
        let isClosed: Bool
        do {
            try connection.send(Answer.done.message())
            isClosed = try connection.receive() != nil
        } catch {
            release(namespace)
            throw error
        }
        // Once only: it may be somebody else's right afterwards.
        release(namespace)
        if isClosed { try connection.send(Answer.done.message()) }
    }

    private func release(_ namespace: [UInt8]) {
        condition.withLock {
            holders[namespace] = nil
            condition.broadcast()
        }
    }
}
