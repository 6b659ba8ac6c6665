/// The settings that every backend with files has.
public struct FileOptions: Hashable, Sendable {
    /// What commits survive.
    public var durability: Durability

    /// Whether the file may be created or written.
    public var mode: OpenMode

    /// How long to wait for another process before giving up.
    public var timeout: Duration

    /// The defaults: `durability=full`, `mode=rwc`, `timeout=5s`.
    public init(
        durability: Durability = .full, mode: OpenMode = .create, timeout: Duration = .seconds(5)
    ) {
        self.durability = durability
        self.mode = mode
        self.timeout = timeout
    }
}

/// Whether opening may create a storage, and whether it may be written.
public enum OpenMode: String, Hashable, Sendable, CaseIterable {
    /// Read and write; create what is missing, missing parent folders included.
    case create = "rwc"
    /// Read and write what is there.
    case readWrite = "rw"
    /// Read what is there; change nothing.
    case readOnly = "ro"
}
