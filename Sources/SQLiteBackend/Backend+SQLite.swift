public import StorageCore

extension Backend {
    /// SQLite: a database file that any SQLite tool reads, with a table for each collection and a
    /// column for each declared field, or with one for the whole record.
    public static let sqlite = Backend(
        scheme: SQLiteStorage.scheme, capabilities: SQLiteStorage.capabilities,
        limits: .standard, options: .files + [layout]
    ) { url throws(StorageError) in
        try SQLiteStorage(SQLiteConfiguration(url))
    }

    private static let layout = Option(
        "layout", default: "columns",
        "columns or record: a column for each declared field, or one for whole records; a file "
            + "keeps the layout it has")
}
