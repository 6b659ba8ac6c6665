import Dispatch
import Synchronization

/// Gives writers their turns, in the order in which they asked: threads that wait, and queued
/// writes, which the database's own thread runs.
final class WriteQueue: Sendable {
    private enum Waiter {
        case thread(DispatchSemaphore)
        case write(any GroupedWrite)

        var isThread: Bool {
            if case .thread = self { true } else { false }
        }
    }

    private struct State {
        var isBusy = false
        var waiting = Queue<Waiter>()
        /// What the database's thread waits for: so many writes, or a waiting thread.
        var gathering: (count: Int, isComplete: DispatchSemaphore)?

        /// Puts somebody last.
        mutating func append(_ waiter: Waiter) {
            waiting.append(waiter)
            guard let (count, isComplete) = gathering else { return }
            if case .write = waiter, waiting.count < count { return }
            gathering = nil
            isComplete.signal()
        }
    }

    /// How many queued writes share one commit at most: enough to hide the cost of a
    /// synchronisation, and few enough for a waiting thread to get its turn.
    private static let groupSize = 256

    /// How long the next group is waited for at most, in nanoseconds.
    private static let greatestPatience: UInt64 = 1_000_000

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
            state.append(.thread(turn))
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
            state.append(.write(write))
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
            repeat {
                let start = DispatchTime.now()
                let group = self.takeGroup()
                database.run(group)
                self.gather(group.count, after: start)
            } while self.passOn()
        }
    }

    /// Waits until as many writes wait as have just been answered, since tasks that write in turns come
    /// back at once: a commit for the first few of them takes about as long as one for all.
    ///
    /// It waits for a quarter of the time that the last group took, and not at all for a single write or
    /// while a thread waits.
    private func gather(_ count: Int, after start: DispatchTime) {
        let isComplete = state.withLock { state -> DispatchSemaphore? in
            guard count > 1, state.waiting.count < count, !state.waiting.contains(where: \.isThread)
            else { return nil }
            let isComplete = DispatchSemaphore(value: 0)
            state.gathering = (count, isComplete)
            return isComplete
        }
        guard let isComplete else { return }
        let now = DispatchTime.now()
        let taken = now.uptimeNanoseconds - start.uptimeNanoseconds
        let patience = min(taken / 4, Self.greatestPatience)
        _ = isComplete.wait(timeout: now + .nanoseconds(Int(patience)))
        state.withLock { $0.gathering = nil }
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
