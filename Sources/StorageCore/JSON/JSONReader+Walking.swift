extension JSONReader {
    /// Takes the bracket that opens an array.
    package mutating func beginArray() throws(StorageError) {
        try expect("[")
        isAtFirst = true
    }

    /// Goes to the next element, or takes the bracket that closes the array.
    ///
    /// - Returns: Whether there is an element, which is where the position is then. The caller takes it
    ///   before it calls again.
    @inline(__always)
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
        try nextMemberName() == nil ? nil : memberText
    }

    /// Does what ``nextMember()`` does without making a string of the name.
    ///
    /// ``memberText`` is that string until something else is taken.
    package mutating func nextMemberName() throws(StorageError) -> JSONName? {
        guard try next(orTake: "}", "a member") else { return nil }
        guard isAt(UInt8(ascii: "\"")) else { throw refusal("a name in double quotes") }
        memberStart = position
        memberContent = try stringContent()
        let name = name(memberContent)
        try expect(":")
        return name
    }

    /// The name of the member that was taken last.
    package var memberText: String { string(memberContent) }

    /// Takes a string.
    package mutating func string() throws(StorageError) -> String {
        try string(as: "a string in double quotes")
    }

    /// Takes `true` or `false`.
    package mutating func boolean() throws(StorageError) -> Bool {
        let start = try valueStart()
        if takeWord("true") { return true }
        if takeWord("false") { return false }
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
    @inline(__always)
    package mutating func valueStart() throws(StorageError) -> Int {
        skipWhitespace()
        guard position < bytes.count else { throw refusal("a value") }
        return position
    }

    @inline(__always)
    mutating func next(
        orTake end: Unicode.Scalar, _ content: StaticString
    ) throws(StorageError) -> Bool {
        let isFirst = isAtFirst
        isAtFirst = false
        skipWhitespace()
        if isAt(UInt8(ascii: end)) {
            position &+= 1
            return false
        }
        if isFirst { return true }
        guard isAt(UInt8(ascii: ",")) else { throw noComma(before: end) }
        position &+= 1
        skipWhitespace()
        guard !isAt(UInt8(ascii: end)) else { throw lastComma(before: content) }
        return true
    }

    @inline(never)
    private mutating func noComma(before end: Unicode.Scalar) -> StorageError {
        unexpected("',' or '\(end)'")
    }

    @inline(never)
    private mutating func lastComma(before content: StaticString) -> StorageError {
        unexpected("\(content) after ','", "remove the last comma")
    }

    private mutating func string(as expectation: String) throws(StorageError) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected(expectation) }
        return string(try stringContent())
    }

    func string(_ content: StringContent) -> String {
        switch content {
        case .plain(let range): String(decoding: bytes[range], as: UTF8.self)
        case .unescaped: String(decoding: unescaped, as: UTF8.self)
        }
    }

    /// Takes a word if it is what follows.
    @inline(__always)
    mutating func takeWord(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count,
            bytes.span.extracting(position..<end).isEqual(to: word)
        else { return false }
        position = end
        return true
    }
}
