import Foundation
import Synchronization

/// Shows on a terminal which share of the work is done. In a pipe it shows nothing.
package final class CountedProgress: Sendable {
    private let title: String
    private let total: Int
    private let unit: String
    private let isVisible = isatty(STDERR_FILENO) == 1
    private let done = Mutex(0)

    /// Begins work on `total` things, which `unit` names.
    package init(_ title: String, total: Int, of unit: String) {
        self.title = title
        self.total = total
        self.unit = unit
    }

    /// Takes note of one more.
    package func step() {
        let done = done.withLock { done in
            done += 1
            return done
        }
        guard isVisible else { return }
        FileHandle.standardError.write(Data("\r\(title): \(done) of \(total) \(unit) ".utf8))
    }

    /// Takes it away again.
    package func finish() {
        if isVisible { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
