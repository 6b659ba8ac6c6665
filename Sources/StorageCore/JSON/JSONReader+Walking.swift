extension JSONReader {
    /// Takes the bracket that opens an array.
    package mutating func beginArray() throws(StorageError) {
        try expect("[")
        isAtFirst = true
    }

    /// Goes to the next element, or takes the bracket that closes the array.
    ///
    /// - Returns: Whether there is an element. The caller takes it before it calls again.
    package mutating func nextElement() throws(StorageError) -> Bool {
        try next(orTake: "]", "an element")
    }

    /// Takes the brace that opens an object.
    package mutating func beginObject() throws(StorageError) {
        try expect("{")
        isAtFirst = true
    }

    /// Goes to the next member and takes its name, or takes the brace that closes the object.
    ///
    /// Whether a name occurs twice is the caller's to see.
    ///
    /// - Returns: The name, or nil if there is none. The caller takes the value before it calls
    ///   again.
    package mutating func nextMember() throws(StorageError) -> String? {
        guard try next(orTake: "}", "a member") else { return nil }
        skipWhitespace()
        memberStart = position
        let name = try string(as: "a name in double quotes")
        try expect(":")
        return name
    }

    /// Takes a string.
    package mutating func string() throws(StorageError) -> String {
        try string(as: "a string in double quotes")
    }

    /// Takes `true` or `false`.
    package mutating func boolean() throws(StorageError) -> Bool {
        let start = try valueStart()
        if hasWord("true") { return takeWord("true") }
        if hasWord("false") { return !takeWord("false") }
        throw error("expected true or false here", at: start)
    }

    /// Takes an integer.
    package mutating func integer() throws(StorageError) -> Int {
        let start = try valueStart()
        guard isAtNumber, case .int(let value) = try number(), let integer = Int(exactly: value)
        else { throw error("expected an integer here", at: start) }
        return integer
    }

    /// Makes sure that nothing else stands on the line, and goes to the next one.
    package mutating func endLine() throws(StorageError) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0D, 0x09: position += 1
            case 0x0A:
                position += 1
                return
            default: throw unexpected("the end of the line", "write one value on each line")
            }
        }
    }

    /// Skips white space and returns the position, for errors about the value that begins there.
    package mutating func valueStart() throws(StorageError) -> Int {
        guard peek() != nil else { throw unexpected("a value") }
        return position
    }

    mutating func next(
        orTake end: Unicode.Scalar, _ content: String
    ) throws(StorageError) -> Bool {
        let isFirst = isAtFirst
        isAtFirst = false
        if take(UInt8(ascii: end)) { return false }
        if isFirst { return true }
        guard take(UInt8(ascii: ",")) else { throw unexpected("',' or '\(end)'") }
        guard peek() != UInt8(ascii: end) else {
            throw unexpected("\(content) after ','", "remove the last comma")
        }
        return true
    }

    private mutating func string(as expectation: String) throws(StorageError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected(expectation) }
        let content = try stringContent()
        return switch content {
        case .plain(let range): String(decoding: bytes[range], as: UTF8.self)
        case .unescaped: String(decoding: unescaped, as: UTF8.self)
        }
    }

    func hasWord(_ word: StaticString) -> Bool {
        bytes[position...].starts(with: word.description.utf8)
    }

    mutating func takeWord(_ word: StaticString) -> Bool {
        position += word.utf8CodeUnitCount
        return true
    }
}
