import StorageCore

extension Hooks {
    /// Accepts everything and keeps nothing, the catalog included.
    static var forgetful: Hooks {
        var hooks = Hooks()
        hooks.stored = { _, _, _ in nil }
        hooks.get = { _, _, _ in nil }
        hooks.entries = { _, _, _, _ in [] }
        hooks.count = { _, _, _ in 0 }
        hooks.delete = { _, _, _ in false }
        hooks.deleteRange = { _, _, _ in 0 }
        return hooks
    }

    /// Throws on every call.
    static var refusing: Hooks {
        let error = StorageError(.unsupported, "this storage does nothing")
        var hooks = Hooks()
        hooks.get = { _, _, _ in throw error }
        hooks.entries = { _, _, _, _ in throw error }
        hooks.count = { _, _, _ throws(StorageError) in throw error }
        hooks.put = { _, _, _, _ throws(StorageError) in throw error }
        hooks.delete = { _, _, _ throws(StorageError) in throw error }
        hooks.deleteRange = { _, _, _ throws(StorageError) in throw error }
        hooks.prepare = { _, _ throws(StorageError) in throw error }
        hooks.savepoint = { _ throws(StorageError) in throw error }
        return hooks
    }
}
