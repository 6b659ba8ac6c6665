import Dispatch
import Synchronization

/// Lets one thread write at a time, in the order in which they asked.
///
/// A thread that has to wait sleeps; the lock is handed over, not raced for.
package final class WriterLock: Sendable {
    private struct State {
        var isHeld = false
        var waiting = Queue<DispatchSemaphore>()
    }

    private let state = Mutex(State())

    package init() {}

    /// Waits for the lock.
    package func lock() {
        let turn = state.withLock { state -> DispatchSemaphore? in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append(turn)
            return turn
        }
        turn?.wait()
    }

    /// Gives the lock to the thread that waits longest.
    package func unlock() {
        let next = state.withLock { state -> DispatchSemaphore? in
            let next = state.waiting.popFirst()
            if next == nil { state.isHeld = false }
            return next
        }
        next?.signal()
    }
}
