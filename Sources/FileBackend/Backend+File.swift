public import StorageCore

extension Backend {
    /// A JSON file that people read, edit and compare, with a journal beside it while it is open.
    public static let file = Backend(
        scheme: FileStorage.scheme, capabilities: FileStorage.capabilities,
        limits: .standard, options: .files
    ) { url throws(StorageError) in
        try FileStorage(FileConfiguration(url))
    }
}
