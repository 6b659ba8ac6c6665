import Foundation
import Synchronization

/// Standard output, buffered, and standard error.
package final class Output: Sendable {
    private static let capacity = 1 << 16

    private let buffer = Mutex<[UInt8]>([])

    package init() {}

    /// Prints a line.
    package func line(_ text: String) {
        let isFull = buffer.withLock { buffer in
            buffer += text.utf8
            buffer.append(UInt8(ascii: "\n"))
            return buffer.count >= Self.capacity
        }
        if isFull { flush() }
    }

    /// Hands everything that was printed on.
    package func flush() {
        let bytes = buffer.withLock { buffer in
            defer { buffer.removeAll(keepingCapacity: true) }
            return buffer
        }
        FileHandle.standardOutput.write(Data(bytes))
    }

    /// Says something on standard error that is no result, in one line.
    package func note(_ text: String) {
        flush()
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    /// Says on standard error why the command failed, in one line.
    package func fail(_ message: String) {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        note("error: \(line)")
    }
}
