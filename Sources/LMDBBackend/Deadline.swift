import Dispatch

/// The moment at which a wait is given up.
struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant?

    /// A wait of more than this is a wait without end.
    private static let endless = Duration.seconds(100 * 365 * 86_400)

    /// The moment that lies `timeout` ahead.
    init(after timeout: Duration) {
        instant = timeout < Self.endless ? ContinuousClock.now + timeout : nil
    }

    /// The moment, for a wait on a semaphore.
    var dispatchTime: DispatchTime {
        guard let instant else { return .distantFuture }
        let rest = max(ContinuousClock.now.duration(to: instant), .zero).components
        return .now()
            + .nanoseconds(
                Int(rest.seconds) * 1_000_000_000 + Int(rest.attoseconds / 1_000_000_000))
    }
}
