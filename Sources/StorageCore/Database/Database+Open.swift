extension Database {
    /// Opens the storage that a URL names.
    ///
    /// ```swift
    /// let database = try Database.open("sqlite:app.db", backends: [.sqlite, .memory])
    /// ```
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if the URL or an option of it is off, or
    ///   what the backend documents.
    public static func open(
        _ url: String, backends: BackendRegistry
    ) throws(StorageError) -> Database {
        try open(StorageURL(url), backends: backends)
    }

    /// Opens the storage that a URL names.
    ///
    /// - Throws: As ``open(_:backends:)-(String,_)``.
    public static func open(
        _ url: StorageURL, backends: BackendRegistry
    ) throws(StorageError) -> Database {
        Database(try backends.open(url))
    }

    /// Opens the storage whose URL `lookup` gives for `name`.
    ///
    /// Any source of configuration will do: `Database.open(named: "STORAGE_URL", backends: …) {
    /// settings[$0] }`.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if there is no such setting, and as
    ///   ``open(_:backends:)-(String,_)``.
    public static func open(
        named name: String = "STORAGE_URL", backends: BackendRegistry,
        lookup: (String) -> String?
    ) throws(StorageError) -> Database {
        guard let url = lookup(name), !url.isEmpty else {
            throw StorageError(
                .invalidConfiguration,
                "the setting '\(name)' is missing; set it to a storage URL, such as "
                    + "'sqlite:///var/lib/app.db'")
        }
        return try open(url, backends: backends)
    }

    /// Opens the storage whose URL is in an environment variable.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if the variable is not set, and as
    ///   ``open(_:backends:)-(String,_)``.
    public static func open(
        environment name: String = "STORAGE_URL", backends: BackendRegistry
    ) throws(StorageError) -> Database {
        try open(named: name, backends: backends, lookup: FileSystem.environment)
    }
}
