import Foundation

/// A pipe with a name, by which one process tells another how far it is.
final class Signal: Sendable {
    private let descriptor: CInt

    struct Failure: Error {
        let operation: String
        let number = errno
    }

    /// Makes the pipe at `path`, or joins it if it is there.
    init(_ path: String) throws {
        guard unsafe mkfifo(path, 0o600) == 0 || errno == EEXIST else {
            throw Failure(operation: "make")
        }
        // Open for reading as well, so that neither side has to wait for the other to open it.
        descriptor = unsafe Foundation.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(operation: "open") }
    }

    deinit { close(descriptor) }

    func send() throws {
        guard unsafe Foundation.write(descriptor, [1], 1) == 1 else {
            throw Failure(operation: "write")
        }
    }

    /// Waits until the other process has sent, and gives up where it surely never will.
    func wait() throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, 300_000) == 1 else { throw Failure(operation: "wait") }
        var byte: UInt8 = 0
        guard unsafe Foundation.read(descriptor, &byte, 1) == 1 else {
            throw Failure(operation: "read")
        }
    }
}
