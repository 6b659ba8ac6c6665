import StorageCore

/// One of the tool's commands.
protocol Command: SendableMetatype {
    static var name: String { get }
    static var summary: String { get }
    /// The words behind the name.
    static var usage: String { get }
    static var options: [OptionName] { get }

    /// Takes the words that the command understands.
    init(_ arguments: inout Arguments) throws(UsageError)

    func run(_ output: Output) async throws -> ExitStatus
}

/// How the tool ends.
enum ExitStatus: Int32 {
    case done = 0
    case failed = 1
    case usage = 2
    case fault = 3
}

/// The words on the command line are off.
struct UsageError: Error {
    let code: String
    let message: String

    init(_ message: String) {
        code = "usage"
        self.message = message
    }

    /// A word that the library could not read.
    init(_ error: StorageError) {
        code = error.code.description
        message = error.message
    }
}

/// An option of a command.
struct OptionName {
    let name: String
    /// What stands for the option's value, or nil if it has none.
    let value: String?
    let summary: String

    init(_ name: String, _ value: String? = nil, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    static let json = OptionName("json", nil, "print one JSON value and nothing else")
}
