public import StorageCore

extension Backend {
    /// LMDB: a folder with a memory-mapped tree, for reads without copies and cheap transactions.
    public static let lmdb = Backend(
        scheme: LMDBStorage.scheme, capabilities: LMDBStorage.capabilities, limits: .standard,
        options: .files + [
            Option(
                "map_size", default: "automatic",
                "the address space to reserve at first, such as 10GiB; it grows by itself")
        ]
    ) { url throws(StorageError) in
        try LMDBStorage(LMDBConfiguration(url))
    }
}
