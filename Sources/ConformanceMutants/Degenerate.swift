import ConformanceKit
import Dispatch
import StorageCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The storages that are wrong in every way, or take their process with them.
package enum Degenerate: String, Sendable, CaseIterable {
    /// Accepts everything and keeps nothing.
    case forgets
    /// Throws on every call.
    case refuses
    /// Never returns from a put.
    case hangs
    /// Ends in a failed precondition, as an index out of range does.
    case traps
    /// Aborts, as a failed assertion of an engine in C does.
    case aborts
    /// Ends the process as if all were well.
    case exits

    /// A backend in memory that does so: one that hangs or ends does it in that put of each storage,
    /// counted from 1, and is honest until then.
    package func harness(inPut number: Int = 1) -> ConformanceSuite {
        switch self {
        case .forgets: .faulty { _ in .forgetful }
        case .refuses: .faulty { _ in .refusing }
        case .hangs, .traps, .aborts, .exits:
            ConformanceSuite(name: rawValue) { _ in
                let puts = Countdown(number)
                return FaultyStorage(MemoryStorage()) { _ in
                    var hooks = Hooks()
                    hooks.stored = { _, entry, _ in
                        puts.pass { end() }
                        return entry.record
                    }
                    return hooks
                }
            }
        }
    }

    private func end() {
        switch self {
        case .forgets, .refuses: break
        case .hangs: DispatchSemaphore(value: 0).wait()
        case .traps: preconditionFailure("planted trap")
        case .aborts: abort()
        case .exits: exit(0)
        }
    }
}

/// Does something when it was passed so many times.
private final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ number: Int) {
        left = Mutex(number)
    }

    func pass(_ body: () -> Void) {
        let isDue = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isDue { body() }
    }
}
