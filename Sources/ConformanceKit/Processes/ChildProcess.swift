import StorageCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Owns one process that this one started, and reads what it says, line by line.
///
/// Not thread-safe: it belongs to the thread that made it.
final class ChildProcess {
    /// What came of waiting for a line.
    enum Reading: Equatable {
        case line(String)
        /// The process is gone, or says no more.
        case end
        /// The time is up.
        case late
    }

    private static let longestTail = 1 << 16
    private static let longestWords = 500

    private let id: pid_t
    // The child reads its standard input, and ends itself when the other end is closed: it does not
    // outlive this process, however this one ends.
    private let lifeline: Descriptor
    private let output: Descriptor
    private let errors: Descriptor
    private var unread: [UInt8] = []
    private var tail: [UInt8] = []
    private var isSilent = false
    private var isReaped = false

    /// Starts a program.
    ///
    /// - Throws: The system's failure, such as that there is no such program.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String]
    ) throws(StorageError) {
        let input = try Pipe()
        let output = try Pipe()
        let errors = try Pipe()
        id = try spawn(
            executable, [executable] + arguments, environment,
            descriptors: [input.reading.number, output.writing.number, errors.writing.number])
        lifeline = input.writing
        self.output = output.reading
        self.errors = errors.reading
        for number in [self.output.number, self.errors.number] {
            guard fcntl(number, F_SETFL, O_NONBLOCK) == 0 else {
                throw .system(errno, "set up", "a pipe")
            }
        }
    }

    deinit {
        _ = end()
    }

    /// Waits for the next line of the process's standard output.
    func nextLine(before deadline: ContinuousClock.Instant) throws(StorageError) -> Reading {
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...newline) }
                return .line(String(decoding: unread[..<newline], as: UTF8.self))
            }
            guard try waitForBytes(before: deadline) else { return .late }
            try readErrors()
            guard let bytes = try output.read() else { continue }
            if bytes.isEmpty { return .end }
            unread += bytes
        }
    }

    /// Tells the process to go on: see ``WorkerChannel/waitForSignal()``.
    func signal() throws(StorageError) {
        try write([1], to: lifeline.number)
    }

    /// Ends the process and all it started, if it has not ended by itself, and returns how it
    /// ended: nil if it was done.
    func end() -> Crash.Cause? {
        guard !isReaped else { return nil }
        isReaped = true
        // What has ended already keeps its status: a process that is not waited for yet can be
        // killed without effect.
        kill(-id, SIGKILL)
        var status: CInt = 0
        while unsafe waitpid(id, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        if signal != 0 { return .signal(signal) }
        let exit = (status >> 8) & 0xFF
        return exit == 0 ? nil : .exit(exit)
    }

    /// The last it said on its standard error, in one line.
    ///
    /// - Callers must have called ``end()``.
    func lastWords() throws(StorageError) -> String {
        try readErrors()
        var lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
        // The runtime lists the frames of a trap behind its reason.
        if let frames = lines.lastIndex(where: { $0.hasSuffix("Current stack trace:") }) {
            lines.removeSubrange(frames...)
        }
        return String(lines.joined(separator: " ").suffix(Self.longestWords))
    }

    private func waitForBytes(before deadline: ContinuousClock.Instant) throws(StorageError) -> Bool
    {
        // A negative number is left out.
        var sources = [output.number, isSilent ? -1 : errors.number].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            let count = unsafe poll(
                &sources, nfds_t(sources.count), CInt(clamping: left.milliseconds + 1))
            if count > 0 { return true }
            guard count == 0 || errno == EINTR else { throw .system(errno, "wait for", "a pipe") }
        }
    }

    private func readErrors() throws(StorageError) {
        while !isSilent, let bytes = try errors.read() {
            isSilent = bytes.isEmpty
            tail = Array((tail + bytes).suffix(Self.longestTail))
        }
    }
}
