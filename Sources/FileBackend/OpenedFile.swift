import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one file descriptor.
final class OpenedFile: Sendable {
    let path: String
    let descriptor: CInt

    /// Opens a file. The descriptor is not handed down to other programs.
    init(_ path: String, _ flags: CInt, mode: mode_t = 0o666) throws(StorageError) {
        self.path = path
        descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .system(errno, "open", path) }
    }

    deinit {
        close(descriptor)
    }

    func stamp() throws(StorageError) -> FileStamp {
        try FileStamp(descriptor: descriptor, path: path)
    }

    /// The whole content.
    func content() throws(StorageError) -> [UInt8] {
        let size = try stamp().size
        var content: [UInt8] = []
        content.reserveCapacity(size + 1)
        while true {
            // One byte more than is expected, so that the end is found without another round.
            let room = max(size + 1 - content.count, 1 << 16)
            let chunk = try chunk(at: content.count, room: room)
            if chunk.isEmpty { return content }
            if content.isEmpty, chunk.count == size { content = chunk } else { content += chunk }
        }
    }

    private func chunk(at offset: Int, room: Int) throws(StorageError) -> [UInt8] {
        var failure: CInt = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var result = -1
            repeat {
                result = unsafe pread(descriptor, buffer.baseAddress, room, off_t(offset))
            } while result < 0 && errno == EINTR
            if result < 0 { failure = errno }
            count = max(0, result)
        }
        guard failure == 0 else { throw .system(failure, "read", path) }
        return chunk
    }
}
