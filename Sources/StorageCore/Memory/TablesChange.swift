/// A change that a transaction made to ``Tables``, in terms that do not depend on their handles.
public enum TablesChange: Sendable {
    /// The collection was created.
    case prepare(collection: String)
    /// The record was kept under the key.
    case put(collection: String, key: [UInt8], record: [UInt8])
    /// The record of the key was deleted.
    case delete(collection: String, key: [UInt8])
    /// The entries of the range were deleted.
    case deleteRange(collection: String, KeyRange)
}
