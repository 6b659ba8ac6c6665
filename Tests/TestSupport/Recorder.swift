import Synchronization

/// Collects values from several threads.
public final class Recorder<Element: Sendable>: Sendable {
    private let recorded = Mutex<[Element]>([])

    /// Makes an empty recorder.
    public init() {}

    /// What was recorded, in order.
    public var elements: [Element] { recorded.withLock { $0 } }

    /// Adds a value.
    public func record(_ element: Element) {
        recorded.withLock { $0.append(element) }
    }
}
