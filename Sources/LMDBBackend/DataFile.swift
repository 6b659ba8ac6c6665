import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file `data.mdb`, opened beside LMDB: to look at it before LMDB does, and to lock it.
///
/// LMDB itself puts its locks on `lock.mdb`. That file must not be opened here: closing it would
/// give up LMDB's locks, which belong to the process and not to a descriptor.
final class DataFile: Sendable {
    let path: String
    let identity: FileSystem.Identity
    /// The permission bits.
    let mode: UInt32
    private let descriptor: CInt

    /// Opens the file that was claimed.
    ///
    /// - Throws: ``StorageError/Code/notAStorage`` if it is not a regular file;
    ///   ``StorageError/Code/changedOutside`` if it is not the one with `identity`.
    init(_ path: String, _ identity: FileSystem.Identity) throws(StorageError) {
        // Without O_NONBLOCK, opening a pipe would wait for its other end.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, "open", path) }
        self.descriptor = descriptor
        self.path = path
        self.identity = identity
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw .system(errno, "examine", path) }
        mode = UInt32(info.st_mode & 0o777)
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': it is a folder or a device, not a file; choose another path"
            )
        }
        guard info.st_ino == identity.inode, info.st_dev == identity.device else {
            throw StorageError(
                .changedOutside,
                "cannot open '\(path)': another program replaced it just now; try again")
        }
    }

    deinit { close(descriptor) }

    /// The present size in bytes.
    func size() throws(StorageError) -> Int {
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw .system(errno, "examine", path) }
        return Int(info.st_size)
    }

    /// As many of `count` bytes from `offset` on as the file has.
    func read(_ count: Int, at offset: Int) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
                    off_t(offset + filled))
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw .system(errno, "read", path) }
            if result == 0 { break }
            filled += result
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Takes the lock if nobody has it.
    func tryLock() throws(StorageError) -> Bool {
        try changeLock(LOCK_EX | LOCK_NB)
    }

    /// Waits for the lock, however long that takes.
    func lock() throws(StorageError) {
        _ = try changeLock(LOCK_EX)
    }

    func unlock() {
        // Giving back a lock that is held cannot fail, and there would be nothing to do about it.
        _ = flock(descriptor, LOCK_UN)
    }

    private func changeLock(_ operation: CInt) throws(StorageError) -> Bool {
        while flock(descriptor, operation) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw .system(errno, "lock", path)
            }
        }
        return true
    }
}
