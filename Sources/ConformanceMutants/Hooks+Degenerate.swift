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

    /// Throws on every call that reads or writes.
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

    /// Rolls back where it should commit.
    static var losing: Hooks {
        var hooks = Hooks()
        hooks.commit = { $0.end() }
        return hooks
    }

    /// Counts the puts that keep a record, and is honest.
    static func counting(_ puts: Countdown, _ whenDue: @escaping () -> Void) -> Hooks {
        var hooks = Hooks()
        hooks.stored = { _, entry, _ in
            puts.pass(whenDue)
            return entry.record
        }
        return hooks
    }
}

extension FaultyStorage.Overrides {
    /// Throws on every call.
    static var failing: FaultyStorage.Overrides {
        let error = StorageError(.io, "the disk is gone")
        var overrides = FaultyStorage.Overrides()
        overrides.beginRead = { _ throws(StorageError) in throw error }
        overrides.beginWrite = { _ throws(StorageError) in throw error }
        overrides.check = { _ throws(StorageError) in throw error }
        overrides.close = { _ throws(StorageError) in throw error }
        return overrides
    }

    /// Gives no guarantee, whatever the storage does.
    static var declaringNothing: FaultyStorage.Overrides {
        FaultyStorage.Overrides(capabilities: { _ in [] })
    }
}
