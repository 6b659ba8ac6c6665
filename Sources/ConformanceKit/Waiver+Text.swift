public import StorageCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Waiver {
    /// Reads a waiver from one line: the check's id, the last day, the issue, and the reason with
    /// all that follows, as in
    /// `NUM-03/zeros 2026-12-31 https://example.org/issues/7 the engine has one zero`.
    ///
    /// - Throws: ``/StorageCore/StorageError/Code/invalidArgument`` if a part is missing, or the day
    ///   is none.
    public init(_ line: String) throws(StorageError) {
        let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 4 else {
            throw StorageError(
                .invalidArgument,
                "'\(line)' is no waiver; write 'CHECK DAY ISSUE REASON', the day as 2026-12-31")
        }
        self.init(check: words[0], reason: words[3], issue: words[2], expiry: try Day(words[1]))
    }
}

extension [Waiver] {
    /// Reads a list of waivers, a line each, as ``Waiver/init(_:)`` reads them. Lines that are empty
    /// or begin with `#` are for people.
    ///
    /// - Parameters:
    ///   - text: The list.
    ///   - source: Where it is from, for errors.
    /// - Throws: ``/StorageCore/StorageError/Code/invalidArgument`` with the number of the first
    ///   line that is off, or that waives a check for the second time.
    public init(lines text: String, source: String) throws(StorageError) {
        self = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else {
                continue
            }
            let place = "\(source), line \(index + 1)"
            do throws(StorageError) {
                append(try Waiver(String(line)))
            } catch {
                throw StorageError(error.code, "\(place): \(error.message)", cause: error)
            }
            guard let waiver = last, !dropLast().contains(where: { $0.check == waiver.check })
            else {
                throw StorageError(
                    .invalidArgument, "\(place): the check is waived twice; remove one of them")
            }
        }
    }

    /// Reads a file of waivers, as ``init(lines:source:)`` does.
    ///
    /// - Throws: Also ``/StorageCore/StorageError/Code/io`` if the file cannot be read.
    public init(contentsOfFile path: String) throws(StorageError) {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw StorageError(
                .io, "cannot read the waivers in '\(path)'; check the path, and that it is UTF-8",
                cause: error)
        }
        try self.init(lines: text, source: path)
    }
}
