import StorageCore

extension StorageURL {
    /// The URL for a command that only reads: nothing is created, unless the user says so.
    func openedForReading() throws(StorageError) -> StorageURL {
        try addingDefault("mode", OpenMode.readOnly.rawValue)
    }

    /// The URL for a command that changes what is there: nothing is created, unless the user says
    /// so.
    func openedForWriting() throws(StorageError) -> StorageURL {
        try addingDefault("mode", OpenMode.readWrite.rawValue)
    }

    private func addingDefault(_ name: String, _ value: String) throws(StorageError) -> StorageURL {
        let options = try StorageTool.backends.backend(for: scheme).options
        guard options.contains(where: { $0.name == name }) else { return self }
        var url = self
        url.setDefault(name, value)
        return url
    }
}
