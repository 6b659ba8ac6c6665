import StorageCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Starts a program in a process group of its own, with the signals as a program expects them, and
/// with three descriptors as its standard input, output and error.
///
/// - Throws: The system's failure.
func spawn(
    _ executable: String, _ arguments: [String], _ environment: [String: String],
    descriptors: [CInt]
) throws(StorageError) -> pid_t {
    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t? = unsafe nil
        var attributes: posix_spawnattr_t? = unsafe nil
        let flags =
            POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
            | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    for (target, number) in descriptors.enumerated() {
        unsafe posix_spawn_file_actions_adddup2(&actions, number, CInt(target))
    }
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // A thread of Dispatch, which has signals blocked, would pass that on.
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var id: pid_t = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let result = Pipe.lock.withLock { _ in
        unsafe withCStrings(arguments) { arguments in
            unsafe withCStrings(variables) { variables in
                unsafe posix_spawn(&id, executable, &actions, &attributes, arguments, variables)
            }
        }
    }
    guard result == 0 else { throw .system(result, "start the program", executable) }
    return id
}

/// Lends the strings as C has them: an array of pointers that ends with a null one.
private func withCStrings<Output>(
    _ strings: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Output
) -> Output {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for string in strings {
        starts.append(bytes.count)
        bytes += string.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        var pointers = unsafe starts.map { start in
            unsafe bytes.baseAddress.map { unsafe $0 + start }
        }
        unsafe pointers.append(nil)
        return unsafe pointers.withUnsafeMutableBufferPointer { pointers in
            guard let first = pointers.baseAddress else {
                preconditionFailure("an array of one element has an address")
            }
            return unsafe body(first)
        }
    }
}
