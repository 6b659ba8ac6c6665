import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The paths of a storage.
///
/// Whatever belongs to the storage stands beside the real file, so that it is on the same file
/// system, and so that all who open the file by whatever name find the same.
struct FilePlace: Sendable {
    /// The path as it was given.
    let path: String
    /// The JSON file, without symbolic links.
    let realPath: String
    /// What was committed since the file was written.
    let journal: String
    /// Locked by the process that has the storage open.
    let lock: String

    /// The next state of the file, while it is being written.
    var temporary: String { realPath + "-new" }
    var folder: String { FileSystem.parent(of: realPath) }

    /// Finds the place of a storage.
    ///
    /// - Throws: ``StorageError/Code/notFound`` if nothing is there and `mode` does not create
    ///   storages. Otherwise missing folders are created.
    init(_ path: String, mode: OpenMode) throws(StorageError) {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.last != UInt8(ascii: "/") else {
            throw StorageError(
                .invalidConfiguration,
                "'\(path)' is not the path of a file; give a path that ends in a name")
        }
        let absolute = path.hasPrefix("/") ? path : try FileSystem.workingDirectory() + "/" + path
        if let found = try FileSystem.resolve(absolute) {
            self.init(path, realPath: found)
            return
        }
        guard mode == .create else {
            throw StorageError(
                .notFound,
                "cannot open '\(path)': there is no such file; open it with mode=rwc to create it")
        }
        self.init(path, realPath: try Self.newPath(absolute))
    }

    private init(_ path: String, realPath: String) {
        self.path = path
        self.realPath = realPath
        journal = realPath + "-journal"
        lock = realPath + "-lock"
    }

    private static func newPath(_ path: String) throws(StorageError) -> String {
        var info = stat()
        guard unsafe lstat(path, &info) != 0 else {
            throw StorageError(
                .notFound,
                "cannot create '\(path)': it is a symbolic link to a file that does not exist; "
                    + "remove the link, or open the path that it leads to")
        }
        let parent = FileSystem.parent(of: path)
        try FileSystem.createFolders(parent)
        guard let folder = try FileSystem.resolve(parent),
            let name = path.split(separator: "/").last
        else { throw .system(ENOENT, "resolve", parent) }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }

    /// The stamp of the JSON file, or nil if there is none.
    ///
    /// - Throws: ``StorageError/Code/notAStorage`` if something else than a file is there.
    func stamp() throws(StorageError) -> FileStamp? {
        guard let stamp = try FileStamp(realPath) else { return nil }
        guard stamp.isRegular else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': it is a folder or a device, not a file; choose another "
                    + "path")
        }
        return stamp
    }
}
