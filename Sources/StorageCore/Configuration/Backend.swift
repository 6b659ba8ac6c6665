/// A kind of storage that can be opened by URL.
///
/// A backend's module offers one as a static member, so that a program lists what it uses:
/// `Database.open(url, backends: [.sqlite, .memory])`.
public struct Backend: Sendable {
    /// The scheme of its URLs.
    public let scheme: String

    /// What its storages guarantee.
    public let capabilities: Capabilities

    /// What its storages keep at most.
    public let limits: Limits

    /// The options of its URLs.
    public let options: [Option]

    private let opener: @Sendable (StorageURL) throws(StorageError) -> any Storage

    /// Describes a backend.
    ///
    /// `open` opens a storage; it must refuse options that it does not know.
    public init(
        scheme: String, capabilities: Capabilities, limits: Limits, options: [Option],
        open: @escaping @Sendable (StorageURL) throws(StorageError) -> any Storage
    ) {
        self.scheme = scheme
        self.capabilities = capabilities
        self.limits = limits
        self.options = options
        self.opener = open
    }

    /// Opens the storage that `url` names.
    ///
    /// - Throws: ``StorageError``, as the backend documents.
    public func open(_ url: StorageURL) throws(StorageError) -> any Storage {
        try opener(url)
    }
}

extension Backend {
    /// An option of a URL.
    public struct Option: Hashable, Sendable {
        /// The option's name.
        public let name: String

        /// What it means when it is left out.
        public let defaultValue: String

        /// What it can be, and what it does.
        public let summary: String

        /// Describes an option.
        public init(_ name: String, default defaultValue: String, _ summary: String) {
            self.name = name
            self.defaultValue = defaultValue
            self.summary = summary
        }
    }
}

extension [Backend.Option] {
    /// The options behind ``FileOptions``.
    public static let files: [Backend.Option] = [
        Backend.Option(
            "durability", default: "full", "full, relaxed or none: what commits survive"),
        Backend.Option("mode", default: "rwc", "rwc, rw or ro: create, must exist, read only"),
        Backend.Option("timeout", default: "5s", "how long to wait for another process"),
    ]
}
