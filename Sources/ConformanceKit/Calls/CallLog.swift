import StorageCore
import Synchronization

/// The last calls that came to the storages of a check.
///
/// It may be used from any thread. To note a call costs a copy of its key and of a short record.
final class CallLog: Sendable {
    /// A call, of which transaction of which storage.
    struct Entry: Sendable {
        let storage: Int
        let transaction: Int
        let call: StorageCall
    }

    private struct State {
        /// The last entries. The one at `next` is the oldest of them if there are that many.
        var entries: [Entry] = []
        var next = 0
        var storages = 0
        var transactions = 0
    }

    private let state = Mutex(State())

    /// How many calls are shown.
    static let limit = 20

    /// The number of a storage that is opened: 1 for the first.
    func nextStorage() -> Int {
        state.withLock { state in
            state.storages += 1
            return state.storages
        }
    }

    /// The number of a transaction that begins: 1 for the first.
    func nextTransaction() -> Int {
        state.withLock { state in
            state.transactions += 1
            return state.transactions
        }
    }

    /// Takes note of a call.
    func note(_ call: StorageCall, _ transaction: Int, of storage: Int) {
        let entry = Entry(storage: storage, transaction: transaction, call: call)
        state.withLock { state in
            if state.entries.count < Self.limit {
                state.entries.append(entry)
            } else {
                state.entries[state.next] = entry
                state.next = (state.next + 1) % Self.limit
            }
        }
    }

    /// The last calls, the oldest first.
    var entries: [Entry] {
        state.withLock { state in
            Array(state.entries[state.next...] + state.entries[..<state.next])
        }
    }
}
