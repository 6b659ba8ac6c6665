import Dispatch
import StorageCore
import Synchronization

/// Counts the transactions of a process in and out, and keeps reading ones for reuse.
///
/// The map can be enlarged only while no transaction is open. For that moment the gate is shut:
/// whoever comes waits until it is open again.
final class Gate: Sendable {
    private struct State {
        var environment: Environment?
        /// Why there is no environment.
        var reason: StorageError?
        var open = 0
        var idle: [LMDBReadTransaction] = []
        var isShut = false
        /// Signalled when the last transaction leaves the shut gate.
        var drained: DispatchSemaphore?
        /// Those who wait until the gate is open again.
        var waiting: [DispatchSemaphore] = []
    }

    private enum Admission {
        case admitted(Environment, LMDBReadTransaction?)
        case wait(DispatchSemaphore)
    }

    /// As many readers are kept for reuse as are likely to run at once; each holds a slot.
    private static let maximumIdle = 64

    private let state: Mutex<State>

    init(_ environment: Environment) {
        state = Mutex(State(environment: environment))
    }

    /// The environment, for what needs no transaction.
    func environment(for operation: String) throws(StorageError) -> Environment {
        try state.withLock { (state) throws(StorageError) in
            guard let environment = state.environment else {
                throw state.reason ?? .closed(operation)
            }
            return environment
        }
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

    /// Runs `change` while no transaction is open, unless another thread does the like just now:
    /// then this only waits for that.
    ///
    /// - Returns: Whether `change` ran. If it throws, the environment is given up.
    /// - Throws: ``StorageError/Code/busy`` if transactions were still open at the deadline.
    func whileEmpty(
        _ deadline: Deadline, _ change: (Environment) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        guard let (environment, drained) = try shut() else { return false }
        defer { open() }
        if drained.wait(timeout: deadline.dispatchTime) == .timedOut {
            guard state.withLock({ $0.open == 0 }) else {
                throw StorageError(
                    .busy,
                    "cannot enlarge '\(environment.path)' while transactions are open; end those "
                        + "that read for long, and try again")
            }
        }
        do {
            try change(environment)
        } catch {
            give(up: error)
            throw error
        }
        return true
    }

    private func shut() throws(StorageError) -> (Environment, DispatchSemaphore)? {
        let isShut = state.withLock(\.isShut)
        if isShut {
            _ = try enter(for: "enlarge", reuse: false)
            leave(nil)
            return nil
        }
        return try state.withLock { (state) throws(StorageError) in
            guard let environment = state.environment else {
                throw state.reason ?? .closed("enlarge")
            }
            guard !state.isShut else { return nil }
            let drained = DispatchSemaphore(value: 0)
            if state.open == 0 { drained.signal() }
            state.isShut = true
            state.drained = drained
            return (environment, drained)
        }
    }

    private func open() {
        state.withLock { state in
            state.isShut = false
            state.drained = nil
            for turn in state.waiting { turn.signal() }
            state.waiting = []
        }
    }

    private func give(up error: StorageError) {
        state.withLock { state in
            state.environment = nil
            state.reason = error
            state.idle = []
        }
    }

    /// Lets nobody in any more.
    ///
    /// - Returns: The environment, which closes when it is released, or nil if this was called
    ///   before.
    func close() -> Environment? {
        let (environment, idle) = state.withLock { state in
            defer {
                state.environment = nil
                state.reason = nil
                state.idle = []
            }
            return (state.environment, state.idle)
        }
        for reading in idle { reading.transaction.abort() }
        return environment
    }
}
