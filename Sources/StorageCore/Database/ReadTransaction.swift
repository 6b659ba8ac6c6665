/// A snapshot of a database, lent to a closure.
///
/// Nothing that commits after it was taken is seen in it. It cannot be copied and does not outlive
/// the closure; it is used by one thread at a time.
public struct ReadTransaction: ~Copyable, TransactionReader {
    /// The way to the driver; of no use outside of `StorageCore`.
    public let access: TransactionAccess

    @inlinable
    init(_ access: consuming TransactionAccess) {
        self.access = access
    }

    /// Gives back what the transaction was made of: nothing holds on to it then.
    @inlinable
    consuming func finish() -> TransactionAccess { access }
}
