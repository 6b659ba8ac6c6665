import Dispatch
import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The way from a worker's process to the one that started it, and back: what was the standard
/// output and the standard input when it was made.
///
/// It is never closed, so that the other side sees it end with the process and not before. It may be
/// used from any thread.
struct WorkerChannel {
    private let output: CInt
    private let signals = DispatchSemaphore(value: 0)

    init() throws(StorageError) {
        output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw .system(errno, "set up", "the way to the process that started this one")
        }
        // What the process is at can hang in any thread, so that one of its own waits for the end of
        // whoever started it.
        DispatchQueue(label: "conformance.channel").async { [signals] in
            let input = Descriptor(STDIN_FILENO)
            do throws(StorageError) {
                while let bytes = try input.read(), !bytes.isEmpty {
                    for _ in bytes { signals.signal() }
                }
            } catch {
                // An input that cannot be read is as good as closed.
            }
            _exit(1)
        }
    }

    /// Says something, in a line.
    func send(_ line: some Encodable) throws {
        try write(Array(try line.jsonLine().utf8) + [UInt8(ascii: "\n")], to: output)
    }

    /// Waits until the other side has called ``ChildProcess/signal()`` once more.
    func waitForSignal() {
        signals.wait()
    }
}
