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
        try takeMember() ? memberName : nil
    }

    /// Does what ``nextMember()`` does without making a string of the name.
    ///
    /// - Returns: Whether there is a member. Its name can be asked for until something else is taken.
    package mutating func takeMember() throws(StorageError) -> Bool {
        guard try next(orTake: "}", "a member") else { return false }
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
        memberStart = position
        memberContent = try stringContent()
        try expect(":")
        return true
    }

    /// Whether the member that was taken last has this name.
    package func isMember(_ name: StaticString) -> Bool {
        switch memberContent {
        case .plain(let range): bytes.span.extracting(range).isEqual(to: name)
        case .unescaped: unescaped.span.isEqual(to: name)
        }
    }

    /// The name of the member that was taken last.
    package var memberName: String { string(memberContent) }

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
    package mutating func valueStart() throws(StorageError) -> Int {
        guard peek() != nil else { throw unexpected("a value") }
        return position
    }

    @inline(__always)
    mutating func next(
        orTake end: Unicode.Scalar, _ content: StaticString
    ) throws(StorageError) -> Bool {
        let isFirst = isAtFirst
        isAtFirst = false
        let byte = peek()
        if byte == UInt8(ascii: end) {
            position &+= 1
            return false
        }
        if isFirst { return true }
        guard byte == UInt8(ascii: ",") else { throw unexpected("',' or '\(end)'") }
        position &+= 1
        guard peek() != UInt8(ascii: end) else {
            throw unexpected("\(content) after ','", "remove the last comma")
        }
        return true
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
