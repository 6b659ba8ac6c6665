import Dispatch

/// Holds threads up until it is opened.
public final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Makes a closed gate.
    public init() {}

    /// Waits until the gate is open.
    public func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Opens the gate for good.
    public func open() {
        semaphore.signal()
    }
}
