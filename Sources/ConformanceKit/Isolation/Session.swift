import StorageCore

/// A client of a script, on a thread of its own: it does its steps as they are released, and
/// reports how each ended.
///
/// It has a database of its own over the common storage: the storage itself has to keep the
/// sessions apart, and not the queue of a database.
final class Session {
    private let name: SessionName
    private let board: Board
    private let database: Database
    /// What the session's program remembers of what it has read.
    private var remembered: Answer = [:]

    init(_ name: SessionName, _ board: Board, _ storage: any Storage) {
        self.name = name
        self.board = board
        database = Database(storage)
    }

    /// Does steps until the script is over. No transaction is left open.
    func run() {
        while let action = board.take(name) {
            switch action {
            case .beginRead:
                transact {
                    try database.read { transaction in
                        try serve { try transaction.answer($0) }
                    }
                }
            case .beginWrite:
                transact {
                    try database.write { transaction in
                        try serve { try transaction.perform($0) }
                    }
                }
            default: board.report(name, .skipped)
            }
        }
    }

    /// Runs a transaction. Its last step ends when it does.
    private func transact(_ transaction: () throws -> Void) {
        do {
            try transaction()
            board.report(name, .done([:]))
        } catch is Stop {
            board.report(name, .done([:]))
        } catch {
            board.report(name, .threw(error))
        }
    }

    /// Does the steps within a transaction, and returns to commit.
    private func serve(_ perform: (Action) throws -> Answer) throws {
        board.report(name, .done([:]))
        while let action = board.take(name) {
            if action == .commit { return }
            if action == .rollBack { throw Stop() }
            let answer = try perform(resolved(action))
            remembered.merge(answer) { $1 }
            board.report(name, .done(answer))
        }
        throw Stop()
    }

    private func resolved(_ action: Action) -> Action {
        guard case .add(let amount, let key) = action else { return action }
        return .put(key, (remembered[key] ?? 0) + amount)
    }
}
