import Dispatch
import StorageCore
import Synchronization

/// What a server says, of which the end is kept.
final class ServerLog: Sendable {
    private struct State {
        var tail: [UInt8] = []
        var isOver = false
    }

    private static let longestTail = 1 << 16
    private static let shownLines = 20

    private let output: Descriptor
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    /// Reads, on a thread of its own, what comes out of a pipe until all who write to it are gone.
    init(_ output: consuming Descriptor) {
        self.output = output
        DispatchQueue(label: "conformance.server").async { self.read() }
    }

    /// Whether the server is gone.
    var isOver: Bool { state.withLock(\.isOver) }

    /// The last lines.
    var words: String {
        let tail = state.withLock(\.tail)
        let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.suffix(Self.shownLines).joined(separator: "\n")
    }

    func contains(_ text: String) -> Bool {
        let tail = state.withLock(\.tail)
        return String(decoding: tail, as: UTF8.self).contains(text)
    }

    /// Waits until the server says more, or for a moment.
    func waitForNews() {
        // The end of the wait is what shows that a port is open, of which no output has to tell.
        _ = news.wait(timeout: .now() + .milliseconds(5))
    }

    private func read() {
        do throws(StorageError) {
            while let bytes = try output.read(), !bytes.isEmpty {
                state.withLock { $0.tail = Array(($0.tail + bytes).suffix(Self.longestTail)) }
                news.signal()
            }
        } catch {
            // A pipe that cannot be read is as good as closed.
        }
        state.withLock { $0.isOver = true }
        news.signal()
    }
}
