import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The operations of the operating system.
struct SystemFileOperations: FileOperations {
    func create(_ path: String, like model: String?) throws(StorageError) -> OpenedFile {
        let file = try OpenedFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        guard let model else { return file }
        var info = stat()
        guard unsafe stat(model, &info) == 0 else { throw .system(errno, "examine", model) }
        // Only a privileged process may give files away. The mode comes after the owner, which
        // takes some of its bits back.
        _ = fchown(file.descriptor, info.st_uid, info.st_gid)
        guard fchmod(file.descriptor, info.st_mode & 0o7777) == 0 else {
            throw .system(errno, "set the permissions of", path)
        }
        return file
    }

    func open(_ path: String) throws(StorageError) -> OpenedFile {
        try OpenedFile(path, O_RDWR)
    }

    func write(_ bytes: [UInt8], to file: OpenedFile, at offset: Int) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    file.descriptor, buffer.baseAddress?.advanced(by: written),
                    buffer.count - written, off_t(offset + written))
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                throw .system(result < 0 ? errno : ENOSPC, "write to", file.path)
            }
            written += result
        }
    }

    func truncate(_ file: OpenedFile, to length: Int) throws(StorageError) {
        guard ftruncate(file.descriptor, off_t(length)) == 0 else {
            throw .system(errno, "truncate", file.path)
        }
    }

    func synchronizeData(_ file: OpenedFile) throws(StorageError) {
        #if canImport(Darwin)
            // fsync does not reach the medium there.
            let result = fcntl(file.descriptor, F_FULLFSYNC)
        #else
            let result = fdatasync(file.descriptor)
        #endif
        guard result == 0 else { throw .system(errno, "synchronize", file.path) }
    }

    func synchronize(_ file: OpenedFile) throws(StorageError) {
        #if canImport(Darwin)
            let result = fcntl(file.descriptor, F_FULLFSYNC)
        #else
            let result = fsync(file.descriptor)
        #endif
        guard result == 0 else { throw .system(errno, "synchronize", file.path) }
    }

    func rename(_ source: String, to target: String) throws(StorageError) {
        #if canImport(Glibc)
            let result = unsafe Glibc.rename(source, target)
        #elseif canImport(Musl)
            let result = unsafe Musl.rename(source, target)
        #else
            let result = unsafe Darwin.rename(source, target)
        #endif
        guard result == 0 else { throw .system(errno, "replace", target) }
    }

    func publish(_ source: String, as target: String) throws(StorageError) -> Bool {
        try FileSystem.publish(source, as: target)
    }

    func synchronizeFolder(_ path: String) throws(StorageError) {
        try FileSystem.synchronizeFolder(path)
    }

    func remove(_ path: String) throws(StorageError) {
        try FileSystem.remove(path)
    }
}
