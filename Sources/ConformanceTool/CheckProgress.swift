import Foundation
import Synchronization

/// Shows on a terminal which share of the checks is done.
final class CheckProgress: Sendable {
    private let title: String
    private let total: Int
    private let isVisible = isatty(STDERR_FILENO) == 1
    private let done = Counter()

    init(_ title: String, total: Int) {
        self.title = title
        self.total = total
    }

    func step() {
        let done = done.increment()
        guard isVisible else { return }
        FileHandle.standardError.write(Data("\r\(title): \(done) of \(total) checks ".utf8))
    }

    func finish() {
        if isVisible { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
