import ConformanceKit
import Dispatch
import StorageCore

/// The storages that do what the contract allows and hardly anyone does: a check that one of them
/// fails demands too much.
package enum Odd: String, Sendable, CaseIterable {
    /// Keeps records of 1 MiB at most, the least that is allowed.
    case small
    /// Declares nothing, although it could.
    case modest
    /// Lets readers wait for the writer, and the writer for readers.
    case exclusive
    /// Takes its time to begin and to commit.
    case slow
    /// Writes late and backwards, and numbers its collections downwards.
    case backwards
    /// Answers queries itself, from what is committed.
    case engine
    /// Finds its records again without files.
    case shelf

    /// What is odd about it, for people.
    package var summary: String {
        switch self {
        case .small: "keeps records of 1 MiB at most"
        case .modest: "declares nothing"
        case .exclusive: "lets readers and the writer wait for each other"
        case .slow: "takes its time to begin and to commit"
        case .backwards: "writes late and backwards, and numbers collections downwards"
        case .engine: "answers queries itself"
        case .shelf: "is persistent without files"
        }
    }

    /// A backend in memory that does so.
    package var harness: ConformanceSuite {
        switch self {
        case .small:
            .overriding(
                FaultyStorage.Overrides(limits: { _ in Limits(maximumRecordSize: 1 << 20) }))
        case .modest: .overriding(.declaringNothing)
        case .exclusive: ConformanceSuite(name: rawValue) { _ in ExclusiveStorage() }
        case .slow: .overriding(.slow) { _, _ in .slow }
        case .backwards: ConformanceSuite(name: rawValue) { _ in DeferringStorage() }
        case .engine:
            ConformanceSuite(name: rawValue) { _ in
                EngineStorage(Tripwire()) { asked, ask in try ask(asked.query) }
            }
        case .shelf: Shelf.suite()
        }
    }
}

/// Lets a thread sleep for a millisecond, as a disk does.
private func sleepAsADisk() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
}

extension FaultyStorage.Overrides {
    fileprivate static var slow: FaultyStorage.Overrides {
        var overrides = FaultyStorage.Overrides()
        overrides.beginRead = { storage throws(StorageError) in
            sleepAsADisk()
            return try storage.beginRead()
        }
        overrides.beginWrite = { storage throws(StorageError) in
            sleepAsADisk()
            return try storage.beginWrite()
        }
        return overrides
    }
}

extension Hooks {
    fileprivate static var slow: Hooks {
        var hooks = Hooks()
        hooks.commit = { driver throws(StorageError) in
            sleepAsADisk()
            try driver.commit()
        }
        return hooks
    }
}
