import Dispatch
import Synchronization

/// Lets one thread write at a time, in the order in which they asked.
final class WriterTurn: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())

    /// Waits until it is this thread's turn.
    func begin() {
        let semaphore = state.withLock { state -> DispatchSemaphore? in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting.append(semaphore)
            return semaphore
        }
        semaphore?.wait()
    }

    /// Hands the turn to the thread that has waited longest.
    func end() {
        let next = state.withLock { state -> DispatchSemaphore? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.signal()
    }
}
