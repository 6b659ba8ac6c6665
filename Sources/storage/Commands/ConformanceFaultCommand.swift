import ConformanceMutants

/// `storage conformance-fault`: plays a part in the check of a planted fault for
/// `storage conformance --selftest`, which starts it as a process of its own.
struct ConformanceFaultCommand: Command {
    static let name = "conformance-fault"
    static let summary = "play a part for 'storage conformance --selftest'; nobody else starts it"
    static let usage = "FAULT TRIPWIRE REQUEST"
    static let options: [OptionName] = []

    private let words: [String]

    init(_ arguments: inout Arguments) throws(UsageError) {
        words = [
            try arguments.take("FAULT"), try arguments.take("TRIPWIRE"),
            try arguments.take("REQUEST"),
        ]
    }

    func run(_ output: Output) async throws -> ExitStatus {
        try await Selftest.serve(words)
        return .done
    }
}
