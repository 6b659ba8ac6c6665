public import StorageCore

/// What the author of a backend tells ConformanceKit: how a storage of it is opened.
public protocol Harness: Sendable {
    /// The backend's name, for reports.
    var name: String { get }

    /// Opens the storage that belongs to a folder, and creates it if it is not there yet.
    ///
    /// - Conformers must find again, when they are called with the same folder, what a storage that
    ///   declares ``/StorageCore/Capabilities/persistent`` kept there; a storage of another folder
    ///   must have nothing to do with it.
    /// - Callers must have created the folder.
    func open(at folder: String) throws -> any Storage

    /// The folder in which the storage of a folder keeps its files: usually that folder itself.
    ///
    /// Checks that count, damage or copy files look there. A storage that keeps none there is not
    /// asked for what they are about.
    func files(at folder: String) -> String

    /// Removes what the storage of a folder keeps outside of that folder.
    ///
    /// - Callers must have closed the storage. They remove the folder themselves.
    func destroy(at folder: String) throws
}

/// A harness made from closures: most backends need one line.
///
/// ```swift
/// let suite = ConformanceSuite(name: "sqlite") { folder in
///     try SQLiteStorage(path: folder + "/db")
/// }
/// ```
public struct ConformanceSuite: Harness {
    /// The backend's name.
    public let name: String

    private let opener: @Sendable (_ folder: String) throws -> any Storage
    private let destroyer: @Sendable (_ folder: String) throws -> Void
    private let locator: @Sendable (_ folder: String) -> String

    /// Makes a harness.
    ///
    /// - Parameters:
    ///   - name: The backend's name, for reports.
    ///   - destroy: Removes what a storage keeps outside of its folder. Leave it out if there is
    ///     nothing.
    ///   - files: Gives the folder of the files, if that is another one.
    ///   - open: Opens the storage that belongs to a folder, as ``Harness/open(at:)`` says.
    public init(
        name: String, destroy: @escaping @Sendable (_ folder: String) throws -> Void = { _ in },
        files: @escaping @Sendable (_ folder: String) -> String = { $0 },
        open: @escaping @Sendable (_ folder: String) throws -> any Storage
    ) {
        self.name = name
        opener = open
        destroyer = destroy
        locator = files
    }

    /// A harness for a backend that is opened by URL.
    ///
    /// - Parameters:
    ///   - backend: The backend, whose scheme is the name in reports.
    ///   - url: Gives the URL of the storage that belongs to a folder.
    public init(
        _ backend: Backend, url: @escaping @Sendable (_ folder: String) throws -> StorageURL
    ) {
        self.init(name: backend.scheme) { try backend.open(url($0)) }
    }

    /// Opens the storage that belongs to a folder.
    public func open(at folder: String) throws -> any Storage {
        try opener(folder)
    }

    /// The folder in which the storage of a folder keeps its files.
    public func files(at folder: String) -> String {
        locator(folder)
    }

    /// Removes what the storage of a folder keeps outside of it.
    public func destroy(at folder: String) throws {
        try destroyer(folder)
    }
}
