#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The databases that have a transaction running on the present thread.
///
/// A transaction's body is synchronous, so that one started inside another runs on the same
/// thread: that is how nesting is found out before it can wait for itself.
@safe
enum ThreadTransactions {
    /// The databases of one thread, owned by the thread's slot for it.
    private final class List {
        var databases: [ObjectIdentifier] = []
    }

    private static let slot: pthread_key_t = {
        var slot = pthread_key_t()
        let result = unsafe pthread_key_create(&slot) { pointer in
            guard let pointer = unsafe pointer as UnsafeMutableRawPointer? else { return }
            unsafe Unmanaged<List>.fromOpaque(pointer).release()
        }
        precondition(result == 0, "the process has no room for one more thread-local slot")
        return slot
    }()

    private static var current: List {
        if let pointer = unsafe pthread_getspecific(slot) {
            return unsafe Unmanaged<List>.fromOpaque(pointer).takeUnretainedValue()
        }
        let list = List()
        unsafe pthread_setspecific(slot, Unmanaged.passRetained(list).toOpaque())
        return list
    }

    /// Whether a transaction of `database` runs on this thread.
    static func contains(_ database: Database) -> Bool {
        current.databases.contains(ObjectIdentifier(database))
    }

    /// Runs `body`, during which ``contains(_:)`` is true of `database`.
    static func during<Result>(
        _ database: Database, _ body: () throws -> Result
    ) rethrows -> Result {
        let list = current
        list.databases.append(ObjectIdentifier(database))
        defer { list.databases.removeLast() }
        return try body()
    }
}
