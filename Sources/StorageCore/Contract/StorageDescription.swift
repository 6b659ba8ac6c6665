/// What a person is told about an open storage.
public struct StorageDescription: Hashable, Sendable {
    /// The scheme of the backend, as in its URL.
    public let scheme: String

    /// The file or folder, or nil if there is none.
    public let path: String?

    /// What commits survive.
    public let durability: Durability

    /// The storage's size on disk in bytes, or nil if it has none.
    public let size: Int?

    /// Describes a storage.
    public init(scheme: String, path: String?, durability: Durability, size: Int?) {
        self.scheme = scheme
        self.path = path
        self.durability = durability
        self.size = size
    }
}
