import Dispatch
import Synchronization

/// Gives writers their turns, in the order in which they asked: threads that wait, and queued
/// writes, which the database's own thread runs.
final class WriteQueue: Sendable {
    private enum Waiter {
        case thread(DispatchSemaphore)
        case write(any GroupedWrite)
    }

    private struct State {
        var isBusy = false
        var waiting = Queue<Waiter>()
    }

    /// How many queued writes share one commit at most: enough to hide the cost of a
    /// synchronisation, and few enough for a waiting thread to get its turn.
    private static let groupSize = 256

    private let state = Mutex(State())
    private let thread = DispatchQueue(label: "swift-storage.writer")

    /// Waits for the calling thread's turn.
    func lock() {
        let turn = state.withLock { state -> DispatchSemaphore? in
            guard state.isBusy else {
                state.isBusy = true
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append(.thread(turn))
            return turn
        }
        turn?.wait()
    }

    /// Ends the calling thread's turn.
    func unlock(in database: Database) {
        if passOn() { startThread(for: database) }
    }

    /// Queues a write.
    func enqueue(_ write: any GroupedWrite, for database: Database) {
        let mustStart = state.withLock { state in
            state.waiting.append(.write(write))
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if mustStart { startThread(for: database) }
    }

    /// Runs `work` on the database's own thread.
    func runOnThread(_ work: @escaping @Sendable () -> Void) {
        thread.async(execute: work)
    }

    private func startThread(for database: Database) {
        runOnThread {
            repeat { database.run(self.takeGroup()) } while self.passOn()
        }
    }

    private func takeGroup() -> [any GroupedWrite] {
        state.withLock { state in
            var group: [any GroupedWrite] = []
            while group.count < Self.groupSize, case .write(let write) = state.waiting.first {
                _ = state.waiting.popFirst()
                group.append(write)
            }
            return group
        }
    }

    /// Ends a turn and begins that of the longest waiting thread, if one is at the head.
    ///
    /// - Returns: Whether a queued write is at the head, so that the database's thread has the
    ///   turn.
    private func passOn() -> Bool {
        let (thread, isWrite) = state.withLock { state -> (DispatchSemaphore?, Bool) in
            switch state.waiting.first {
            case .thread(let turn):
                _ = state.waiting.popFirst()
                return (turn, false)
            case .write:
                return (nil, true)
            case nil:
                state.isBusy = false
                return (nil, false)
            }
        }
        thread?.signal()
        return isWrite
    }
}
