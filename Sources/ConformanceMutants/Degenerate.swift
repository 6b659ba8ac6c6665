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
    /// Throws on every call that reads or writes, that the backend does not offer it.
    case refuses
    /// Throws on every call, transactions included, that the disk is gone.
    case fails
    /// Declares nothing, does what it is told, and keeps none of it behind a commit.
    case declaresNothing
    /// Never returns from a put.
    case hangs
    /// Ends in a failed precondition, as an index out of range does.
    case traps
    /// Aborts, as a failed assertion of an engine in C does.
    case aborts
    /// Ends the process as if all were well.
    case exits

    /// What is wrong with it, for people.
    package var summary: String {
        switch self {
        case .forgets: "accepts everything and keeps nothing"
        case .refuses: "throws 'unsupported' from every read and write"
        case .fails: "throws from every call"
        case .declaresNothing: "declares nothing, and loses every commit"
        case .hangs: "hangs in a put"
        case .traps: "traps in a put"
        case .aborts: "aborts in a put"
        case .exits: "ends the process in a put"
        }
    }

    /// The name of the verdict of a check whose storage takes the process with it, or nil if the
    /// storage does not do so.
    package var fatalVerdict: String? {
        switch self {
        case .forgets, .refuses, .fails, .declaresNothing: nil
        case .hangs: "timeout"
        case .traps, .aborts, .exits: "crashed"
        }
    }

    /// A backend in memory that does so: one that hangs or ends does it in that put of each storage,
    /// counted from 1, and is honest until then.
    package func harness(inPut number: Int = 1) -> ConformanceSuite {
        switch self {
        case .forgets: .faulty { _ in .forgetful }
        case .refuses: .faulty { _ in .refusing }
        case .fails: .overriding(.failing)
        case .declaresNothing: .overriding(.declaringNothing) { _, _ in .losing }
        case .hangs, .traps, .aborts, .exits:
            ConformanceSuite(name: rawValue) { _ in
                let puts = Countdown(number)
                return FaultyStorage(MemoryStorage()) { _ in
                    .counting(puts) { end() }
                }
            }
        }
    }

    private func end() {
        switch self {
        case .forgets, .refuses, .fails, .declaresNothing: break
        case .hangs: DispatchSemaphore(value: 0).wait()
        case .traps: fatalError("planted trap")  // allowed: the fault itself
        case .aborts: abort()
        case .exits: exit(0)
        }
    }
}

extension Degenerate {
    /// The word by which a worker is told of the storage.
    package func name(inPut number: Int) -> String { "degenerate:\(rawValue):\(number)" }

    /// The backend that a worker is told of, or nil if the word is about another one.
    package static func harness(named name: String) -> ConformanceSuite? {
        let parts = name.split(separator: ":")
        guard parts.count == 3, parts[0] == "degenerate", let put = Int(parts[2]) else {
            return nil
        }
        return Degenerate(rawValue: String(parts[1]))?.harness(inPut: put)
    }
}

/// Does something when it was passed so many times.
final class Countdown: Sendable {
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
