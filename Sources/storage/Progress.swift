import Foundation

/// Shows on a terminal how far long work has come. In a pipe it shows nothing.
final class Progress {
    private static let patience: Duration = .seconds(1)
    private static let interval: Duration = .milliseconds(100)

    private let title: String
    private let total: Int?
    private let isVisible = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?
    private var done = 0

    /// Begins work on `total` records, or on a number that is not known.
    init(_ title: String, total: Int? = nil) {
        self.title = title
        self.total = total
    }

    /// Takes note of one more record.
    func step() {
        done += 1
        // Reading the clock for every record would cost more than the record.
        guard isVisible, done % 256 == 0 else { return }
        let now = clock.now
        guard now - start > Self.patience,
            lastShown.map({ now - $0 > Self.interval }) ?? true
        else { return }
        lastShown = now
        write("\r\(title): \(bar)\(done) records ")
    }

    /// Takes the bar away again.
    func finish() {
        if lastShown != nil { write("\r\u{1B}[K") }
        lastShown = nil
    }

    private var bar: String {
        guard let total, total > 0 else { return "" }
        let filled = min(20, 20 * done / total)
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: ".", count: 20 - filled) + "] "
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
