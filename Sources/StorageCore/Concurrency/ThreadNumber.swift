import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Numbers the threads of the process in the order in which they ask.
///
/// What each thread of a few keeps for itself can stand in an array: threads that begin together have
/// different numbers, and stay out of each other's way.
package enum ThreadNumber {
    private static let last = Atomic(0)

    private static let slot: pthread_key_t = {
        var slot = pthread_key_t()
        let result = unsafe pthread_key_create(&slot, nil)
        precondition(result == 0, "the process has no room for one more thread-local slot")
        return slot
    }()

    /// The number of the present thread, from 1 on. It stays the same for as long as the thread lives.
    package static var current: Int {
        if let known = unsafe pthread_getspecific(slot) { return Int(bitPattern: known) }
        let number = last.wrappingAdd(1, ordering: .relaxed).newValue
        unsafe pthread_setspecific(slot, UnsafeRawPointer(bitPattern: number))
        return number
    }
}
