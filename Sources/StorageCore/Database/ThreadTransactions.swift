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
    /// The databases of one thread, from the outermost transaction to the innermost.
    ///
    /// It is plain memory because it is looked at in every transaction: a class would check each
    /// access for exclusivity.
    @safe
    private struct Stack {
        var count = 0
        var capacity = 8
        var databases = UnsafeMutablePointer<ObjectIdentifier>.allocate(capacity: 8)

        mutating func grow() {
            let larger = UnsafeMutablePointer<ObjectIdentifier>.allocate(capacity: 2 * capacity)
            unsafe larger.moveInitialize(from: databases, count: count)
            unsafe databases.deallocate()
            unsafe databases = larger
            capacity *= 2
        }
    }

    private static let slot: pthread_key_t = {
        var slot = pthread_key_t()
        let result = unsafe pthread_key_create(&slot) { pointer in
            guard let pointer = unsafe pointer as UnsafeMutableRawPointer? else { return }
            let stack = unsafe pointer.assumingMemoryBound(to: Stack.self)
            unsafe stack.pointee.databases.deallocate()
            unsafe stack.deallocate()
        }
        precondition(result == 0, "the process has no room for one more thread-local slot")
        return slot
    }()

    @unsafe
    private static var current: UnsafeMutablePointer<Stack> {
        if let pointer = unsafe pthread_getspecific(slot) {
            return unsafe pointer.assumingMemoryBound(to: Stack.self)
        }
        let stack = UnsafeMutablePointer<Stack>.allocate(capacity: 1)
        unsafe stack.initialize(to: Stack())
        unsafe pthread_setspecific(slot, stack)
        return unsafe stack
    }

    /// Whether a transaction of `database` runs on this thread.
    static func contains(_ database: Database) -> Bool {
        let stack = unsafe current
        return unsafe contains(ObjectIdentifier(database), stack)
    }

    @unsafe
    private static func contains(
        _ database: ObjectIdentifier, _ stack: UnsafeMutablePointer<Stack>
    ) -> Bool {
        for index in unsafe 0..<stack.pointee.count {
            if unsafe stack.pointee.databases[index] == database { return true }
        }
        return false
    }

    /// Takes note that a transaction of `database` begins on this thread, unless one runs here.
    ///
    /// - Returns: Whether none ran. Then ``leave()`` is to be called, in the reverse order of the
    ///   beginnings.
    static func enter(_ database: Database) -> Bool {
        let stack = unsafe current
        let database = ObjectIdentifier(database)
        if unsafe contains(database, stack) { return false }
        if unsafe stack.pointee.count == stack.pointee.capacity { unsafe stack.pointee.grow() }
        unsafe (stack.pointee.databases + stack.pointee.count).initialize(to: database)
        unsafe stack.pointee.count += 1
        return true
    }

    /// Takes note that the transaction that began last has ended.
    static func leave() {
        unsafe current.pointee.count -= 1
    }

    /// Runs `body`, during which ``contains(_:)`` is true of `database`.
    ///
    /// - Precondition: ``contains(_:)`` is false.
    static func during<Result>(
        _ database: Database, _ body: () throws -> Result
    ) rethrows -> Result {
        let isEntered = enter(database)
        precondition(isEntered, "nesting was refused before")
        defer { leave() }
        return try body()
    }
}
