#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What shows that a file is the same and has not been written since.
package struct FileStamp: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    package let size: Int
    package let links: Int
    package let isRegular: Bool
    private let seconds: Int
    private let nanoseconds: Int

    /// The stamp of what `path` leads to, or nil if there is nothing.
    package init?(_ path: String) throws(StorageError) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw .system(errno, "examine", path)
        }
        self.init(info)
    }

    /// The stamp of an open file.
    package init(descriptor: CInt, path: String) throws(StorageError) {
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else {
            throw .system(errno, "examine", path)
        }
        self.init(info)
    }

    private init(_ info: stat) {
        device = UInt64(info.st_dev)
        inode = UInt64(info.st_ino)
        size = Int(info.st_size)
        links = Int(info.st_nlink)
        isRegular = info.st_mode & S_IFMT == S_IFREG
        #if canImport(Darwin)
            seconds = info.st_mtimespec.tv_sec
            nanoseconds = info.st_mtimespec.tv_nsec
        #else
            seconds = info.st_mtim.tv_sec
            nanoseconds = info.st_mtim.tv_nsec
        #endif
    }

    /// Whether both are stamps of one file, written or not.
    package func isSameFile(as other: FileStamp) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Whether both are stamps of one file, not written in between, as far as its size and its
    /// time of modification show it.
    package func isUnchanged(since other: FileStamp) -> Bool {
        isSameFile(as: other) && size == other.size && seconds == other.seconds
            && nanoseconds == other.nanoseconds
    }

    /// What tells the file apart from others.
    package var identity: FileSystem.Identity {
        FileSystem.Identity(device: device, inode: inode)
    }
}
