/// What became of the steps of a script.
struct Transcript: Sendable {
    /// How a step ended.
    enum Ending: Sendable {
        /// It was done, and read these records.
        case done(Answer)
        case threw(any Error)
        /// It was left out, since its transaction had failed before.
        case skipped
    }

    /// A step and how it ended.
    struct Line: Sendable {
        let step: Step
        /// Whether it had to wait until another session's transaction had ended.
        var wasBlocked = false
        /// How it ended; nil while it has not.
        var ending: Ending?
    }

    /// The steps in the order in which they were released.
    var lines: [Line] = []

    /// The session that began to write while another one was writing, and that other one.
    var collision: (later: SessionName, earlier: SessionName)?

    /// The records when all sessions had ended.
    var final: Answer = [:]
}

extension Transcript {
    /// What a session's steps read, one by one; nil for one that was not done.
    func reads(_ session: SessionName) -> [Answer?] {
        lines.filter { $0.step.session == session && $0.step.action.isReading }.map { line in
            guard case .done(let answer) = line.ending else { return nil }
            return answer
        }
    }

    /// What the reading step of that position in its session read; nothing if it was not done.
    func read(_ position: Int, _ session: SessionName) -> Answer? {
        reads(session)[position]
    }

    /// Whether a session's last commit was done.
    func hasCommitted(_ session: SessionName) -> Bool {
        let commit = lines.last { $0.step.session == session && $0.step.action == .commit }
        guard case .done = commit?.ending else { return false }
        return true
    }

    /// The errors that steps threw.
    var errors: [any Error] {
        lines.compactMap { line in
            guard case .threw(let error) = line.ending else { return nil }
            return error
        }
    }

    /// Whether any step had to wait.
    var hasBlocked: Bool { lines.contains(where: \.wasBlocked) }
}

extension Transcript: CustomStringConvertible {
    /// The steps and their ends in one line.
    var description: String {
        lines.map(\.description).joined(separator: "; ") + "; at the end \(words(final))"
    }
}

extension Transcript.Line: CustomStringConvertible {
    var description: String {
        var text = "\(step)"
        if wasBlocked { text += " (blocked)" }
        switch ending {
        case .done(let answer): if step.action.isReading { text += ": \(words(answer))" }
        case .threw(let error): text += ": \(error.context)"
        case .skipped: text += ": left out"
        case nil: text += ": no end"
        }
        return text
    }
}

/// Records as a transcript shows them.
func words(_ answer: Answer) -> String {
    if answer.isEmpty { return "nothing" }
    return answer.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        .joined(separator: ", ")
}
