import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The lock of a storage among processes, and its claim within this one.
///
/// It is a lock of `flock` on a file of its own: the kernel drops it when the process ends,
/// however it ends, and opening and closing the file elsewhere does not.
final class FileLock: Sendable {
    private let claim: OpenFile
    private let file: OpenedFile
    private let place: FilePlace
    private let fork: Fork

    private init(
        _ file: OpenedFile, _ claim: OpenFile, _ place: FilePlace
    ) throws(StorageError) {
        fork = try Fork()
        self.file = file
        self.claim = claim
        self.place = place
    }

    deinit {
        release()
    }

    /// Takes the lock that keeps everybody else out.
    ///
    /// - Throws: ``StorageError/Code/alreadyOpen`` if this process has the storage open;
    ///   ``StorageError/Code/locked`` if another one does, and still does after `timeout`.
    static func exclusive(
        _ place: FilePlace, timeout: Duration
    ) throws(StorageError) -> FileLock {
        let deadline = ContinuousClock.now + timeout
        while true {
            let file = try OpenedFile(place.lock, O_RDWR | O_CREAT)
            if let lock = try take(LOCK_EX, file, place, timeout, deadline) { return lock }
        }
    }

    /// Takes the lock that keeps writers out, or returns nil if no writer has left a file to lock,
    /// or none that we may open: a reader does not create one.
    static func shared(
        _ place: FilePlace, timeout: Duration
    ) throws(StorageError) -> FileLock? {
        let deadline = ContinuousClock.now + timeout
        while true {
            let file: OpenedFile
            do throws(StorageError) {
                file = try OpenedFile(place.lock, O_RDONLY)
            } catch  where error.code == .notFound || error.code == .permissionDenied {
                return nil
            }
            if let lock = try take(LOCK_SH, file, place, timeout, deadline) { return lock }
        }
    }

    /// Takes the lock on an open file, or returns nil if the file is not at its path any more.
    private static func take(
        _ kind: CInt, _ file: OpenedFile, _ place: FilePlace, _ timeout: Duration,
        _ deadline: ContinuousClock.Instant
    ) throws(StorageError) -> FileLock? {
        let claim = try OpenFiles.shared.claim(file.stamp().identity, path: place.path)
        while flock(file.descriptor, kind | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .system(errno, "lock", place.lock)
            }
            guard ContinuousClock.now < deadline else {
                throw StorageError(
                    .locked,
                    "cannot open '\(place.path)': another process has it open and holds "
                        + "'\(place.lock)', for longer than the timeout of \(timeout); close it "
                        + "there, or raise the timeout")
            }
            usleep(5000)
        }
        let lock = try FileLock(file, claim, place)
        // Whoever had the lock may have removed the file; the next one locks a new one.
        return try lock.isInPlace ? lock : nil
    }

    /// Whether the file that is locked is the one that others would lock.
    var isInPlace: Bool {
        get throws(StorageError) {
            try FileSystem.status(place.lock)?.identity == claim.identity
        }
    }

    /// Gives the lock up.
    func release() {
        // A forked copy of the process shares the lock: to unlock it is to unlock it for both.
        guard fork.isSameProcess else { return }
        // Closing is not enough: a child process that is just being started has a copy of the
        // descriptor until its program begins.
        _ = flock(file.descriptor, LOCK_UN)
        claim.release()
    }

    /// Removes the file of an exclusive lock. The storage must be done with everything else: from
    /// here on others have it.
    func removeFile() throws(StorageError) {
        if try isInPlace { try FileSystem.remove(place.lock) }
    }
}
