public import StorageCore

extension Backend {
    /// SQLite: a database file that any SQLite tool reads, with a table for each collection and a
    /// column for each declared field.
    public static let sqlite = Backend(
        scheme: SQLiteStorage.scheme, capabilities: SQLiteStorage.capabilities,
        limits: .standard, options: .files
    ) { url throws(StorageError) in
        try SQLiteStorage(SQLiteConfiguration(url))
    }
}
