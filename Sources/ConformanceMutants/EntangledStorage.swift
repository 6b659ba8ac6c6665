import StorageCore
import Synchronization

/// A storage in memory that does not keep transactions apart as it should.
final class EntangledStorage: Storage {
    /// What it does wrong.
    enum Flaw {
        /// Writers work on copies at once, and the last one to commit wins.
        case lastCommitWins
        /// Writers work on copies at once, and each commits what it has changed.
        case mergesCommits
        /// Writers change the common records at once, and take back what they have changed.
        case writesInPlace
        /// A writer has the storage to itself, but changes what others read.
        case readsUncommitted
        /// A writer takes its copy before it waits for its turn.
        case copiesBeforeTurn

        var letsWritersIn: Bool {
            self == .lastCommitWins || self == .mergesCommits || self == .writesInPlace
        }
    }

    private struct State {
        /// The records as writers in place have left them.
        var common = Tables()
        /// What readers see.
        var committed = Tables()
        var writers = 0
        var commits = 0
    }

    private let wire: Tripwire
    private let flaw: Flaw
    private let state = Mutex(State())
    private let writerLock = WriterLock()

    init(_ flaw: Flaw, _ wire: Tripwire) {
        self.flaw = flaw
        self.wire = wire
    }

    var capabilities: Capabilities { .concurrentReads }
    var limits: Limits { .standard }
    var description: StorageDescription {
        StorageDescription(scheme: "entangled", path: nil, durability: .none, size: nil)
    }

    func check() -> [String] { [] }

    func close() {}

    func beginRead() -> any ReadDriver {
        state.withLock { state in
            guard flaw == .readsUncommitted else { return TablesReader(state.committed) }
            if state.writers > 0 { wire.trip() }
            return TablesReader(state.common)
        }
    }

    func beginWrite() -> any WriteDriver {
        let copy = state.withLock { ($0.committed, $0.commits) }
        if !flaw.letsWritersIn { writerLock.lock() }
        let tables = state.withLock { state in
            if flaw.letsWritersIn, state.writers > 0 { wire.trip() }
            if flaw == .copiesBeforeTurn, state.commits > copy.1 { wire.trip() }
            state.writers += 1
            return flaw == .copiesBeforeTurn ? copy.0 : state.committed
        }
        guard flaw == .writesInPlace || flaw == .readsUncommitted else {
            return TablesWriter(
                tables, recordsChanges: true, commit: { self.publish($0, $1) }, finish: finish)
        }
        return InPlaceWriter(self, finish)
    }
}

extension EntangledStorage {
    /// Runs `body` on the records that writers in place have in common.
    func withCommon<Output: Sendable>(_ body: (inout Tables) -> Output) -> Output {
        state.withLock { body(&$0.common) }
    }

    /// Shows records as they are in common.
    func publish(_ keys: [(CollectionHandle, [UInt8])]) {
        state.withLock { state in
            state.commits += 1
            for (handle, key) in keys {
                // Handles count the collections, so that the ones before it have to be there too.
                for number in 0...handle.rawValue {
                    _ = state.committed.prepare(state.common.name(of: CollectionHandle(number)))
                }
                if let record = state.common[handle].value(for: key.span) {
                    state.committed[handle].updateValue(record, for: key.span)
                } else {
                    _ = state.committed[handle].removeValue(for: key.span)
                }
            }
        }
    }

    private func publish(_ tables: consuming Tables, _ changes: TablesChanges) {
        state.withLock { state in
            state.commits += 1
            guard flaw == .mergesCommits, state.writers > 1 else {
                state.committed = tables
                return
            }
            state.committed.apply(changes)
        }
    }

    private func finish() {
        state.withLock { $0.writers -= 1 }
        if !flaw.letsWritersIn { writerLock.unlock() }
    }
}
