import Dispatch
import StorageCore
import Synchronization

/// What the scheduler and the threads of the sessions share: the steps that are released, and
/// what became of them.
final class Board: Sendable {
    /// How things stand between two steps.
    enum Standing {
        /// Nobody has anything to do but those that are known to be blocked.
        case settled
        /// Some session goes on by itself.
        case running
        /// Whoever has something to do may be waiting for another session's transaction.
        case stalled
    }

    fileprivate struct Place {
        /// The numbers of the steps that are released and not taken.
        var pending: [Int] = []
        /// The number of the step that is under way.
        var current: Int?
        /// How the session's open transaction began.
        var holds: Action?
        /// Whether the session has begun to end it.
        var isEnding = false
        let turn = DispatchSemaphore(value: 0)

        var isIdle: Bool { current == nil && pending.isEmpty }
    }

    fileprivate struct State {
        var transcript = Transcript()
        var places: [SessionName: Place]
        /// Whether readers and the writer do not wait for each other.
        let readersPass: Bool
    }

    private let state: Mutex<State>
    private let events = DispatchSemaphore(value: 0)

    /// A board for the sessions of a storage with these guarantees.
    init(_ capabilities: Capabilities) {
        let places = SessionName.allCases.map { ($0, Place()) }
        state = Mutex(
            State(
                places: Dictionary(uniqueKeysWithValues: places),
                readersPass: capabilities.contains(.concurrentReads)))
    }

    var transcript: Transcript { state.withLock(\.transcript) }
}

// The scheduler's side.
extension Board {
    /// Lets a session do one more step, behind those that it has not done yet.
    func release(_ step: Step) {
        let turn = state.withLock { state in
            state.transcript.lines.append(Transcript.Line(step: step))
            state.places[step.session]?.pending.append(state.transcript.lines.count - 1)
            return state.places[step.session]?.turn
        }
        turn?.signal()
    }

    /// Sends the sessions home. Those with an open transaction roll back.
    func close() {
        for place in state.withLock(\.places.values) { place.turn.signal() }
    }

    /// Waits for the next time that a session takes a step or is done with one.
    ///
    /// - Returns: Whether there was one in time.
    func awaitEvent(_ limit: DispatchTimeInterval) -> Bool {
        events.wait(timeout: .now() + limit) == .success
    }

    var standing: Standing {
        state.withLock { state in
            let busy = state.places.filter { !$0.value.isIdle }
            let known = busy.filter { state.isWaiting($0.key) }
            if known.count < busy.count { return .running }
            return known.allSatisfy { state.isMarked($0.value) } ? .settled : .stalled
        }
    }

    /// Takes note that the steps that are under way are blocked.
    func markBlocked() {
        state.withLock { state in
            for (session, place) in state.places where state.isWaiting(session) {
                guard let current = place.current else { continue }
                state.transcript.lines[current].wasBlocked = true
            }
        }
    }
}

// A session's side.
extension Board {
    /// Waits for the session's next step.
    ///
    /// - Returns: What to do, or nil if the script is over.
    func take(_ session: SessionName) -> Action? {
        state.withLock { $0.places[session]?.turn }?.wait()
        defer { events.signal() }
        return state.withLock { state in
            guard var place = state.places[session] else { return nil }
            guard !place.pending.isEmpty else {
                // The board is closed, and stays so.
                place.turn.signal()
                return nil
            }
            let number = place.pending.removeFirst()
            let action = state.transcript.lines[number].step.action
            place.current = number
            place.isEnding = action.isEnding
            state.places[session] = place
            return action
        }
    }

    /// Takes note of how the session's step ended.
    func report(_ session: SessionName, _ ending: Transcript.Ending) {
        state.withLock { state in
            guard let number = state.places[session]?.current else { return }
            state.transcript.lines[number].ending = ending
            state.places[session]?.current = nil
            let action = state.transcript.lines[number].step.action
            switch ending {
            case .done where action.isBeginning: state.begin(action, session)
            case .done where action.isEnding: state.places[session]?.holds = nil
            case .done, .skipped: break
            case .threw: state.places[session]?.holds = nil
            }
        }
        events.signal()
    }
}

extension Board.State {
    /// Whether a session's step is under way and may be waiting for another one's transaction.
    ///
    /// Where readers run beside the writer, both have to write. Elsewhere one of them has to, and
    /// a session that waits to write counts too, since others may have to wait behind it.
    fileprivate func isWaiting(_ session: SessionName) -> Bool {
        guard let own = places[session], let current = own.current else { return false }
        let others = places.filter { $0.key != session }.values
        let isWriting = own.holds == .beginWrite || action(current) == .beginWrite
        let isBesideWriter = others.contains { $0.holds == .beginWrite }
        if readersPass { return isWriting && isBesideWriter }
        guard others.contains(where: { $0.holds != nil }) else { return false }
        return isWriting || isBesideWriter
            || others.contains { $0.current.map(action) == .beginWrite }
    }

    fileprivate func isMarked(_ place: Board.Place) -> Bool {
        guard let current = place.current else { return false }
        return transcript.lines[current].wasBlocked
    }

    fileprivate mutating func begin(_ action: Action, _ session: SessionName) {
        let writer = places.first { other, place in
            other != session && place.holds == .beginWrite && !place.isEnding
        }
        if action == .beginWrite, let writer { transcript.collision = (session, writer.key) }
        places[session]?.holds = action
    }

    private func action(_ number: Int) -> Action { transcript.lines[number].step.action }
}
