public import StorageCore

/// Where a SQLite storage is and how it is opened.
public struct SQLiteConfiguration: Hashable, Sendable {
    /// The database file. A symbolic link is followed.
    public var path: String

    /// Durability, mode and timeout.
    public var options: FileOptions

    /// How the file keeps records: nil for that of a file that is there, and
    /// ``SQLiteLayout/columns`` in a new one.
    public var layout: SQLiteLayout?

    /// The most pages that the file may have, or nil for SQLite's own limit.
    var maximumPages: Int?

    /// A storage in the file at `path`.
    ///
    /// A relative path is resolved against the working directory when the storage is opened.
    public init(
        path: String, options: FileOptions = FileOptions(), layout: SQLiteLayout? = nil
    ) {
        self.path = path
        self.options = options
        self.layout = layout
    }

    /// Reads `sqlite:///path?durability=…&layout=…&mode=…&timeout=…`.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if the path is missing, or an option
    ///   is malformed or unknown.
    public init(_ url: StorageURL) throws(StorageError) {
        var url = url
        self.init(
            path: url.path, options: try url.takeFileOptions(),
            layout: try url.take("layout", as: SQLiteLayout.self))
        try url.rejectLeftovers()
    }
}
