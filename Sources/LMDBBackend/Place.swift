import StorageCore

/// The files of a storage, as they were when it was opened.
struct Place: Sendable {
    /// The folder, with symbolic links followed.
    let folder: String
    /// Nil where LMDB does without: on a medium that cannot be written.
    private let lock: FileSystem.Identity?
    private let data: FileSystem.Identity

    init(folder: String, data: FileSystem.Identity) throws(StorageError) {
        self.folder = folder
        self.data = data
        lock = try FileSystem.status(Self.lockFile(in: folder))?.identity
    }

    static func dataFile(in folder: String) -> String { folder + "/data.mdb" }

    static func lockFile(in folder: String) -> String { folder + "/lock.mdb" }

    /// Makes sure that another process which opens the storage gets the same files.
    ///
    /// - Throws: ``StorageError/Code/changedOutside`` if it would not.
    func check(_ operation: String) throws(StorageError) {
        guard try FileSystem.status(Self.dataFile(in: folder))?.identity == data,
            try FileSystem.status(Self.lockFile(in: folder))?.identity == lock
        else { throw .replaced(operation, folder) }
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
