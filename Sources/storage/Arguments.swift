import StorageCore

/// The words behind a command's name, taken one by one.
struct Arguments {
    private let command: String
    private var words: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    init(
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
        guard values.updateValue(value, forKey: option.name) == nil else {
            throw UsageError("the option '--\(option.name)' is given twice")
        }
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
    mutating func take(_ meaning: String) throws(UsageError) -> String {
        guard !words.isEmpty else {
            throw UsageError("\(meaning) is missing; see 'storage help \(command)'")
        }
        return words.removeFirst()
    }

    /// Takes the next word, if there is one.
    mutating func takeOptional() -> String? {
        words.isEmpty ? nil : words.removeFirst()
    }

    mutating func takeURL(_ meaning: String = "URL") throws(UsageError) -> StorageURL {
        let word = try take(meaning)
        return try read { () throws(StorageError) in
            let url = try StorageURL(word)
            _ = try StorageTool.backends.backend(for: url.scheme)
            return url
        }
    }

    mutating func takeCollection() throws(UsageError) -> String {
        try take("COLLECTION")
    }

    mutating func takeKey() throws(UsageError) -> Key {
        let word = try take("KEY")
        return try read { () throws(StorageError) in try Key(json: word) }
    }

    /// The value of an option, or nil if it is not given.
    func value(_ option: String) -> String? {
        values[option]
    }

    /// The number given by an option.
    func number(_ option: String) throws(UsageError) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw UsageError("'--\(option)' takes a number from 0 up, not '\(text)'")
        }
        return number
    }

    func key(_ option: String) throws(UsageError) -> Key? {
        guard let text = values[option] else { return nil }
        return try read { () throws(StorageError) in try Key(json: text) }
    }

    func has(_ option: String) -> Bool {
        flags.contains(option)
    }

    func rejectLeftovers() throws(UsageError) {
        guard let word = words.first else { return }
        throw UsageError("'\(word)' is one word too many; see 'storage help \(command)'")
    }

    /// What `body` reads out of a word; what it cannot read is an error of usage.
    func read<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(UsageError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw UsageError(error)
        }
    }
}
