import StorageCore

/// The words behind a command's name, taken one by one.
package struct Arguments {
    /// The command, as errors name it.
    package let command: String

    private var words: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    package init(
        _ words: some Sequence<String>, options: [OptionName], of command: String
    ) throws(UsageError) {
        self.command = command
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if word == "--" {
                self.words += rest
                break
            }
            guard word.hasPrefix("--") else {
                self.words.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                throw Self.unknown(name, options, command)
            }
            try take(option, parts.count == 2 ? String(parts[1]) : nil, &rest)
        }
    }

    private mutating func take(
        _ option: OptionName, _ inline: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let placeholder = option.value else {
            guard inline == nil else {
                throw UsageError("the option '--\(option.name)' has no value")
            }
            flags.insert(option.name)
            return
        }
        guard let value = inline ?? rest.popFirst() else {
            throw UsageError("write a value behind '--\(option.name)': \(placeholder)")
        }
        guard option.isRepeatable || values[option.name] == nil else {
            throw UsageError("the option '--\(option.name)' is given twice")
        }
        values[option.name, default: []].append(value)
    }

    private static func unknown(
        _ name: String, _ options: [OptionName], _ command: String
    ) -> UsageError {
        let known = options.map { "--" + $0.name }.joined(separator: ", ")
        return UsageError(
            "'\(command)' has no option '--\(name)'; "
                + (known.isEmpty ? "it has none" : "it has: \(known)"))
    }

    /// Takes the next word.
    package mutating func take(_ meaning: String) throws(UsageError) -> String {
        guard !words.isEmpty else {
            throw UsageError("\(meaning) is missing; see '\(command) --help'")
        }
        return words.removeFirst()
    }

    /// Takes the next word, if there is one.
    package mutating func takeOptional() -> String? {
        words.isEmpty ? nil : words.removeFirst()
    }

    /// The value of an option, or nil if it is not given.
    package func value(_ option: String) -> String? {
        values[option]?.first
    }

    /// The values of an option that may be given several times, in their order.
    package func all(_ option: String) -> [String] {
        values[option] ?? []
    }

    /// The number given by an option.
    package func number(_ option: String) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw UsageError("'--\(option)' takes a number from 0 up, not '\(text)'")
        }
        return number
    }

    /// Whether an option without a value is given.
    package func has(_ option: String) -> Bool {
        flags.contains(option)
    }

    /// Refuses words that nobody took.
    package func rejectLeftovers() throws(UsageError) {
        guard let word = words.first else { return }
        throw UsageError("'\(word)' is one word too many; see '\(command) --help'")
    }

    /// What `body` reads out of a word; what it cannot read is an error of usage.
    package func read<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(UsageError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw UsageError(error)
        }
    }
}
