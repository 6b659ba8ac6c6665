/// Takes the text of a filter, an order or the parts of an index apart, piece by piece.
///
/// White space may stand between the pieces. Constants are JSON. Every error says where it is,
/// what was found there, and what was expected.
///
/// Not thread-safe.
struct QueryLexer: ~Copyable {
    private static let maximumWordInErrors = 40

    private var reader: JSONReader
    /// Where the word or symbol begins that was taken last.
    private var lastStart = 0

    /// `source` names the text in errors, such as "in the filter".
    init(_ text: String, source: String) {
        reader = JSONReader(in: text, source: source, code: .invalidQuery)
    }

    /// Whether only white space is left.
    var isAtEnd: Bool {
        mutating get { reader.isAtEnd }
    }

    /// Takes a word if it is the next one, as a whole.
    mutating func take(word: String) -> Bool {
        reader.skipWhitespace()
        return take(word, until: wordEnd)
    }

    /// Takes a symbol if the text goes on with it.
    mutating func take(symbol: String) -> Bool {
        reader.skipWhitespace()
        return take(symbol, until: reader.position + symbol.utf8.count)
    }

    private mutating func take(_ text: String, until end: Int) -> Bool {
        guard end <= reader.bytes.count,
            reader.bytes[reader.position..<end].elementsEqual(text.utf8)
        else { return false }
        lastStart = reader.position
        reader.position = end
        return true
    }

    mutating func expect(symbol: String, _ expectation: String) throws(StorageError) {
        guard take(symbol: symbol) else { throw unexpected(expectation) }
    }

    /// Where the word ends that begins at the current position: there, if none does.
    private var wordEnd: Int {
        var end = reader.position
        if end < reader.bytes.count, reader.bytes[end] == UInt8(ascii: "$") { end += 1 }
        while end < reader.bytes.count, reader.bytes[end].isIdentifierByte { end += 1 }
        return end
    }
}

extension QueryLexer {
    /// The error for an expectation that the next piece does not meet.
    mutating func unexpected(_ expectation: String, _ advice: String = "") -> StorageError {
        reader.skipWhitespace()
        let bytes = reader.bytes[reader.position..<wordEnd]
        guard !bytes.isEmpty else { return reader.unexpected(expectation, advice) }
        let word = String(decoding: bytes, as: UTF8.self)
        let isShort = word.count <= Self.maximumWordInErrors
        let found = isShort ? word : word.prefix(Self.maximumWordInErrors) + "…"
        return reader.error(
            "expected \(expectation), not '\(found)'" + (advice.isEmpty ? "" : "; \(advice)"))
    }

    /// The error for the word or symbol that was taken last.
    func error(_ message: String) -> StorageError {
        reader.error(message, at: lastStart)
    }
}

extension QueryLexer {
    /// Takes a path that begins with a field, or the one of the key.
    mutating func path(_ expectation: String = "a field") throws(StorageError) -> FieldPath {
        if take(word: "$key") { return .key }
        return FieldPath(try names(expectation))
    }

    /// Takes names with dots between them.
    mutating func names(_ expectation: String = "a name") throws(StorageError) -> [String] {
        var names = [try name(expectation)]
        while take(symbol: ".") { names.append(try name("a name")) }
        return names
    }

    private mutating func name(_ expectation: String) throws(StorageError) -> String {
        if take(symbol: "`") { return try quotedName() }
        let end = wordEnd
        let name = String(decoding: reader.bytes[reader.position..<end], as: UTF8.self)
        guard name.isIdentifier else {
            throw unexpected(
                expectation, name.isEmpty ? "" : "if it is a name, put it into backquotes")
        }
        reader.position = end
        return name
    }

    /// Takes the rest of a name whose backquote has been taken.
    private mutating func quotedName() throws(StorageError) -> String {
        let quote = UInt8(ascii: "`")
        var name: [UInt8] = []
        while reader.position < reader.bytes.count {
            let byte = reader.bytes[reader.position]
            reader.position += 1
            if byte == quote {
                let isDoubled =
                    reader.position < reader.bytes.count && reader.bytes[reader.position] == quote
                guard isDoubled else { return String(decoding: name, as: UTF8.self) }
                reader.position += 1
            }
            name.append(byte)
        }
        throw error("the name that begins here has no closing backquote")
    }

    /// Takes `:desc`, if it is there.
    mutating func descending() throws(StorageError) -> Bool {
        guard take(symbol: ":") else { return false }
        guard take(word: "desc") else {
            throw unexpected("'desc'", "leave ':' out for ascending")
        }
        return true
    }

    /// Takes the whole text as elements with commas between them.
    mutating func list<Element>(
        _ element: (inout QueryLexer) throws(StorageError) -> Element
    ) throws(StorageError) -> [Element] {
        var elements = [try element(&self)]
        while take(symbol: ",") { elements.append(try element(&self)) }
        guard isAtEnd else { throw unexpected("':desc', ',' or the end of the text") }
        return elements
    }
}

extension QueryLexer {
    /// Takes a JSON value.
    mutating func constant() throws(StorageError) -> Value {
        let value = try self.value()
        let isEnd =
            reader.position == reader.bytes.count
            || !reader.bytes[reader.position].isIdentifierByte
            || !reader.bytes[reader.position - 1].isIdentifierByte
        guard isEnd else { throw unexpected("a space behind the constant") }
        return value
    }

    /// Takes a JSON array, as its elements.
    mutating func constants() throws(StorageError) -> [Value] {
        var values: [Value] = []
        try reader.beginArray()
        while try reader.nextElement() { values.append(try value()) }
        return values
    }

    /// Takes a JSON string.
    mutating func string() throws(StorageError) -> String {
        guard reader.peek() == UInt8(ascii: "\"") else {
            throw unexpected("a string in double quotes")
        }
        return try reader.string()
    }

    private mutating func value() throws(StorageError) -> Value {
        let bytes = try reader.value()
        var position = 0
        return try RecordReader.takeValue(bytes.span, &position)
    }
}
