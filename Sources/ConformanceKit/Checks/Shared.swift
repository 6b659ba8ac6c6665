import Dispatch
import Synchronization

/// A value that several tasks of a check change. A local `Mutex` cannot be captured by them.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) {
        state = Mutex(value)
    }

    var value: Value { state.withLock(\.self) }

    func update(_ change: (inout Value) -> Void) {
        state.withLock { change(&$0) }
    }
}

/// Holds a thread up until it is opened, and lets a task wait until the thread has come to it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let turn = DispatchSemaphore(value: 0)

    func wait() {
        pass()
        turn.wait()
    }

    /// Lets go of whoever waits for a thread to come: it has come, or never will.
    func pass() {
        let waiters = state.withLock { state in
            state.isReached = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func open() {
        turn.signal()
    }

    func waitUntilReached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waiters.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }
}
