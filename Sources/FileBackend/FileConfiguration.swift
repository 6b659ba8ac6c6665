public import StorageCore

/// Where a file storage is and how it is opened.
public struct FileConfiguration: Hashable, Sendable {
    /// The JSON file. A symbolic link is followed, and stays a link.
    public var path: String

    /// Durability, mode and timeout.
    public var options: FileOptions

    /// A storage in the file at `path`.
    ///
    /// A relative path is resolved against the working directory when the storage is opened.
    public init(path: String, options: FileOptions = FileOptions()) {
        self.path = path
        self.options = options
    }

    /// Reads `file:///path?durability=…&mode=…&timeout=…`.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if the path is missing, or an option
    ///   is malformed or unknown.
    public init(_ url: StorageURL) throws(StorageError) {
        var url = url
        self.init(path: url.path, options: try url.takeFileOptions())
        try url.rejectLeftovers()
    }
}
