import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Another process that a check started, seen from the check.
///
/// It ends with this value at the latest. Not thread-safe: it belongs to the check's task.
final class Companion {
    private let process: ChildProcess
    private let patience: Duration
    private let role: String
    private var last: Word?

    fileprivate init(_ process: ChildProcess, _ role: String, patience: Duration) {
        self.process = process
        self.role = role
        self.patience = patience
    }

    /// Waits for the next word of the process: nil when there are no more.
    ///
    /// - Throws: ``CheckFailure`` if it says nothing for longer than a check can wait, or if it says
    ///   that something is wrong.
    func next() throws -> Word? {
        while true {
            switch try process.nextLine(before: .now + patience) {
            case .end: return nil
            case .late:
                throw CheckFailure(
                    "a second process (\(role))", expected: "a word within \(patience)",
                    got: "nothing after \(lastWord)")
            case .line(let line):
                let word: Word
                do {
                    word = try Word(jsonLine: line)
                } catch {
                    // Something that the program said before it began to serve.
                    continue
                }
                last = word
                return try judge(word)
            }
        }
    }

    /// Waits until the process says `word`.
    ///
    /// - Throws: ``CheckFailure`` if it ends before, and as ``next()``.
    func wait(for word: Word) throws {
        while let next = try next() {
            if next == word { return }
        }
        throw ended(expected: "the word \(word)")
    }

    /// Waits until the process is done.
    ///
    /// - Returns: What it said until then.
    /// - Throws: ``CheckFailure`` if it ends otherwise, and as ``next()``.
    @discardableResult
    func finish() throws -> [Word] {
        var words: [Word] = []
        while let next = try next() { words.append(next) }
        guard words.last == .done else { throw ended(expected: "that it does what it was asked") }
        _ = process.end()
        return words
    }

    /// Gives the process the signal that it waits for.
    func signal() throws {
        try process.signal()
    }

    /// Kills the process, if it has not ended.
    ///
    /// - Returns: What it had said that nobody had asked for yet.
    func kill() throws -> [Word] {
        // What it had said is in the pipe, and stays there when it is gone.
        _ = process.end()
        var words: [Word] = []
        while let next = try next() { words.append(next) }
        return words
    }

    /// Waits until the process says `word`, and kills it.
    ///
    /// - Returns: What it said until then.
    /// - Throws: As ``wait(for:)``.
    func kill(after word: Word) throws -> [Word] {
        var words: [Word] = []
        while words.last != word {
            guard let next = try next() else { throw ended(expected: "the word \(word)") }
            words.append(next)
        }
        _ = process.end()
        return words
    }

    /// How the process ended by itself: nil if well. It is killed if it has not ended.
    func end() throws -> Crash? {
        guard let cause = process.end() else { return nil }
        return Crash(cause, words: try process.lastWords())
    }

    private var lastWord: String { last.map { "the word \($0)" } ?? "no word at all" }

    private func judge(_ word: Word) throws -> Word {
        switch word {
        case .failure(let failure): throw failure
        case .inconclusive(let reason): throw Inconclusive(reason)
        case .error(let text, _):
            throw CheckFailure("a second process (\(role))", expected: "no error", got: text)
        case .began, .acknowledged, .refused, .reached, .armed, .disarmed, .note, .done: return word
        }
    }

    private func ended(expected: String) -> any Error {
        do {
            let crash = try end().map { "\($0)" } ?? "its end"
            return CheckFailure(
                "a second process (\(role))", expected: expected, got: "\(crash), after \(lastWord)"
            )
        } catch {
            return error
        }
    }
}

extension CheckContext {
    /// Starts a process of the worker's program that plays a role, on the check's own storage.
    ///
    /// - Parameters:
    ///   - role: The role.
    ///   - folder: The folder of the storage, if it is not the check's own.
    ///   - seed: What the random numbers of both processes follow from.
    ///   - numbers: What else the role has to know.
    ///   - paths: Paths for the role.
    ///   - environment: Variables that the process has beside those of this one.
    /// - Returns: The process.
    /// - Throws: ``NotRun`` if the run has no worker, or the system's failure.
    func start(
        _ role: Role, at folder: String? = nil, seed: UInt64, numbers: [Int] = [],
        paths: [String] = [], environment: [String: String] = [:]
    ) throws -> Companion {
        let worker = try program
        let request = RoleRequest(
            role: role.name, folder: folder ?? self.folder, seed: seed, effort: effort,
            numbers: numbers, paths: paths)
        var variables = ProcessInfo.processInfo.environment
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(environment) { _, new in new }
        let process = try ChildProcess(
            worker.executable,
            worker.arguments + [try WorkerRequest.role(request).jsonLine()],
            environment: variables)
        return Companion(process, role.name, patience: effort.timeLimit / 2)
    }

    /// The program of other processes.
    var program: Worker {
        get throws {
            guard let worker else {
                throw NotRun(
                    "it takes a second process, and this run has no worker program to start one")
            }
            return worker
        }
    }

    /// The folder in which the check's storage keeps its files.
    var files: String { files(at: folder) }
}
