import CommandLineTool
import StorageCore

/// `storage scan`: prints the records of a range of keys.
struct ScanCommand: Command {
    static let name = "scan"
    static let summary = "print records in key order, as JSON Lines"
    static let usage =
        "URL COLLECTION [--from KEY | --after KEY] [--to KEY | --until KEY] [--prefix KEY] "
        + "[--reverse] [--limit N]"
    static let options = [
        OptionName("from", "KEY", "the first key"),
        OptionName("after", "KEY", "the last key before the first one"),
        OptionName("to", "KEY", "the last key"),
        OptionName("until", "KEY", "the first key behind the last one"),
        OptionName(
            "prefix", "KEY",
            "a string: keys that begin with it; an array: compound keys that begin with it"),
        OptionName("reverse", nil, "from the last key to the first"),
        OptionName("limit", "N", "how many at most"),
        OptionName("json", nil, "the output is JSON Lines with or without it"),
    ]

    private let url: StorageURL
    private let collection: String
    private let range: KeyRange
    private let isReversed: Bool
    private let limit: Int?

    init(_ arguments: inout Arguments) throws(UsageError) {
        url = try arguments.takeURL()
        collection = try arguments.takeCollection()
        isReversed = arguments.has("reverse")
        limit = try arguments.number("limit")
        let (from, after) = (try arguments.key("from"), try arguments.key("after"))
        let (to, until) = (try arguments.key("to"), try arguments.key("until"))
        guard from == nil || after == nil else {
            throw UsageError("give '--from' or '--after', not both")
        }
        guard to == nil || until == nil else {
            throw UsageError("give '--to' or '--until', not both")
        }
        let bounds = KeyRange(from: from, after: after, through: to, until: until)
        range = try arguments.prefix().map { $0.intersection(bounds) } ?? bounds
    }

    func run(_ output: Output) throws -> ExitStatus {
        guard limit != 0 else { return .done }
        try withDatabase(url.openedForReading()) { database in
            try database.read { tx in
                var printed = 0
                try tx.scan(range, in: collection, reversed: isReversed) { key, record in
                    output.entry(key, record)
                    printed += 1
                    return printed != limit
                }
            }
        }
        return .done
    }
}

extension Arguments {
    fileprivate func prefix() throws(UsageError) -> KeyRange? {
        guard let key = try key("prefix") else { return nil }
        let isArray = value("prefix")?.first { !$0.isWhitespace } == "["
        do throws(StorageError) {
            if !isArray, case .string(let text) = try key.components().first {
                return KeyRange(stringPrefix: text)
            }
        } catch {
            throw UsageError(error)
        }
        return KeyRange(startingWith: key)
    }
}
