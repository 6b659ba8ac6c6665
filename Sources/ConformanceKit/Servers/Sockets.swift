import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A port of 127.0.0.1 that nothing listens on.
func freePort() throws(StorageError) -> Int {
    let socket = try Descriptor(streamSocket: AF_INET)
    var address = loopback(0)
    let isBound = unsafe withAddress(of: &address) { unsafe bind(socket.number, $0, $1) == 0 }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = unsafe withAddress(of: &address) { pointer, _ in
        unsafe getsockname(socket.number, pointer, &size) == 0
    }
    guard isBound, isNamed else { throw .system(errno, "find a free port of", "127.0.0.1") }
    return Int(UInt16(bigEndian: address.sin_port))
}

/// Whether something takes connections on a port of 127.0.0.1.
func isListening(port: Int) throws(StorageError) -> Bool {
    let socket = try Descriptor(streamSocket: AF_INET)
    var address = loopback(port)
    return unsafe withAddress(of: &address) { unsafe connect(socket.number, $0, $1) == 0 }
}

/// Whether something takes connections on a socket of the file system.
func isListening(socket path: String) throws(StorageError) -> Bool {
    let socket = try Descriptor(streamSocket: AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
        guard bytes.count < place.count else { return false }
        unsafe place.copyBytes(from: bytes)
        return true
    }
    guard fits else {
        throw StorageError(
            .invalidArgument,
            "the path '\(path)' is too long for a socket; set TMPDIR to a shorter one")
    }
    return unsafe withAddress(of: &address) { unsafe connect(socket.number, $0, $1) == 0 }
}

private func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

/// Lends an address as the calls of the system take it.
private func withAddress<Address, Output>(
    of address: inout Address,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Output
) -> Output {
    let size = socklen_t(MemoryLayout<Address>.size)
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
    }
}

extension Descriptor {
    fileprivate init(streamSocket family: CInt) throws(StorageError) {
        #if canImport(Glibc)
            let number = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        #else
            let number = socket(family, SOCK_STREAM, 0)
        #endif
        guard number >= 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .system(errno, "make", "a socket")
        }
        self.init(number)
    }
}
