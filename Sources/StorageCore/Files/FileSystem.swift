#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system calls that backends share, each with its failure turned into a ``StorageError``.
package enum FileSystem {
    /// What tells two files apart, however their paths are spelled.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// What is known about a file without opening it.
    package struct Status: Sendable {
        package let identity: Identity
        package let size: Int
        package let isFolder: Bool
        /// The permission bits.
        package let mode: UInt32
    }

    /// The status of what `path` leads to, or nil if there is nothing.
    package static func status(_ path: String) throws(StorageError) -> Status? {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else {
            if errno == ENOENT { return nil }
            throw .system(errno, "examine", path)
        }
        return Status(info)
    }

    /// Creates a folder and those it stands in, as far as they are missing.
    package static func createFolders(_ path: String) throws(StorageError) {
        guard !path.isEmpty, path != "/" else { return }
        if let status = try status(path) {
            guard status.isFolder else {
                throw StorageError(.io, "cannot create '\(path)': a file is in its place")
            }
            return
        }
        try createFolders(parent(of: path))
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw .system(errno, "create the folder", path)
        }
        try synchronizeFolder(parent(of: path))
    }

    /// Waits until the entries of a folder are on disk, as a new or renamed file needs it.
    package static func synchronizeFolder(_ path: String) throws(StorageError) {
        let descriptor = unsafe open(path.isEmpty ? "/" : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, "open the folder", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(errno, "synchronize the folder", path) }
    }

    /// Gives the file `source` the name `target`, which must not exist yet, and waits until the
    /// name is on disk.
    ///
    /// - Returns: False if `target` existed already; `source` is untouched then.
    package static func publish(
        _ source: String, as target: String
    ) throws(StorageError) -> Bool {
        // A link fails where the name is taken; a rename would replace what is there.
        guard unsafe link(source, target) == 0 else {
            if errno == EEXIST { return false }
            throw .system(errno, "create", target)
        }
        try remove(source)
        try synchronizeFolder(parent(of: target))
        return true
    }

    /// Removes a file, if it is there.
    package static func remove(_ path: String) throws(StorageError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw .system(errno, "remove", path)
        }
    }

    /// The path with symbolic links followed, or nil if nothing is there.
    package static func resolve(_ path: String) throws(StorageError) -> String? {
        guard let resolved = unsafe realpath(path, nil) else {
            if errno == ENOENT { return nil }
            throw .system(errno, "resolve", path)
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The folder that a path stands in.
    package static func parent(of path: String) -> String {
        var components = path.split(separator: "/", omittingEmptySubsequences: true)
        _ = components.popLast()
        return (path.hasPrefix("/") ? "/" : "") + components.joined(separator: "/")
    }

    /// The value of an environment variable, or nil if it is not set.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    package static func workingDirectory() throws(StorageError) -> String {
        guard let path = unsafe getcwd(nil, 0) else {
            throw .system(errno, "find", "the working directory")
        }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}

extension FileSystem.Status {
    init(_ info: stat) {
        identity = FileSystem.Identity(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
        size = Int(info.st_size)
        isFolder = info.st_mode & S_IFMT == S_IFDIR
        mode = UInt32(info.st_mode & 0o7777)
    }
}
