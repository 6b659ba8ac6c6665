import StorageCore
import Synchronization

/// A storage in memory whose transactions may begin with a state that is one commit old.
final class LooseStorage: Storage {
    private struct State {
        var previous = Tables()
        var current = Tables()
        var reads = 0
        var writes = 0

        /// Counts a read, and says whether it begins with an old state.
        mutating func nextRead(_ interval: Int) -> Bool {
            reads += 1
            return interval > 0 && reads % interval == 0
        }

        /// Counts a write, and says whether it begins with an old state.
        mutating func nextWrite(_ interval: Int) -> Bool {
            writes += 1
            return interval > 0 && writes % interval == 0
        }
    }

    private let wire: Tripwire
    private let staleReads: Int
    private let staleWrites: Int
    private let state = Mutex(State())
    private let writerLock = WriterLock()

    /// Makes a storage in which every so many reads or writes begin with an old state; 0 for none.
    init(_ wire: Tripwire, staleReads: Int = 0, staleWrites: Int = 0) {
        self.wire = wire
        self.staleReads = staleReads
        self.staleWrites = staleWrites
    }

    var capabilities: Capabilities { .concurrentReads }
    var limits: Limits { .standard }
    var description: StorageDescription {
        StorageDescription(scheme: "loose", path: nil, durability: .none, size: nil)
    }

    func beginRead() throws(StorageError) -> any ReadDriver {
        TablesReader(tables { $0.nextRead(staleReads) })
    }

    func beginWrite() throws(StorageError) -> any WriteDriver {
        writerLock.lock()
        return TablesWriter(
            tables { $0.nextWrite(staleWrites) }, recordsChanges: false,
            commit: { tables, _ in
                self.state.withLock { state in
                    state.previous = state.current
                    state.current = tables
                }
            }, finish: writerLock.unlock)
    }

    func check() -> [String] { [] }

    func close() {}

    private func tables(_ isStale: (inout State) -> Bool) -> Tables {
        state.withLock { state in
            guard isStale(&state) else { return state.current }
            wire.trip()
            return state.previous
        }
    }
}
