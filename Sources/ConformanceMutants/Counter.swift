import Synchronization

/// Counts something over the transactions of a faulty storage.
final class Counter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock(\.self) }

    /// Counts one more, and returns how many there are.
    @discardableResult
    func next() -> Int {
        state.withLock { count in
            count += 1
            return count
        }
    }
}
