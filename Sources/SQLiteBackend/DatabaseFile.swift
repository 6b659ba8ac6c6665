import StorageCore

/// A database file, and the ways to connect to it.
///
/// POSIX gives up all locks of a process on a file when it closes any descriptor of it. So the
/// file is claimed before it is opened, and nothing but SQLite ever opens it. Each connection holds
/// on to the claim.
struct DatabaseFile: Sendable {
    /// The path as it was given.
    let path: String
    /// The path without symbolic links: where SQLite looks for the log.
    let realPath: String
    private let stamp: FileStamp
    private let identity: FileSystem.Identity
    private let configuration: SQLiteConfiguration

    /// Identifies our files, as `file(1)` and `PRAGMA application_id` show it: "SwSt".
    static let applicationID: Int64 = 0x5377_5374

    /// What SQLite calls a log beside its file: ours, and that of files in its other mode.
    static let logSuffixes = ["-wal", "-journal"]

    /// Finds or creates the file.
    init(_ configuration: SQLiteConfiguration) throws(StorageError) {
        self.configuration = configuration
        path = try Self.absolute(configuration.path)
        realPath = try Self.locate(path, configuration)
        guard let stamp = try FileStamp(realPath), let status = try FileSystem.status(realPath)
        else { throw Self.missing(path) }
        try Self.checkKind(stamp, realPath)
        self.stamp = stamp
        identity = status.identity
    }

    /// Claims the file for this process and makes sure that it is a storage of ours.
    func claim() throws(StorageError) -> OpenFile {
        let claim = try OpenFiles.shared.claim(identity, path: path)
        try probe(claim)
        return claim
    }

    private static func absolute(_ path: String) throws(StorageError) -> String {
        guard !path.isEmpty else {
            throw StorageError(
                .invalidConfiguration, "a SQLite storage needs the path of its file; give one")
        }
        return try StorageURL(scheme: SQLiteStorage.scheme, path: path).path
    }

    private static func locate(
        _ path: String, _ configuration: SQLiteConfiguration
    ) throws(StorageError) -> String {
        let mode = configuration.options.mode
        if let found = try FileSystem.resolve(path) {
            if mode == .create { try Creation.finish(found) }
            return found
        }
        guard mode == .create else { throw missing(path) }
        try Creation.create(path, configuration.layout ?? .columns)
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
            try FileSystem.status(path)?.identity == identity
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
    func writer(_ claim: OpenFile) throws(StorageError) -> Connection {
        let connection = try connect(.readWrite, claim)
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
        try connection.execute("PRAGMA cache_size = -\(64 << 10)", "open")
        if let pages = configuration.maximumPages {
            try connection.execute("PRAGMA max_page_count = \(pages)", "open")
        }
        return connection
    }

    /// A connection for one reader at a time.
    func reader(_ claim: OpenFile) throws(StorageError) -> Connection {
        guard configuration.options.mode == .readOnly else {
            return try connect(.readWrite, claim)
        }
        // The stamp comes first: a process that begins to write meanwhile is noticed either way.
        guard let stamp = try FileStamp(realPath) else { throw Self.missing(path) }
        return try connect(try hasLog ? .readOnly : .unguarded(stamp), claim)
    }

    /// Whether what a connection shows is the present state of the file.
    func isCurrent(_ connection: Connection) throws(StorageError) -> Bool {
        guard let stamp = connection.unguarded else { return true }
        guard try !hasLog else { return false }
        return try FileStamp(realPath) == stamp
    }

    /// Whether a log beside the file has anything in it, without which the file is not whole.
    private var hasLog: Bool {
        get throws(StorageError) {
            for suffix in Self.logSuffixes {
                if let log = try FileSystem.status(realPath + suffix), log.size > 0 { return true }
            }
            return false
        }
    }

    private func connect(
        _ access: Connection.Access, _ claim: OpenFile
    ) throws(StorageError) -> Connection {
        let connection = try Connection(
            realPath, access, timeout: configuration.options.timeout, claim: claim)
        try connection.execute("PRAGMA trusted_schema = OFF", "open")
        try connection.execute("PRAGMA cache_size = -\(16 << 10)", "open")
        // A file cut short by others must give an error, not a signal.
        try connection.execute("PRAGMA mmap_size = 0", "open")
        // SQLite opened a path: what it leads to may be another file than the claimed one by now.
        try checkIdentity("open")
        return connection
    }

    /// Makes sure that the file is a storage of ours and whole, changing nothing about it.
    private func probe(_ claim: OpenFile) throws(StorageError) {
        let isAlone = try !hasLog
        let connection = try connect(isAlone ? .unguarded(stamp) : .readOnly, claim)
        let application = try connection.integer("PRAGMA application_id", "open")
        guard application == Self.applicationID else {
            throw StorageError(
                .notAStorage,
                "cannot open '\(path)': it is a SQLite database of another program; choose "
                    + "another path")
        }
        try checkFormat(try connection.integer(SQLiteLayout.formatSQL, "open"))
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

    /// Makes sure that the format is known, and the layout not another than the wanted one.
    private func checkFormat(_ version: Int64) throws(StorageError) {
        guard version <= SQLiteLayout.newestFormat else {
            throw StorageError(
                .newerFormat,
                "cannot open '\(path)': its format is \(version), and this version knows formats "
                    + "up to \(SQLiteLayout.newestFormat); update the program")
        }
        guard let wanted = configuration.layout, let layout = SQLiteLayout(formatVersion: version),
            layout != wanted
        else { return }
        throw StorageError(
            .invalidConfiguration,
            "cannot open '\(path)' with layout=\(wanted.rawValue): the file was created with "
                + "layout=\(layout.rawValue); leave the option out, or copy the storage into a new "
                + "file that has layout=\(wanted.rawValue)")
    }
}
