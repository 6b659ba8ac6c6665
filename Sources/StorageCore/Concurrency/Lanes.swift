/// Objects that threads use beside each other: each thread has one of them, and shares it with few others.
///
/// What all threads write to, were it only the count of a reference, goes from processor to processor
/// with each of them.
package struct Lanes<Lane: AnyObject & Sendable>: Sendable {
    /// All of them.
    package let all: [Lane]

    /// Makes more of them than threads are likely to run at the same moment.
    package init(_ make: () -> Lane) {
        all = (0..<16).map { _ in make() }
    }

    /// The one of the present thread.
    @inlinable
    @inline(__always)
    package var current: Lane {
        // By a span, since an index into the array counts a reference to that.
        let lanes = all.span
        return lanes[ThreadNumber.current % lanes.count]
    }
}
