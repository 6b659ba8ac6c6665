import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Makes a new storage appear at a path whole, or not at all.
///
/// It is built under a name of its own beside the path and linked into place: whoever else opens
/// the path finds nothing or all of it, and a file that is there already is never replaced.
enum Creation {
    /// Creates the storage, unless another process does it first.
    static func create(_ path: String, _ layout: SQLiteLayout) throws(StorageError) {
        let folder = FileSystem.parent(of: path)
        try FileSystem.createFolders(folder)
        try removeLeftovers(of: path, besides: nil)
        let temporary = "\(path)\(infix)\(getpid())-\(UInt64.random(in: 0 ... .max))"
        do throws(StorageError) {
            try build(temporary, layout)
            try checkForeignLog(path)
            if try !FileSystem.publish(temporary, as: path) { try FileSystem.remove(temporary) }
        } catch {
            try FileSystem.remove(temporary)
            throw error
        }
    }

    /// Removes the second name of a storage whose creation was cut off after it appeared.
    static func finish(_ path: String) throws(StorageError) {
        guard let stamp = try FileStamp(path), stamp.links > 1 else { return }
        try removeLeftovers(of: path, besides: stamp)
    }

    private static let infix = "-new-"

    private static func build(
        _ path: String, _ layout: SQLiteLayout
    ) throws(StorageError) {
        let connection = try Connection(path, .create, timeout: .zero)
        let settings = [
            "page_size = 4096", "auto_vacuum = NONE", "encoding = 'UTF-8'",
            "journal_mode = MEMORY", "synchronous = FULL",
            "application_id = \(DatabaseFile.applicationID)",
            "user_version = \(layout.formatVersion)",
        ]
        for setting in settings { try connection.execute("PRAGMA \(setting)", "create") }
        try connection.execute("BEGIN", "create")
        for sql in Layout.creationSQL { try connection.execute(sql, "create") }
        try connection.execute("COMMIT", "create")
        // The last step writes the file's header and synchronizes it. Closing leaves no log.
        try connection.execute("PRAGMA journal_mode = WAL", "create")
    }

    /// A log without its file holds what a database had that is gone. SQLite would take it for the
    /// log of the new file.
    private static func checkForeignLog(_ path: String) throws(StorageError) {
        for suffix in DatabaseFile.logSuffixes {
            guard let log = try FileSystem.status(path + suffix), log.size > 0,
                try FileSystem.status(path) == nil
            else { continue }
            throw StorageError(
                .damaged,
                "cannot create '\(path)': '\(path + suffix)' holds changes of a database that is "
                    + "not there any more; restore that one, or remove its log")
        }
    }

    /// Removes what creations left whose process is gone: with a stamp, only names of that file.
    private static func removeLeftovers(
        of path: String, besides stamp: FileStamp?
    ) throws(StorageError) {
        let folder = FileSystem.parent(of: path)
        let prefix = path.split(separator: "/").last.map { String($0) + infix } ?? infix
        for name in try names(in: folder) where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            guard let process = rest.prefixMatchNumber, isGone(process) else { continue }
            let leftover = folder + "/" + name
            if let stamp, try FileStamp(leftover)?.isSameFile(as: stamp) != true { continue }
            try FileSystem.remove(leftover)
        }
    }

    private static func isGone(_ process: pid_t) -> Bool {
        kill(process, 0) != 0 && errno == ESRCH
    }

    private static func names(in folder: String) throws(StorageError) -> [String] {
        guard let stream = unsafe opendir(folder.isEmpty ? "/" : folder) else {
            throw .system(errno, "list the folder", folder)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // The name is the last member, and ends with a NUL wherever the structure does.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let name = unsafe UnsafeRawPointer(entry).advanced(by: offset)
                .assumingMemoryBound(to: CChar.self)
            names.append(unsafe String(cString: name))
        }
        return names
    }
}

extension Substring {
    /// The process of a name such as `1234-987`, or of one with a suffix of SQLite's behind it.
    fileprivate var prefixMatchNumber: pid_t? {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), UInt64(parts[1]) != nil,
            parts.count == 2 || ["journal", "wal", "shm"].contains(parts[2])
        else { return nil }
        return pid_t(parts[0]).flatMap { $0 > 0 ? $0 : nil }
    }
}
