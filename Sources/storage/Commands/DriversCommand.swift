import CommandLineTool
import StorageCore

/// `storage drivers`: the backends and what they offer.
struct DriversCommand: Command {
    static let name = "drivers"
    static let summary = "list the backends with capabilities, limits and URL options"
    static let usage = "[--json]"
    static let options = [OptionName.json]

    private let isJSON: Bool

    init(_ arguments: inout Arguments) {
        isJSON = arguments.has("json")
    }

    func run(_ output: Output) throws -> ExitStatus {
        let backends = StorageTool.backends.all
        if isJSON {
            output.line(try Value.array(backends.map(Self.value)).json)
            return .done
        }
        let width = backends.map(\.scheme.count).max() ?? 0
        for backend in backends {
            let name = backend.scheme.padding(toLength: width + 2)
            output.line(name + backend.capabilities.description)
            let indent = String(repeating: " ", count: width + 2)
            output.line(
                indent + "keys up to \(backend.limits.maximumKeySize) bytes, records up to "
                    + "\(backend.limits.maximumRecordSize) bytes")
            for option in backend.options {
                output.line(indent + "\(option.name)=\(option.defaultValue): \(option.summary)")
            }
        }
        return .done
    }

    private static func value(_ backend: Backend) throws -> Value {
        let capabilities = Capabilities.names.filter {
            backend.capabilities.contains($0.capability)
        }
        let options = try backend.options.map { option in
            Value.object(
                try Record([
                    ("name", .string(option.name)), ("default", .string(option.defaultValue)),
                    ("summary", .string(option.summary)),
                ]))
        }
        let limits = try Record([
            ("maximumKeySize", .integer(backend.limits.maximumKeySize)),
            ("maximumRecordSize", .integer(backend.limits.maximumRecordSize)),
        ])
        return .object(
            try Record([
                ("scheme", .string(backend.scheme)),
                ("capabilities", .array(capabilities.map { .string($0.name) })),
                ("limits", .object(limits)), ("options", .array(options)),
            ]))
    }
}

extension String {
    /// The text with spaces behind it up to a length.
    func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
