import StorageCore

/// A storage whose transactions do what those of another one do, save for one fault.
final class FaultyStorage: Storage {
    /// Makes the hooks of a transaction.
    typealias MakeHooks = @Sendable (_ isWriting: Bool) -> Hooks

    private let base: any Storage
    private let makeHooks: MakeHooks
    private let overrides: Overrides

    /// What the storage itself does otherwise.
    struct Overrides: Sendable {
        var capabilities: (@Sendable (Capabilities) -> Capabilities)?
        var limits: (@Sendable (Limits) -> Limits)?
        var beginRead: (@Sendable (any Storage) throws(StorageError) -> any ReadDriver)?
        var beginWrite: (@Sendable (any Storage) throws(StorageError) -> any WriteDriver)?
        var check: (@Sendable (any Storage) throws(StorageError) -> [String])?
        var close: (@Sendable (any Storage) throws(StorageError) -> Void)?
    }

    init(
        _ base: any Storage, overrides: Overrides = Overrides(), hooks: @escaping MakeHooks
    ) {
        self.base = base
        self.overrides = overrides
        makeHooks = hooks
    }

    var capabilities: Capabilities {
        overrides.capabilities?(base.capabilities) ?? base.capabilities
    }

    var limits: Limits { overrides.limits?(base.limits) ?? base.limits }

    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver {
        let driver =
            if let begin = overrides.beginRead { try begin(base) } else { try base.beginRead() }
        return FaultyDriver(driver, makeHooks(false))
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        let driver =
            if let begin = overrides.beginWrite { try begin(base) } else { try base.beginWrite() }
        return FaultyDriver(driver, makeHooks(true))
    }

    func check() throws(StorageError) -> [String] {
        guard let check = overrides.check else { return try base.check() }
        return try check(base)
    }

    func close() throws(StorageError) {
        guard let close = overrides.close else { return try base.close() }
        try close(base)
    }
}
