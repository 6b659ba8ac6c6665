import Synchronization

/// Counts the work that runs on a database, so that closing can wait for its end.
///
/// Beginning and ending work takes one atomic step each, and no lock.
final class Lifecycle: Sendable {
    /// Called when a caller that closes the database may go on, with whether it is the first one.
    typealias Resume = @Sendable (_ isFirst: Bool) -> Void

    private struct Closing {
        /// The first caller that closes, until all work has ended.
        var whenIdle: Resume?
        var whenClosed: [Resume] = []
        var isClosed = false
    }

    /// Twice the number of pieces of work that run, plus one once closing has begun.
    private let running = Atomic<Int>(0)
    private let closing = Mutex(Closing())

    /// Takes note that work begins.
    ///
    /// - Throws: ``StorageError/Code/closed`` once closing has begun.
    func enter(_ operation: String) throws(StorageError) {
        let before = running.add(2, ordering: .acquiring).oldValue
        guard before & 1 == 0 else {
            leave()
            throw .closed(operation)
        }
    }

    /// Takes note that work has ended.
    func leave() {
        // What the work did happens before whatever follows on its end.
        if running.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { resumeFirst() }
    }

    private func resumeFirst() {
        let whenIdle = closing.withLock { $0.whenIdle.take() }
        whenIdle?(true)
    }

    /// Refuses new work from now on.
    ///
    /// - Parameter resume: Called once, now or later. For the first caller: when all work has
    ///   ended; that caller closes the storage then and calls ``didClose()``. For the others: when
    ///   the first one has done so.
    /// - Returns: Whether the caller is the first one.
    func beginClosing(_ resume: @escaping Resume) -> Bool {
        let (isFirst, isClosed) = closing.withLock { state in
            let before = running.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
            if before & 1 == 0 {
                state.whenIdle = resume
                return (true, false)
            }
            if !state.isClosed { state.whenClosed.append(resume) }
            return (false, state.isClosed)
        }
        if isClosed { resume(false) }
        // The work that ran may have ended before it could know who waits.
        if isFirst, running.load(ordering: .acquiring) == 1 { resumeFirst() }
        return isFirst
    }

    /// Takes note that the storage is closed.
    func didClose() {
        let waiting = closing.withLock { state in
            state.isClosed = true
            return state.whenClosed.take()
        }
        for resume in waiting { resume(false) }
    }
}

extension [Lifecycle.Resume] {
    fileprivate mutating func take() -> [Lifecycle.Resume] {
        defer { self = [] }
        return self
    }
}
