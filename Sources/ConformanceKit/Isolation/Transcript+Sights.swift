// What scripts look for.
extension Transcript {
    /// What a session read, if it is a number that it must not see.
    func sight(of number: Int, by session: SessionName) -> String? {
        let answers = reads(session).compactMap(\.self)
        guard let answer = answers.first(where: { $0.values.contains(number) }) else { return nil }
        return "\(session.rawValue) read \(words(answer))"
    }

    /// What a session read, if no one of these states has all of it.
    func mixture(_ session: SessionName, of states: [Answer]) -> String? {
        let reads = lines.filter { $0.step.session == session && $0.step.action.isReading }
        guard !states.contains(where: { state in reads.allSatisfy { $0.fits(state) } }) else {
            return nil
        }
        let read = self.reads(session).compactMap { $0.map(words) }.joined(separator: ", then ")
        return "\(session.rawValue) read \(read), which is of no one state"
    }

    /// What is there at the end, if both sessions committed and it is none of these states.
    func end(beside states: [Answer]) -> String? {
        guard hasCommitted(.t1), hasCommitted(.t2), !states.contains(final) else { return nil }
        return "both committed, and left \(words(final))"
    }

    /// That both sessions committed although each read the records as they were before the other
    /// one: the answers to their first steps that read, which are given.
    func skew(_ first: [Answer], _ second: [Answer]) -> String? {
        let read = (reads(.t1).prefix(first.count), reads(.t2).prefix(second.count))
        guard hasCommitted(.t1), hasCommitted(.t2), Array(read.0) == first,
            Array(read.1) == second
        else { return nil }
        return "both committed, and each had read what was there before the other"
    }
}

extension Transcript.Line {
    /// Whether what the step read is what a state has. A step that was not done fits any.
    fileprivate func fits(_ state: Answer) -> Bool {
        guard case .done(let answer) = ending else { return true }
        switch step.action {
        case .get(let key): return answer[key] == state[key]
        case .find(let range): return answer == state.filter { range.contains($0.value) }
        case .greatest: return answer.first?.value == state.values.max()
        default: return answer == state
        }
    }
}
