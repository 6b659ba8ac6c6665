import CLMDB
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files of a storage, as they were when it was opened.
struct Place: Sendable {
    /// The folder, with symbolic links followed.
    let folder: String
    private let dataFile: String
    private let lockFile: String
    private let data: FileSystem.Identity
    /// Nil where LMDB does without: on a medium that cannot be written.
    private let lock: FileSystem.Identity?

    init(folder: String, data: FileSystem.Identity) throws(StorageError) {
        self.folder = folder
        self.data = data
        dataFile = Self.dataFile(in: folder)
        lockFile = Self.lockFile(in: folder)
        lock = try FileSystem.status(lockFile)?.identity
    }

    static func dataFile(in folder: String) -> String { folder + "/data.mdb" }

    static func lockFile(in folder: String) -> String { folder + "/lock.mdb" }

    /// Makes sure that another process which opens the storage gets the same files.
    ///
    /// - Throws: ``StorageError/Code/changedOutside`` if it would not.
    func check(_ operation: String) throws(StorageError) {
        guard try identity(dataFile) == data, try identity(lockFile) == lock else {
            throw .replaced(operation, folder)
        }
    }

    /// Which file a path leads to, or nil if there is none.
    ///
    /// The status of a file has its times, and who looks at them makes the next commit write them.
    private func identity(_ path: String) throws(StorageError) -> FileSystem.Identity? {
        var (device, inode): (UInt64, UInt64) = (0, 0)
        switch unsafe clmdb_identify(path, &device, &inode) {
        case 0: return FileSystem.Identity(device: device, inode: inode)
        case ENOENT: return nil
        case let code: throw .system(code, "examine", path)
        }
    }
}

extension StorageError {
    static func replaced(_ operation: String, _ path: String) -> StorageError {
        StorageError(
            .changedOutside,
            "cannot \(operation) '\(path)': another program removed or replaced its data.mdb or "
                + "lock.mdb; close the storage and open it again")
    }
}
