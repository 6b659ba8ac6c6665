import StorageCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one file descriptor.
struct Descriptor: ~Copyable {
    let number: CInt

    init(_ number: CInt) {
        self.number = number
    }

    /// What can be read now: nil if that is nothing yet, empty if it is nothing any more.
    func read() throws(StorageError) -> [UInt8]? {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, initialized in
            repeat {
                count = unsafe systemRead(number, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            initialized = max(count, 0)
        }
        guard count >= 0 || errno == EAGAIN else { throw .system(errno, "read from", "a pipe") }
        return count < 0 ? nil : bytes
    }

    deinit {
        close(number)
    }
}

/// The two ends of a pipe. Neither goes on to processes that ``spawn(_:_:_:descriptors:)`` starts.
struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    // A process that is started between the two calls that make a pipe would keep it open.
    static let lock = Mutex(())

    init() throws(StorageError) {
        let numbers = try Self.lock.withLock { (_) throws(StorageError) in try closingPipe() }
        reading = Descriptor(numbers[0])
        writing = Descriptor(numbers[1])
    }
}

private func closingPipe() throws(StorageError) -> [CInt] {
    var numbers: [CInt] = [-1, -1]
    guard unsafe pipe(&numbers) == 0 else { throw .system(errno, "make", "a pipe") }
    for number in numbers where fcntl(number, F_SETFD, FD_CLOEXEC) != 0 {
        throw .system(errno, "set up", "a pipe")
    }
    return numbers
}

/// Writes all of the bytes to a descriptor.
func write(_ bytes: [UInt8], to number: CInt) throws(StorageError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { buffer in
            unsafe write(number, buffer.baseAddress, buffer.count)
        }
        guard count >= 0 || errno == EINTR else { throw .system(errno, "write to", "a pipe") }
        rest = rest.dropFirst(max(count, 0))
    }
}

private func systemRead(_ number: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, bytes, count)
}
