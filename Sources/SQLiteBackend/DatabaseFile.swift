import StorageCore

/// A database file that this process has to itself as a process, and the ways to connect to it.
///
/// POSIX gives up all locks of a process on a file when it closes any descriptor of it. So the
/// file is claimed before it is opened, and nothing but SQLite ever opens it.
struct DatabaseFile: Sendable {
    /// The path as it was given.
    let path: String
    /// The path without symbolic links: where SQLite looks for the log.
    let realPath: String
    let claim: OpenFile
    private let configuration: SQLiteConfiguration

    /// Identifies our files, as `file(1)` and `PRAGMA application_id` show it: "SwSt".
    static let applicationID: Int64 = 0x5377_5374
    static let formatVersion: Int64 = 1

    /// Finds or creates the file, claims it, and makes sure that it is a storage of ours.
    init(_ configuration: SQLiteConfiguration) throws(StorageError) {
        self.configuration = configuration
        path = configuration.path
        realPath = try Self.locate(configuration)
        guard let stamp = try FileStamp(realPath) else { throw Self.missing(configuration.path) }
        try Self.checkKind(stamp, realPath)
        guard let status = try FileSystem.status(realPath) else { throw Self.missing(path) }
        claim = try OpenFiles.shared.claim(status.identity, path: path)
        try probe(stamp)
    }

    private static func locate(
        _ configuration: SQLiteConfiguration
    ) throws(StorageError) -> String {
        let path = configuration.path
        if let found = try FileSystem.resolve(path) {
            if configuration.options.mode == .create { try Creation.finish(found) }
            return found
        }
        guard configuration.options.mode == .create else { throw missing(path) }
        try Creation.create(path)
        guard let created = try FileSystem.resolve(path) else {
            throw StorageError(
                .notFound,
                "cannot create '\(path)': it is a symbolic link to a file that does not exist; "
                    + "remove the link, or open the path that it leads to")
        }
        return created
    }

    private static func missing(_ path: String) -> StorageError {
        StorageError(
            .notFound,
            "cannot open '\(path)': there is no such file; open it with mode=rwc to "
                + "create it")
    }

    private static func checkKind(_ stamp: FileStamp, _ path: String) throws(StorageError) {
        guard stamp.isRegular else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': it is a folder or a device, not a file; choose another "
                    + "path")
        }
        guard stamp.size > 0 else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': the file is empty, as no storage ever is; restore it from "
                    + "a backup, or delete it to create a new one")
        }
    }

    /// Whether the path still leads to the claimed file.
    var isInPlace: Bool {
        get throws(StorageError) {
            try FileSystem.status(path)?.identity == claim.identity
        }
    }

    /// Throws if the path no longer leads to the claimed file: what is written there would be lost.
    func checkIdentity(_ operation: String) throws(StorageError) {
        guard try isInPlace else {
            throw StorageError(
                .changedOutside,
                "cannot \(operation) '\(path)': the file was moved, removed or replaced while it "
                    + "was open; close the storage and open it again")
        }
    }

    /// The size of the file and its log, as far as they can be examined.
    var size: Int? {
        do throws(StorageError) {
            guard let file = try FileSystem.status(realPath) else { return nil }
            guard let log = try FileSystem.status(realPath + "-wal") else { return file.size }
            return file.size + log.size
        } catch {
            return nil
        }
    }
}

extension DatabaseFile {
    /// A connection for the storage's one writer.
    func writer() throws(StorageError) -> Connection {
        let connection = try connect(.readWrite)
        guard !connection.isReadOnly else {
            throw StorageError(
                .permissionDenied,
                "cannot open '\(path)' for writing: check the permissions of the file, or open it "
                    + "with mode=ro")
        }
        let mode = try connection.texts("PRAGMA journal_mode = WAL", "open")
        guard mode == ["wal"] else {
            throw StorageError(
                .unsupported,
                "cannot open '\(path)': its file system has no shared memory for the log of "
                    + "SQLite; move it to a local disk")
        }
        let synchronous =
            switch configuration.options.durability {
            case .full: "FULL"
            case .relaxed: "NORMAL"
            case .none: "OFF"
            }
        try connection.execute("PRAGMA synchronous = \(synchronous)", "open")
        try connection.execute("PRAGMA journal_size_limit = \(64 << 20)", "open")
        try connection.execute("PRAGMA cache_size = -65536", "open")
        if let pages = configuration.maximumPages {
            try connection.execute("PRAGMA max_page_count = \(pages)", "open")
        }
        return connection
    }

    /// A connection for one reader at a time.
    func reader() throws(StorageError) -> Connection {
        guard configuration.options.mode == .readOnly else { return try connect(.readWrite) }
        // The stamp comes first: a process that begins to write meanwhile is noticed either way.
        guard let stamp = try FileStamp(realPath) else { throw Self.missing(path) }
        return try connect(try hasLog ? .readOnly : .unguarded(stamp))
    }

    /// Whether what a connection shows is the present state of the file.
    func isCurrent(_ connection: Connection) throws(StorageError) -> Bool {
        guard let stamp = connection.unguarded else { return true }
        guard try !hasLog else { return false }
        return try FileStamp(realPath) == stamp
    }

    /// Whether the log beside the file has anything in it.
    private var hasLog: Bool {
        get throws(StorageError) {
            guard let log = try FileSystem.status(realPath + "-wal") else { return false }
            return log.size > 0
        }
    }

    private func connect(_ access: Connection.Access) throws(StorageError) -> Connection {
        let connection = try Connection(realPath, access, timeout: configuration.options.timeout)
        try connection.execute("PRAGMA trusted_schema = OFF", "open")
        // A file cut short by others must give an error, not a signal.
        try connection.execute("PRAGMA mmap_size = 0", "open")
        // SQLite opened a path: what it leads to may be another file than the claimed one by now.
        try checkIdentity("open")
        return connection
    }

    /// Makes sure that the file is a storage of ours and whole, changing nothing about it.
    private func probe(_ stamp: FileStamp) throws(StorageError) {
        let isAlone = try !hasLog
        let connection = try connect(isAlone ? .unguarded(stamp) : .readOnly)
        let application = try connection.integer("PRAGMA application_id", "open")
        guard application == Self.applicationID else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': it is a SQLite database of another program; choose "
                    + "another path")
        }
        let version = try connection.integer("PRAGMA user_version", "open")
        guard version <= Self.formatVersion else {
            throw StorageError(
                .newerFormat,
                "cannot open '\(path)': its format is \(version), and this version knows formats "
                    + "up to \(Self.formatVersion); update the program")
        }
        let pages = try connection.integer("PRAGMA page_count", "open")
        let pageSize = try connection.integer("PRAGMA page_size", "open")
        guard !isAlone || stamp.size >= Int(pages * pageSize) else {
            throw StorageError(
                .damaged,
                "cannot open '\(path)': the file has \(stamp.size) bytes of "
                    + "\(pages * pageSize); restore it from a backup; it was left as it is")
        }
        try connection.beginSnapshot()
        connection.endSnapshot()
    }
}
