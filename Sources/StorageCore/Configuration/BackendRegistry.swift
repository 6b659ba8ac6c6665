/// The backends that a program can open, by scheme.
///
/// A registry is a value: there is no global one, and importing a module registers nothing.
public struct BackendRegistry: Sendable, ExpressibleByArrayLiteral {
    private var backends: [String: Backend] = [:]

    /// A registry of the given backends.
    ///
    /// - Precondition: No two have the same scheme.
    public init(_ backends: [Backend] = []) {
        for backend in backends { register(backend) }
    }

    /// A registry of the given backends.
    ///
    /// - Precondition: No two have the same scheme.
    public init(arrayLiteral elements: Backend...) {
        self.init(elements)
    }

    /// The backends, sorted by scheme.
    public var all: [Backend] {
        backends.values.sorted { $0.scheme < $1.scheme }
    }

    /// Adds a backend.
    ///
    /// - Precondition: None is registered for its scheme.
    public mutating func register(_ backend: Backend) {
        let previous = backends.updateValue(backend, forKey: backend.scheme)
        precondition(previous == nil, "the scheme '\(backend.scheme)' is registered twice")
    }

    /// The backend for a scheme.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration``, listing the registered schemes.
    public func backend(for scheme: String) throws(StorageError) -> Backend {
        guard let backend = backends[scheme] else {
            throw StorageError(
                .invalidConfiguration,
                "no backend for scheme '\(scheme)'; registered: "
                    + backends.keys.sorted().joined(separator: ", "))
        }
        return backend
    }

    /// Opens the storage that `url` names.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` for a scheme without backend, or what
    ///   the backend documents.
    public func open(_ url: StorageURL) throws(StorageError) -> any Storage {
        try backend(for: url.scheme).open(url)
    }
}
