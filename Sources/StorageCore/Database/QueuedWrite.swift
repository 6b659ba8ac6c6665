import Synchronization

/// A queued write, whatever its result.
protocol GroupedWrite: Sendable {
    /// Takes note that the body runs now. From here on the write cannot be cancelled.
    ///
    /// - Returns: False if it was cancelled before.
    func start() -> Bool

    /// Runs the body and keeps its result.
    func run(in transaction: inout WriteTransaction) throws

    /// Hands the result to the waiting task.
    func succeed()

    /// Hands the error to the waiting task.
    func fail(_ error: any Error)
}

/// A write that waits for its turn, and the task that waits for it.
final class QueuedWrite<Output: Sendable>: GroupedWrite {
    private typealias Waiter = CheckedContinuation<Output, any Error>

    private enum State {
        case new
        case waiting(Waiter)
        case cancelled
        case running(Waiter)
        case finished(Waiter, Output)
        case answered
    }

    private let body: @Sendable (inout WriteTransaction) throws -> Output
    private let state = Mutex(State.new)

    init(_ body: @escaping @Sendable (inout WriteTransaction) throws -> Output) {
        self.body = body
    }

    /// Takes note of the task that waits.
    ///
    /// - Returns: False if the task was cancelled; it has its answer then.
    func prepare(_ continuation: CheckedContinuation<Output, any Error>) -> Bool {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        return !isCancelled
    }

    /// Cancels the write unless its body has begun.
    func cancel() {
        let waiter = state.withLock { state -> Waiter? in
            switch state {
            case .new:
                state = .cancelled
                return nil
            case .waiting(let waiter):
                state = .cancelled
                return waiter
            default:
                return nil
            }
        }
        waiter?.resume(throwing: CancellationError())
    }

    func start() -> Bool {
        state.withLock { state in
            guard case .waiting(let waiter) = state else { return false }
            state = .running(waiter)
            return true
        }
    }

    func run(in transaction: inout WriteTransaction) throws {
        let output = try body(&transaction)
        state.withLock { state in
            guard case .running(let waiter) = state else { return }
            state = .finished(waiter, output)
        }
    }

    func succeed() {
        let answer = state.withLock { state -> (Waiter, Output)? in
            guard case .finished(let waiter, let output) = state else { return nil }
            state = .answered
            return (waiter, output)
        }
        if let (waiter, output) = answer { waiter.resume(returning: output) }
    }

    func fail(_ error: any Error) {
        let waiter = state.withLock { state -> Waiter? in
            switch state {
            case .running(let waiter), .finished(let waiter, _):
                state = .answered
                return waiter
            default:
                return nil
            }
        }
        waiter?.resume(throwing: error)
    }
}
