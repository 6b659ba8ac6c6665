import Dispatch
import StorageCore
import Synchronization

/// One of the lanes of a ``Gate``: counts the transactions that went in through it, and keeps reading ones
/// for reuse.
///
/// A transaction leaves through the lane that it came in by, from whatever thread.
final class Lane: Sendable {
    private struct State {
        var environment: Environment?
        /// Why there is no environment.
        var reason: StorageError?
        var open = 0
        var idle: [LMDBReadTransaction] = []
        var isShut = false
        /// Signalled when the last transaction leaves the shut lane.
        var drained: DispatchSemaphore?
        /// Those who wait until the lane is open again.
        var waiting: [DispatchSemaphore] = []
    }

    private enum Admission {
        case admitted(Environment, LMDBReadTransaction?)
        case wait(DispatchSemaphore)
    }

    /// As many readers are kept for reuse as are likely to run at once; each holds a slot.
    private static let maximumIdle = 16

    private let state: Mutex<State>
    /// Keeps other lanes out of the processor's lines of memory that this one is in.
    private let distance = InlineArray<16, UInt64>(repeating: 0)

    init(_ environment: Environment) {
        state = Mutex(State(environment: environment))
    }

    /// Lets a transaction in, and hands it an ended reading one if `reuse` wants one.
    ///
    /// Callers must call ``leave(_:)`` in the end.
    func enter(
        for operation: String, reuse: Bool
    ) throws(StorageError) -> (Environment, LMDBReadTransaction?) {
        while true {
            let admission = try state.withLock { (state) throws(StorageError) -> Admission in
                guard let environment = state.environment else {
                    throw state.reason ?? .closed(operation)
                }
                guard !state.isShut else {
                    let turn = DispatchSemaphore(value: 0)
                    state.waiting.append(turn)
                    return .wait(turn)
                }
                state.open += 1
                return .admitted(environment, reuse ? state.idle.popLast() : nil)
            }
            switch admission {
            case .admitted(let environment, let transaction): return (environment, transaction)
            case .wait(let turn): turn.wait()
            }
        }
    }

    /// Lets a reading transaction in that was kept, if there is one and nobody has to wait.
    ///
    /// Callers must call ``leave(_:)`` in the end.
    func reenter() -> LMDBReadTransaction? {
        state.withLock { state in
            guard !state.isShut, let idle = state.idle.popLast() else { return nil }
            state.open += 1
            return idle
        }
    }

    /// Lets a transaction out, and keeps `idle`, an ended reading one.
    func leave(_ idle: LMDBReadTransaction?) {
        // What is not kept is released outside the lock.
        let surplus = state.withLock { state -> LMDBReadTransaction? in
            state.open -= 1
            if state.open == 0 { state.drained?.signal() }
            guard let idle else { return nil }
            guard state.environment != nil, state.idle.count < Self.maximumIdle else {
                return idle
            }
            state.idle.append(idle)
            return nil
        }
        surplus?.transaction.abort()
    }
}

/// What the gate does with its lanes.
extension Lane {
    /// Whether no transaction is open.
    var isEmpty: Bool { state.withLock { $0.open == 0 } }

    /// Lets nobody in until ``open()``.
    ///
    /// - Returns: What is signalled when the last transaction has left.
    func shut() -> DispatchSemaphore {
        let drained = DispatchSemaphore(value: 0)
        state.withLock { state in
            if state.open == 0 { drained.signal() }
            state.isShut = true
            state.drained = drained
        }
        return drained
    }

    /// Lets in again whoever comes and whoever waits.
    func open() {
        state.withLock { state in
            state.isShut = false
            state.drained = nil
            for turn in state.waiting { turn.signal() }
            state.waiting = []
        }
    }

    /// Lets nobody in any more: that throws `reason`, or that the storage is closed.
    func close(because reason: StorageError?) {
        let idle = state.withLock { state in
            defer {
                state.environment = nil
                state.reason = reason
                state.idle = []
            }
            return state.idle
        }
        for reading in idle { reading.transaction.abort() }
    }
}
