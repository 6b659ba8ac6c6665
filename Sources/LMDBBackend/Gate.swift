import Dispatch
import StorageCore
import Synchronization

/// Counts the transactions of a process in and out.
///
/// The map can be enlarged only while no transaction is open. For that moment the gate is shut:
/// whoever comes waits until it is open again.
///
/// There are several lanes through it. Readers on different threads would wait for each other's lock
/// otherwise, for longer than they read.
final class Gate: Sendable {
    private struct State {
        var environment: Environment?
        /// Why there is no environment.
        var reason: StorageError?
        var isShut = false
    }

    private let lanes: Lanes<Lane>
    private let state: Mutex<State>

    init(_ environment: Environment) {
        lanes = Lanes { Lane(environment) }
        state = Mutex(State(environment: environment))
    }

    /// The lane of the present thread, for a reading transaction.
    var lane: Lane { lanes.current }

    /// The lane of the writing transaction, of which there is one at a time.
    var writerLane: Lane { lanes.all[0] }

    /// The environment, for what needs no transaction.
    func environment(for operation: String) throws(StorageError) -> Environment {
        try state.withLock { (state) throws(StorageError) in
            guard let environment = state.environment else {
                throw state.reason ?? .closed(operation)
            }
            return environment
        }
    }

    /// Runs `change` while no transaction is open, unless another thread does the like just now:
    /// then this only waits for that.
    ///
    /// - Returns: Whether `change` ran. If it throws, the environment is given up.
    /// - Throws: ``StorageError/Code/busy`` if transactions were still open at the deadline.
    func whileEmpty(
        _ deadline: Deadline, _ change: (Environment) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        guard let (environment, drained) = try shut() else {
            let lane = lane
            _ = try lane.enter(for: "enlarge", reuse: false)
            lane.leave(nil)
            return false
        }
        defer { open() }
        let isDrained = drained.allSatisfy { $0.wait(timeout: deadline.dispatchTime) == .success }
        guard isDrained || lanes.all.allSatisfy(\.isEmpty) else {
            throw StorageError(
                .busy,
                "cannot enlarge '\(environment.path)' while transactions are open; end those "
                    + "that read for long, and try again")
        }
        do {
            try change(environment)
        } catch {
            close(because: error)
            throw error
        }
        return true
    }

    /// Shuts all lanes, unless they are shut.
    private func shut() throws(StorageError) -> (Environment, [DispatchSemaphore])? {
        try state.withLock { (state) throws(StorageError) in
            guard !state.isShut else { return nil }
            guard let environment = state.environment else {
                throw state.reason ?? .closed("enlarge")
            }
            state.isShut = true
            return (environment, lanes.all.map { $0.shut() })
        }
    }

    private func open() {
        state.withLock { state in
            state.isShut = false
            for lane in lanes.all { lane.open() }
        }
    }

    /// Lets nobody in any more.
    ///
    /// - Returns: The environment, which closes when it is released, or nil if this was called
    ///   before.
    func close() -> Environment? { close(because: nil) }

    @discardableResult
    private func close(because reason: StorageError?) -> Environment? {
        let environment = state.withLock { state in
            defer { state.environment = nil }
            state.reason = reason
            return state.environment
        }
        for lane in lanes.all { lane.close(because: reason) }
        return environment
    }
}
