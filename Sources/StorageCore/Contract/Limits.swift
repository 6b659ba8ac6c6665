/// The largest keys and records that a storage keeps, in bytes of their encodings.
///
/// What is larger is refused by `StorageCore` before a backend sees it.
public struct Limits: Hashable, Sendable {
    /// The longest encoded key: 480 bytes on every backend.
    public let maximumKeySize: Int

    /// The longest encoded record.
    public let maximumRecordSize: Int

    /// How deeply arrays and objects may nest in a record, on every backend.
    public static let maximumDepth = 256

    /// Makes limits for a backend that cannot keep records as long as the ``standard`` ones.
    ///
    /// - Precondition: `maximumRecordSize` is at least 1 MiB, which every backend has to keep.
    public init(maximumRecordSize: Int) {
        precondition(
            maximumRecordSize >= 1 << 20,
            "a backend keeps records of at least 1 MiB, not \(maximumRecordSize) bytes")
        self.maximumKeySize = Key.maximumSize
        self.maximumRecordSize = maximumRecordSize
    }

    /// Records of up to 512 MiB: what the built-in backends keep.
    public static let standard = Limits(maximumRecordSize: 512 << 20)
}
