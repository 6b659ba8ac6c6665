import StorageCore

/// One of the tool's commands.
package protocol Command: SendableMetatype {
    static var name: String { get }
    static var summary: String { get }
    /// The words behind the name.
    static var usage: String { get }
    static var options: [OptionName] { get }

    /// Takes the words that the command understands.
    init(_ arguments: inout Arguments) throws(UsageError)

    func run(_ output: Output) async throws -> ExitStatus
}

/// How a tool ends.
package enum ExitStatus: Int32 {
    case done = 0
    case failed = 1
    case usage = 2
    case fault = 3
}

/// The words on the command line are off.
package struct UsageError: Error {
    package let code: String
    package let message: String

    package init(_ message: String) {
        code = "usage"
        self.message = message
    }

    /// A word that the library could not read.
    package init(_ error: StorageError) {
        code = error.code.description
        message = error.message
    }
}

/// An option of a command.
package struct OptionName: Sendable {
    package let name: String

    /// What stands for the option's value, or nil if it has none.
    package let value: String?

    package let summary: String

    /// Whether the option may be given several times.
    package let isRepeatable: Bool

    package init(
        _ name: String, _ value: String? = nil, _ summary: String, isRepeatable: Bool = false
    ) {
        self.name = name
        self.value = value
        self.summary = summary
        self.isRepeatable = isRepeatable
    }

    package static let json = OptionName("json", nil, "print one JSON value and nothing else")
}

extension [OptionName] {
    /// A paragraph for each option, as help shows it.
    package var help: String {
        map { option in
            "  --\(option.name)\(option.value.map { " " + $0 } ?? "")\n      \(option.summary)"
        }.joined(separator: "\n")
    }
}
