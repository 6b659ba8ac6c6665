import Foundation
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One end of a conversation in messages: lists of byte strings, of which the first says what the
/// message is about.
final class Connection {
    typealias Message = [[UInt8]]

    private let handle: FileHandle

    init(_ descriptor: CInt) {
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Connects to a server.
    convenience init(to path: String) throws(StorageError) {
        let descriptor = newSocket()
        guard unsafe withSocketAddress(path, { unsafe connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw StorageError(.io, "cannot connect to '\(path)': errno \(errno)")
        }
        self.init(descriptor)
    }

    /// Sends a message.
    func send(_ message: Message) throws {
        var bytes = Data(message.count.encoded)
        for part in message { bytes += part.count.encoded + part }
        try handle.write(contentsOf: bytes)
    }

    /// The next message, or nil if the other end is gone.
    func receive() throws -> Message? {
        guard let count = try number() else { return nil }
        return try (0..<count).map { _ in
            guard let size = try number(), let part = try bytes(size) else {
                throw StorageError(.io, "the connection ended in a message")
            }
            return part
        }
    }

    /// Whether nobody is at the other end any more. What it said before may still be there to be read.
    var isHungUp: Bool {
        var question = pollfd(fd: handle.fileDescriptor, events: 0, revents: 0)
        return unsafe poll(&question, 1, 0) == 1 && question.revents & Int16(POLLHUP) != 0
    }

    /// Ends the conversation.
    func hangUp() throws {
        try handle.close()
    }

    private func number() throws -> Int? {
        try bytes(4).map { Int(encoded: $0) }
    }

    private func bytes(_ count: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = try handle.read(upToCount: count - bytes.count), !more.isEmpty else {
                return nil
            }
            bytes += more
        }
        return bytes
    }
}

extension Int {
    /// The number as four bytes.
    var encoded: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }

    init(encoded bytes: [UInt8]) {
        let number = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self = Int(Int32(bitPattern: number))
    }
}

/// A socket that nothing is connected to.
func newSocket() -> CInt {
    #if canImport(Glibc)
        socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #else
        socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
}

/// Lends the address of a path as the calls of the system take it.
///
/// - Precondition: The path is short enough.
func withSocketAddress(
    _ path: String, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
        precondition(path.utf8.count < place.count, "the path '\(path)' is too long")
        unsafe place.copyBytes(from: Array(path.utf8))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
    }
}
