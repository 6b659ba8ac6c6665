extension Backend {
    /// Records in memory: `memory:`, without path or options.
    public static let memory = Backend(
        scheme: "memory", capabilities: .concurrentReads, limits: .standard, options: []
    ) { url throws(StorageError) in
        guard url.path.isEmpty else {
            throw StorageError(
                .invalidConfiguration,
                "the backend 'memory' keeps nothing at '\(url.path)'; write 'memory:', or choose "
                    + "a backend with files")
        }
        try url.rejectLeftovers()
        return MemoryStorage()
    }
}
