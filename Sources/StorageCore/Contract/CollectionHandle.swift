/// What a backend calls one of its collections.
///
/// The number means something to the backend that gave it out and to nobody else.
public struct CollectionHandle: Hashable, Sendable {
    /// The backend's number.
    public let rawValue: Int

    /// Makes a handle from a number of the backend's choosing.
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}
