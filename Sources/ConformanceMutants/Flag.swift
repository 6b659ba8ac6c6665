import Synchronization

/// A condition that several transactions of a faulty storage share.
final class Flag: Sendable {
    private let state = Mutex(false)

    var value: Bool {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}
