import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs `body` in a copy of this process, which has its memory and its open files, and ends with
/// what `body` returns.
///
/// - Parameters:
///   - seconds: How long the copy may take; then a signal ends it.
///   - body: Returns an exit status.
/// - Returns: How the copy ended.
/// - Throws: The system's failure.
func inForkedCopy(
    seconds: UInt32, _ body: () -> Int32
) throws(StorageError) -> Crash.Cause {
    // Swift hides `fork`: a copy has one thread only. This is what programs do that are written in
    // C, though, and what a storage has to stand.
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "fork") else {
        throw StorageError(.unsupported, "the system has no fork")
    }
    let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    let copy = fork()
    guard copy >= 0 else { throw .system(errno, "copy", "the process") }
    if copy == 0 {
        alarm(seconds)
        _exit(body())
    }
    var status: CInt = 0
    while unsafe waitpid(copy, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
}
