/// Reads JSON (RFC 8259) strictly, straight into the encodings of records and keys.
///
/// The text is one buffer in UTF-8. A reader is driven over it: whole records, keys and strings
/// are taken with one call, and the arrays and objects around them are walked element by element
/// and member by member, so that a file of any number of records is read without a tree of it.
///
/// Every error gives the line and the column, both from 1; a column is a Unicode scalar.
///
/// Not thread-safe.
package struct JSONReader: ~Copyable {
    let bytes: [UInt8]
    /// The offset of the next byte to read.
    package internal(set) var position = 0
    /// Where the name stands that ``nextMemberName()`` took last.
    package internal(set) var memberStart = 0
    /// That name.
    var memberContent = StringContent.plain(0..<0)
    /// Whether an array or object has just been opened, so that no comma is due.
    var isAtFirst = false
    /// The memory of the last encoding, for the next one.
    var spareOutput: RecordBytes?
    /// The memory of the last key, for the next one.
    var spareEncoder: KeyEncoder?
    /// The bytes of the last string that had escapes in it.
    var unescaped: [UInt8] = []

    private let source: String?
    private let code: StorageError.Code

    /// A reader at the beginning of a text.
    ///
    /// `source` names the text in errors, such as "the file 'x.json'"; `code` is the code of every
    /// error that is about the text.
    ///
    /// - Throws: That error if the text begins with a byte-order mark or is not UTF-8 by its
    ///   first bytes.
    package init(
        _ bytes: [UInt8], source: String? = nil, code: StorageError.Code = .invalidValue
    ) throws(StorageError) {
        self.bytes = bytes
        self.source = source
        self.code = code
        try refuseOtherEncodings()
    }

    /// A reader at the beginning of a text that begins as it likes: it need not be JSON, and its
    /// encoding is known.
    init(in text: String, source: String, code: StorageError.Code) {
        bytes = Array(text.utf8)
        self.source = source
        self.code = code
    }

    /// Whether only white space is left.
    package var isAtEnd: Bool {
        mutating get {
            skipWhitespace()
            return position == bytes.count
        }
    }

    /// Makes sure that only white space is left.
    package mutating func finish() throws(StorageError) {
        guard isAtEnd else {
            throw error("expected the end of the text here; remove what follows")
        }
    }

    /// The error for the text at `offset`, or at the current position.
    package func error(_ message: String, at offset: Int? = nil) -> StorageError {
        let end = min(offset ?? position, bytes.count)
        var line = 1
        var column = 1
        for byte in bytes[..<end] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        let place = "line \(line), column \(column): \(message)"
        return StorageError(code, source.map { "\($0), \(place)" } ?? place)
    }

    /// The error for an expectation that the next byte does not meet.
    func unexpected(_ expectation: String, _ advice: String = "") -> StorageError {
        let way = advice.isEmpty ? "" : "; \(advice)"
        guard position < bytes.count else {
            return error("expected \(expectation), but the text ends; it may have been cut short")
        }
        return error("expected \(expectation), not \(found)\(way)")
    }

    /// The character at the current position, for messages.
    private var found: String {
        let byte = bytes[position]
        let length = bytes.span.utf8SequenceLength(at: position)
        guard byte >= 0x20, byte != 0x7F, length > 0 else {
            return "the byte 0x\([byte].hexadecimal)"
        }
        return "'\(String(decoding: bytes[position..<position + length], as: UTF8.self))'"
    }

    private func refuseOtherEncodings() throws(StorageError) {
        let start = Array(bytes.prefix(4))
        let zeros = start.map { $0 == 0 }
        let encoding: String? =
            if start.starts(with: [0xEF, 0xBB, 0xBF]) {
                "a UTF-8 byte-order mark (EF BB BF)"
            } else if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] {
                "a UTF-32 byte-order mark"
            } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
                "a UTF-16 byte-order mark"
            } else if [[false, true, true, true], [true, true, true, false]].contains(zeros) {
                "UTF-32"
            } else if [[false, true, false, true], [true, false, true, false]].contains(zeros) {
                "UTF-16"
            } else {
                nil
            }
        guard let encoding else { return }
        throw error("the text begins with \(encoding); save it as UTF-8 without a byte-order mark")
    }
}

extension JSONReader {
    /// The next byte that is not white space, or nil at the end of the text.
    @inline(__always)
    package mutating func peek() -> UInt8? {
        skipWhitespace()
        return position < bytes.count ? bytes.span.byte(at: position) : nil
    }

    @inline(__always)
    mutating func skipWhitespace() {
        position = bytes.span.endOfWhitespace(from: position)
    }

    /// Whether this is the next byte.
    @inline(__always)
    func isAt(_ byte: UInt8) -> Bool {
        position < bytes.count && bytes.span.byte(at: position) == byte
    }

    /// Takes one byte if it is the next one that is not white space.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard isAt(byte) else { return false }
        position &+= 1
        return true
    }

    @inline(__always)
    mutating func expect(_ character: Unicode.Scalar) throws(StorageError) {
        guard take(UInt8(ascii: character)) else { throw missing(character) }
    }

    // A function that does not mutate is given a copy of the reader, for which its caller keeps room
    // on the stack even if it never calls it. What is inlined has its errors made by these.
    @inline(never)
    private mutating func missing(_ character: Unicode.Scalar) -> StorageError {
        unexpected("'\(character)'")
    }

    /// Does what ``unexpected(_:_:)`` does, without a copy of the reader.
    @inline(never)
    mutating func refusal(_ expectation: String, _ advice: String = "") -> StorageError {
        unexpected(expectation, advice)
    }

    /// Does what ``error(_:at:)`` does at the current position, without a copy of the reader.
    @inline(never)
    mutating func refusal(because message: String) -> StorageError {
        error(message)
    }
}
