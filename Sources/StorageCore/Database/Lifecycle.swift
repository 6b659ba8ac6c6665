import Synchronization

/// Counts the work that runs on a database, so that closing can wait for its end.
final class Lifecycle: Sendable {
    /// Called when a caller that closes the database may go on, with whether it is the first one.
    typealias Resume = @Sendable (_ isFirst: Bool) -> Void

    private enum Phase {
        case open
        case closing(whenIdle: Resume, whenClosed: [Resume])
        case closed
    }

    private struct State {
        var phase = Phase.open
        var running = 0
    }

    private let state = Mutex(State())

    /// Takes note that work begins.
    ///
    /// - Throws: ``StorageError/Code/closed`` once closing has begun.
    func enter(_ operation: String) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            guard case .open = state.phase else { throw .closed(operation) }
            state.running += 1
        }
    }

    /// Takes note that work has ended.
    func leave() {
        let resume = state.withLock { state -> Resume? in
            state.running -= 1
            guard state.running == 0, case .closing(let whenIdle, _) = state.phase else {
                return nil
            }
            return whenIdle
        }
        resume?(true)
    }

    /// Refuses new work from now on.
    ///
    /// - Parameter resume: Called once, now or later. For the first caller: when all work has
    ///   ended; that caller closes the storage then and calls ``didClose()``. For the others: when
    ///   the first one has done so.
    /// - Returns: Whether the caller is the first one.
    func beginClosing(_ resume: @escaping Resume) -> Bool {
        let (isFirst, isReady) = state.withLock { state -> (Bool, Bool) in
            switch state.phase {
            case .open:
                state.phase = .closing(whenIdle: resume, whenClosed: [])
                return (true, state.running == 0)
            case .closing(let whenIdle, let whenClosed):
                state.phase = .closing(whenIdle: whenIdle, whenClosed: whenClosed + [resume])
                return (false, false)
            case .closed:
                return (false, true)
            }
        }
        if isReady { resume(isFirst) }
        return isFirst
    }

    /// Takes note that the storage is closed.
    func didClose() {
        let waiting = state.withLock { state -> [Resume] in
            guard case .closing(_, let whenClosed) = state.phase else { return [] }
            state.phase = .closed
            return whenClosed
        }
        for resume in waiting { resume(false) }
    }
}
