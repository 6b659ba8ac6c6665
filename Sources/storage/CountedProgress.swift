import Foundation

/// Shows on a terminal which share of the work is done. In a pipe it shows nothing.
final class CountedProgress: Sendable {
    private let title: String
    private let total: Int
    private let unit: String
    private let isVisible = isatty(STDERR_FILENO) == 1
    private let done = Counter()

    init(_ title: String, total: Int, of unit: String) {
        self.title = title
        self.total = total
        self.unit = unit
    }

    func step() {
        let done = done.increment()
        guard isVisible else { return }
        FileHandle.standardError.write(Data("\r\(title): \(done) of \(total) \(unit) ".utf8))
    }

    func finish() {
        if isVisible { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
