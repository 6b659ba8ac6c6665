import StorageCore
import Synchronization

/// A storage that does what another one does, and takes note of each call.
final class LoggedStorage: Storage {
    private let base: any Storage
    private let log: CallLog
    private let number: Int
    private let names = Mutex<[CollectionHandle: String]>([:])

    init(_ base: any Storage, _ log: CallLog) {
        self.base = base
        self.log = log
        number = log.nextStorage()
    }

    var capabilities: Capabilities { base.capabilities }
    var limits: Limits { base.limits }
    var description: StorageDescription { base.description }

    func beginRead() throws(StorageError) -> any ReadDriver {
        let transaction = log.nextTransaction()
        note(.beginRead, transaction)
        return LoggedDriver(try base.beginRead(), self, transaction)
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        let transaction = log.nextTransaction()
        let driver = try base.beginWrite()
        // A writer waits for its turn: its transaction begins when that has come.
        note(.beginWrite, transaction)
        return LoggedWriter(driver, self, transaction)
    }

    func check() throws(StorageError) -> [String] { try base.check() }

    func close() throws(StorageError) { try base.close() }
}

extension LoggedStorage {
    func note(_ call: StorageCall, _ transaction: Int) {
        log.note(call, transaction, of: number)
    }

    /// Takes note of a call about a collection, unless that is one of the storage's own.
    func note(
        in handle: CollectionHandle, _ transaction: Int, _ call: (_ name: String) -> StorageCall
    ) {
        guard let name = names.withLock({ $0[handle] }), !name.hasPrefix("$") else { return }
        note(call(name), transaction)
    }

    func remember(_ handle: CollectionHandle, _ name: String) {
        names.withLock { $0[handle] = name }
    }
}
