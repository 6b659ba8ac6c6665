public import StorageCore

/// Where an LMDB storage is and how it is opened.
public struct LMDBConfiguration: Hashable, Sendable {
    /// The folder that holds `data.mdb` and `lock.mdb`. A symbolic link is followed.
    public var path: String

    /// Durability, mode and timeout.
    public var options: FileOptions

    /// The address space to reserve at first, in bytes, or nil for the default.
    ///
    /// It is no limit: the reservation grows as the storage does. By default it is so large that
    /// it never has to, 1 TiB, of which only what is used costs memory or disk.
    public var mapSize: Int?

    /// The sizes that ``mapSize`` can have.
    public static let mapSizes = (64 << 10)...(1 << 46)

    /// A storage in the folder at `path`.
    ///
    /// A relative path is resolved against the working directory when the storage is opened.
    public init(path: String, options: FileOptions = FileOptions(), mapSize: Int? = nil) {
        self.path = path
        self.options = options
        self.mapSize = mapSize
    }

    /// Reads `lmdb:///folder?map_size=…&durability=…&mode=…&timeout=…`.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if the path is missing, or an option
    ///   is malformed or unknown.
    public init(_ url: StorageURL) throws(StorageError) {
        var url = url
        let options = try url.takeFileOptions()
        self.init(path: url.path, options: options, mapSize: try url.takeSize("map_size"))
        try url.rejectLeftovers()
    }

    /// The same, checked and with an absolute path.
    func resolved() throws(StorageError) -> LMDBConfiguration {
        try validate()
        guard !path.hasPrefix("/") else { return self }
        var resolved = self
        resolved.path = try FileSystem.workingDirectory() + "/" + path
        return resolved
    }

    private func validate() throws(StorageError) {
        guard !path.isEmpty else {
            throw StorageError(.invalidConfiguration, "an LMDB storage needs the path of a folder")
        }
        guard let mapSize, !Self.mapSizes.contains(mapSize) else { return }
        throw StorageError(
            .invalidConfiguration,
            "the map size of an LMDB storage is 64KiB to \(Self.mapSizes.upperBound >> 30)GiB, not "
                + "\(mapSize) bytes; leave it out to have it chosen")
    }
}
