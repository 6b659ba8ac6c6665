/// Where a storage is and how it is opened: `scheme:path?option=value&…`.
///
/// `sqlite:///var/lib/app.db` and `sqlite:app.db` name files, `memory:` names none. The path is
/// percent-decoded once; a question mark or number sign in it has to be encoded. A relative path
/// is resolved against the working directory once, here. A host is refused.
///
/// A backend reads the options by taking them, and calls ``rejectLeftovers()`` at the end.
public struct StorageURL: Sendable {
    /// The backend's scheme, such as `sqlite`.
    public let scheme: String

    /// The absolute path, or the empty string if the URL has none.
    public let path: String

    private var options: [String: String] = [:]
    private var known: [String] = []

    /// Parses a URL.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration``, saying which part is off and how to
    ///   write it.
    public init(_ text: String) throws(StorageError) {
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            throw StorageError(
                .invalidConfiguration,
                "'\(text)' is not a storage URL; write it as 'scheme:path', such as "
                    + "'sqlite:///var/lib/app.db'")
        }
        scheme = String(text[..<colon])
        var rest = text[text.index(after: colon)...]
        guard !rest.contains("#") else {
            throw StorageError(
                .invalidConfiguration,
                "the URL '\(text)' contains '#'; write it as '%23' if it belongs to the path")
        }
        var query: Substring?
        if let mark = rest.firstIndex(of: "?") {
            query = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        path = try Self.path(rest, in: text)
        if let query { options = try Self.options(query, in: text) }
    }

    /// A URL from its parts, none of which is percent-encoded.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if the path contains a NUL byte.
    public init(
        scheme: String, path: String, options: [String: String] = [:]
    ) throws(StorageError) {
        self.scheme = scheme
        self.path = try Self.absolute(path)
        self.options = options
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, ("a"..."z").contains(first) else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", "+", "-", ".", "_": true
            default: false
            }
        }
    }

    private static func path(_ text: Substring, in url: String) throws(StorageError) -> String {
        var rest = text
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            guard rest.first == "/" || rest.isEmpty else {
                let host = rest.prefix { $0 != "/" }
                throw StorageError(
                    .invalidConfiguration,
                    "the URL '\(url)' names the host '\(host)'; a storage is on this machine: "
                        + "write three slashes before an absolute path and none before a "
                        + "relative one")
            }
        }
        guard let path = rest.percentDecoded else {
            throw StorageError(
                .invalidConfiguration,
                "the URL '\(url)' has a malformed percent escape in its path; write a percent "
                    + "sign as '%25'")
        }
        return try absolute(path)
    }

    private static func absolute(_ path: String) throws(StorageError) -> String {
        guard !path.utf8.contains(0) else {
            throw StorageError(.invalidConfiguration, "a path cannot contain a NUL byte")
        }
        if path.isEmpty || path.hasPrefix("/") { return path }
        return try FileSystem.workingDirectory() + "/" + path
    }

    private static func options(
        _ query: Substring, in url: String
    ) throws(StorageError) -> [String: String] {
        var options: [String: String] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let name = parts[0].percentDecoded,
                let value = parts[1].percentDecoded
            else {
                throw StorageError(
                    .invalidConfiguration,
                    "the URL '\(url)' has the malformed option '\(pair)'; write 'name=value'")
            }
            guard options.updateValue(value, forKey: name) == nil else {
                throw StorageError(
                    .invalidConfiguration, "the URL '\(url)' gives the option '\(name)' twice")
            }
        }
        return options
    }
}

extension StorageURL {
    /// Takes an option's text, or nil if the URL does not give the option.
    public mutating func take(_ name: String) -> String? {
        known.append(name)
        return options.removeValue(forKey: name)
    }

    /// Gives an option a value, unless the URL gives it one.
    public mutating func setDefault(_ name: String, _ value: String) {
        if options[name] == nil { options[name] = value }
    }

    /// Takes an option that is one of a few words.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` for any other word.
    public mutating func take<Choice>(
        _ name: String, as type: Choice.Type
    ) throws(StorageError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = take(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw malformed(
                name, text, expected: Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// Takes a duration, such as `5s` or `250ms`.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` for anything else.
    public mutating func takeDuration(_ name: String) throws(StorageError) -> Duration? {
        guard let text = take(name) else { return nil }
        let milliseconds: Int?
        if text.hasSuffix("ms") {
            milliseconds = Self.number(text.dropLast(2))
        } else if text.hasSuffix("s") {
            milliseconds = Self.number(text.dropLast()).flatMap { $0 <= 1 << 40 ? $0 * 1000 : nil }
        } else {
            milliseconds = nil
        }
        guard let milliseconds else { throw malformed(name, text, expected: "such as 5s or 250ms") }
        return .milliseconds(milliseconds)
    }

    /// Takes a size in bytes, such as `4096`, `64KiB`, `10MiB` or `2GiB`.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` for anything else.
    public mutating func takeSize(_ name: String) throws(StorageError) -> Int? {
        guard let text = take(name) else { return nil }
        var digits = Substring(text)
        var shift = 0
        for (unit, unitShift) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] where text.hasSuffix(unit)
        {
            digits = text.dropLast(unit.count)
            shift = unitShift
        }
        guard let number = Self.number(digits), number <= Int.max >> shift else {
            throw malformed(name, text, expected: "such as 4096, 64KiB, 10MiB or 2GiB")
        }
        return number << shift
    }

    /// Refuses options that nobody took.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration``, naming the option and those that the
    ///   backend knows.
    public func rejectLeftovers() throws(StorageError) {
        guard let name = options.keys.min() else { return }
        let known =
            known.isEmpty ? "it has none" : "known: " + known.sorted().joined(separator: ", ")
        throw StorageError(
            .invalidConfiguration, "the backend '\(scheme)' has no option '\(name)'; \(known)")
    }

    /// Takes the options that every backend with files has.
    ///
    /// - Throws: ``StorageError/Code/invalidConfiguration`` if one is malformed or the path is
    ///   missing.
    public mutating func takeFileOptions() throws(StorageError) -> FileOptions {
        guard !path.isEmpty else {
            throw StorageError(
                .invalidConfiguration,
                "the URL has no path; write '\(scheme):///absolute/path' or '\(scheme):relative'")
        }
        var options = FileOptions()
        if let durability = try take("durability", as: Durability.self) {
            options.durability = durability
        }
        if let mode = try take("mode", as: OpenMode.self) { options.mode = mode }
        if let timeout = try takeDuration("timeout") { options.timeout = timeout }
        return options
    }

    private func malformed(_ name: String, _ text: String, expected: String) -> StorageError {
        StorageError(
            .invalidConfiguration,
            "the option '\(name)' of the backend '\(scheme)' cannot be '\(text)'; it is: \(expected)"
        )
    }

    /// Decimal digits only: no sign, no spaces, no overflow.
    private static func number(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits)
    }
}

extension Substring {
    /// The text with each `%XX` replaced by its byte, or nil if an escape is malformed or the
    /// bytes are not UTF-8.
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let decoded = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
                high != UInt8(ascii: "+"), high != UInt8(ascii: "-")
            else { return nil }
            bytes.append(decoded)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
