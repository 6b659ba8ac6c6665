import StorageCore

/// What a reading transaction at hand sees, as a storage: every transaction of it is that one.
///
/// Sendable without a lock because it is used by the one thread that the transaction belongs to, and
/// goes before that ends.
final class SnapshotStorage: Storage, @unchecked Sendable {
    private let driver: any ReadDriver
    private let base: any Storage

    init(_ driver: any ReadDriver, _ base: any Storage) {
        self.driver = driver
        self.base = base
    }

    var capabilities: Capabilities { base.capabilities }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() -> any ReadDriver {
        var hooks = Hooks()
        hooks.end = { _ in }
        return FaultyDriver(driver, hooks)
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        throw StorageError(.readOnly, "a snapshot cannot be written to")
    }

    func check() -> [String] { [] }

    func close() {}
}
