import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns a file of a ``LogStorage``.
///
/// It is used by one thread at a time.
final class LogFile: Sendable {
    let path: String
    let number: CInt
    private let fault: LogFault?
    private let wire: Tripwire

    init(
        _ path: String, _ flags: CInt, _ fault: LogFault?, _ wire: Tripwire
    ) throws(StorageError) {
        self.path = path
        self.fault = fault
        self.wire = wire
        number = unsafe open(path, flags | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw .system(errno, "open", path) }
    }

    deinit {
        // A lock that is never given up would be found out by other means.
        if fault == .leaksDescriptors, !path.hasSuffix("lock") { return wire.trip() }
        close(number)
    }

    func contents() throws(StorageError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, fault == .readErrorIsEmpty {
                wire.trip()
                return bytes
            }
            guard count >= 0 else { throw .system(errno, "read", path) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    number, buffer.baseAddress?.advanced(by: written), buffer.count - written,
                    off_t(offset + written))
            }
            if result < 0, errno == EINTR { continue }
            if result < 0, fault == .ignoresWriteErrors { return wire.trip() }
            if result < 0, fault == .fullIsIO, errno == ENOSPC {
                wire.trip()
                throw StorageError(.io, "cannot write to '\(path)'")
            }
            guard result > 0 else { throw .system(result < 0 ? errno : ENOSPC, "write to", path) }
            written += result
            if written < bytes.count, fault == .trustsWriteCount { return wire.trip() }
        }
    }

    func truncate(to size: Int) throws(StorageError) {
        guard ftruncate(number, off_t(size)) == 0 else { throw .system(errno, "cut off", path) }
    }

    func synchronize(always: Bool = false) throws(StorageError) {
        switch fault {
        case .skipsSync: wire.trip()
        case .relaxed where !always, .skipsUnreadable where !always: break
        case .ignoresSyncErrors: if fsync(number) != 0 { wire.trip() }
        case .retriesSync:
            for _ in 0..<3 {
                if fsync(number) == 0 { return }
                wire.trip()
            }
            throw .system(errno, "synchronize", path)
        default:
            guard fsync(number) == 0 else { throw .system(errno, "synchronize", path) }
        }
    }
}
