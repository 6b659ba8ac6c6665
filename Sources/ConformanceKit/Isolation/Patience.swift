import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long the kit waits for a thread that may have to wait itself.
enum Patience {
    /// What all times are multiplied by: `STORAGE_CONFORMANCE_PATIENCE`, or 1.
    static let scale: Int = {
        let name = "STORAGE_CONFORMANCE_PATIENCE"
        return ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? 1
    }()

    /// How often the scheduler looks again before it takes a step for blocked.
    ///
    /// After each look it has to be scheduled itself, behind the thread that it looks at: where
    /// the machine is busy, the looks take longer by themselves.
    static let looks = 20

    /// The pause between two looks.
    static let pause = DispatchTimeInterval.milliseconds(2 * scale)

    /// After how long a step that nothing stands in the way of counts as hanging.
    static let limit = DispatchTimeInterval.seconds(30 * scale)
}
