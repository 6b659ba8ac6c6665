import Dispatch
import StorageCore

/// Plays scripts: it releases one step at a time, and goes on when the step has ended or is
/// blocked by another session's transaction. A blocked session does its later steps when it is
/// let go on.
struct Scheduler {
    private let storage: any Storage
    private let limit: DispatchTimeInterval
    private let board: Board
    private let threads = DispatchGroup()

    private init(_ storage: any Storage, _ limit: DispatchTimeInterval) {
        self.storage = storage
        self.limit = limit
        board = Board(storage.capabilities)
    }

    /// Plays a script on a storage, and returns what became of its steps.
    ///
    /// The sessions have ended when this returns.
    ///
    /// - Throws: ``CheckFailure`` if a step takes longer than `limit` although nothing stands in its
    ///   way. Its thread is left behind then, since nothing can end it from outside; it ends with
    ///   the step.
    static func play(
        _ steps: [Step], on storage: any Storage, limit: DispatchTimeInterval = Patience.limit
    ) throws -> Transcript {
        let scheduler = Scheduler(storage, limit)
        for session in SessionName.allCases where steps.contains(where: { $0.session == session }) {
            scheduler.start(session)
        }
        do {
            for step in steps {
                scheduler.board.release(step)
                try scheduler.settle()
            }
        } catch {
            scheduler.board.close()
            throw error
        }
        scheduler.board.close()
        guard scheduler.threads.wait(timeout: .now() + limit) == .success else {
            throw scheduler.hanging
        }
        return scheduler.board.transcript
    }

    private func start(_ session: SessionName) {
        let (board, storage) = (board, storage)
        DispatchQueue(label: "session \(session.rawValue)").async(group: threads) {
            Session(session, board, storage).run()
        }
    }

    /// Waits until every session has done what it may do, or is blocked.
    private func settle() throws(CheckFailure) {
        var looks = 0
        while true {
            switch board.standing {
            case .settled: return
            case .running:
                looks = 0
                guard board.awaitEvent(limit) else { throw hanging }
            case .stalled where looks == Patience.looks: board.markBlocked()
            case .stalled: looks = board.awaitEvent(Patience.pause) ? 0 : looks + 1
            }
        }
    }

    private var hanging: CheckFailure {
        let transcript = board.transcript
        let step = transcript.lines.first { $0.ending == nil }?.step.description ?? "the end"
        return CheckFailure(
            step, expected: "it goes on, since nothing stands in its way",
            got: "no end to it: \(transcript)")
    }
}
