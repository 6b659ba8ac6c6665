import BenchmarkKit
import Foundation
import Synchronization

/// The memory of this process as Linux counts it.
enum ProcessMemory {
    /// Bytes that no file stands behind.
    static func anonymous() throws -> Int {
        // The second number is what is in memory, the third what of it stands in files; in pages.
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").compactMap { Int($0) }
        guard pages.count > 2 else { throw StoreFailure("/proc/self/statm is '\(text)'") }
        return (pages[1] - pages[2]) * Int(sysconf(CInt(_SC_PAGESIZE)))
    }

    /// The most bytes that were in memory at any time.
    static func peak() -> Int {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which Glibc gives as another type than its own function takes.
        getrusage(0, &usage)
        return usage.ru_maxrss * 1024
    }
}

/// Looks at the memory of this process again and again while something else runs.
final class MemoryWatch: Sendable {
    private static let interval: useconds_t = 500

    private struct State {
        var isStopped = false
        var outcome: Result<Int, any Error> = .success(0)
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            repeat { look() } while state.withLock { !$0.isStopped } && usleep(Self.interval) == 0
            ended.signal()
        }
    }

    /// Stops, and returns the most bytes that were seen.
    func stop() throws -> Int {
        look()
        state.withLock { $0.isStopped = true }
        ended.wait()
        return try state.withLock { try $0.outcome.get() }
    }

    private func look() {
        let now = Result { try ProcessMemory.anonymous() }
        state.withLock { state in
            state.outcome = state.outcome.flatMap { peak in now.map { max(peak, $0) } }
        }
    }
}
