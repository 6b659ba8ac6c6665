import StorageCore

/// What another process does for a check, by the program that runs the checks.
struct Role: Sendable {
    /// The name that a request has.
    let name: String

    /// What the process does. When it returns or throws, the process says so and ends.
    let body: @Sendable (_ stage: Stage) throws -> Void

    init(_ name: String, body: @escaping @Sendable (_ stage: Stage) throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// What a role works with, in its own process.
struct Stage {
    private let harness: any Harness
    private let channel: WorkerChannel

    /// What the check asked for.
    let request: RoleRequest

    init(_ harness: any Harness, _ request: RoleRequest, _ channel: WorkerChannel) {
        self.harness = harness
        self.request = request
        self.channel = channel
    }

    /// Opens the storage of a folder, which is the check's own unless another one is given.
    func open(at folder: String? = nil) throws -> Database {
        Database(try harness.open(at: folder ?? request.folder))
    }

    /// The folder in which the storage of a folder keeps its files.
    func files(at folder: String) -> String { harness.files(at: folder) }

    /// Says a word to the check.
    func say(_ word: Word) throws {
        try channel.send(word)
    }

    /// Waits until the check gives a signal.
    func waitForSignal() {
        channel.waitForSignal()
    }
}

/// What a process says to the check that started it, a line each.
enum Word: Codable, Equatable {
    /// It is about to commit the transaction of this number.
    case began(Int)
    /// The commit of the transaction of this number has returned.
    case acknowledged(Int)
    /// The transaction of this number was refused, with an error of this code.
    case refused(Int, code: String)
    /// It has come so far, as the role and the check have agreed on.
    case reached(Int)
    /// The fault that is injected into it is to be in force from here on, or no more.
    case armed
    case disarmed
    /// Something that is shown if it was the last word.
    case note(String)
    /// What it was asked for is done.
    case done
    /// What it found to be wrong.
    case failure(CheckFailure)
    /// It could not bring about what it was asked for, for this reason.
    case inconclusive(String)
    /// It ended with an error.
    case error(String, code: String?)

    init(_ error: any Error) {
        self =
            switch error {
            case let error as CheckFailure: .failure(error)
            case let error as Inconclusive: .inconclusive(error.reason)
            default:
                .error(error.context, code: (error as? StorageError)?.code.description)
            }
    }
}
