/// The name of a member, which tells short names apart at once: a name of more than eight bytes is
/// known by its beginning.
package struct JSONName: Equatable, Sendable {
    let size: Int
    /// The first eight bytes, which sort as names do that begin in different ways.
    let beginning: UInt64

    @inline(__always)
    init(size: Int, beginning: UInt64) {
        self.size = size
        self.beginning = beginning
    }

    /// A name of at most eight bytes.
    package init(_ name: String) {
        precondition(name.utf8.count <= 8, "'\(name)' has more than eight bytes")
        size = name.utf8.count
        beginning = Array(name.utf8).span.beginning(of: 0..<size)
    }
}
