/// Takes source text apart.
///
/// It goes no further than finding out where members and expressions end: brackets, names, and
/// what may look like them inside of literals and comments.
struct Lexer {
    let bytes: [UInt8]
    var position = 0
    /// The last token but white space.
    private var last: Token?
    /// Whether that is the mark of `try?`, `as!` and the like.
    private var isMarked = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next token; ``Token/Kind/end`` again and again at the end.
    mutating func next() throws(Problem) -> Token {
        let start = position
        let startsLine = try skipSpace() || last == nil
        let token = Token(
            kind: .end, range: position..<position, startsLine: startsLine,
            followsSpace: position > start || last == nil)
        guard position < bytes.count else { return token }
        let first = position
        let kind = try take(after: token)
        let whole = Token(
            kind: kind, range: first..<position, startsLine: startsLine,
            followsSpace: token.followsSpace)
        isMarked =
            kind == .operator && !token.followsSpace && (last.map { isMarkable($0) } ?? false)
        last = whole
        return whole
    }

    /// The byte that many places further on, or zero behind the end.
    func byte(_ distance: Int = 0) -> UInt8 {
        let place = position + distance
        return place < bytes.count ? bytes[place] : 0
    }

    /// Whether a question or exclamation mark behind the token makes it another keyword.
    private func isMarkable(_ token: Token) -> Bool {
        bytes[token.range].elementsEqual("try".utf8) || bytes[token.range].elementsEqual("as".utf8)
    }

    private mutating func take(after space: Token) throws(Problem) -> Token.Kind {
        switch byte() {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: "$"):
            takeWord()
            return .identifier
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            takeNumber(isMember: isMemberAccess(space))
            return .number
        case UInt8(ascii: "\""):
            try takeString(hashes: 0)
            return .string
        case UInt8(ascii: "`"):
            return takeQuotedName()
        case UInt8(ascii: "#"):
            return try takeHash()
        case UInt8(ascii: "/"):
            return takeSlash(space)
        case 0x80...0xFF:
            return takeScalar()
        case let byte:
            position += 1
            return byte.isOperator ? .operator : byte.isPunctuation ? .punctuation : .unknown
        }
    }

    private mutating func takeWord() {
        while position < bytes.count {
            if byte().isWord {
                position += 1
            } else if let (scalar, size) = scalar(), !scalar.isOperator {
                position += size
            } else {
                return
            }
        }
    }

    /// A name in backquotes, which may contain nearly anything.
    private mutating func takeQuotedName() -> Token.Kind {
        var end = position + 1
        while end < bytes.count, !bytes[end].isLineEnd {
            if bytes[end] == UInt8(ascii: "`") {
                let isEmpty = end == position + 1
                position = end + 1
                return isEmpty ? .unknown : .identifier
            }
            end += 1
        }
        position += 1
        return .unknown
    }

    private mutating func takeHash() throws(Problem) -> Token.Kind {
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        switch byte(hashes) {
        case UInt8(ascii: "\""):
            position += hashes
            try takeString(hashes: hashes)
            return .string
        case UInt8(ascii: "/"):
            if takeRegex(hashes: hashes) { return .regex }
            position += 1
            return .punctuation
        default:
            position += 1
            guard hashes == 1, byte().isWord || byte() >= 0x80 else { return .punctuation }
            takeWord()
            return .directive
        }
    }

    private mutating func takeSlash(_ space: Token) -> Token.Kind {
        let mayBeOperand = space.startsLine || expectsOperand(before: space)
        if mayBeOperand, takeRegex() { return .regex }
        position += 1
        return .operator
    }

    private mutating func takeScalar() -> Token.Kind {
        guard let (scalar, size) = scalar() else {
            position += 1
            return .unknown
        }
        if scalar.isOperator {
            position += size
            return .operator
        }
        takeWord()
        return .identifier
    }

    /// Whether a number here is the index of a tuple's element.
    private func isMemberAccess(_ space: Token) -> Bool {
        guard let last, !space.followsSpace else { return false }
        return last.kind == .punctuation && bytes[last.range.lowerBound] == UInt8(ascii: ".")
    }

    /// Whether what stands before is no whole operand yet, so that one has to follow.
    private func expectsOperand(before space: Token) -> Bool {
        guard let last else { return true }
        let text = bytes[last.range]
        switch last.kind {
        case .identifier:
            return Keywords.beforeOperand.contains(String(decoding: text, as: UTF8.self))
        case .number, .string, .regex, .unknown, .directive, .end:
            return false
        case .punctuation:
            return !text.elementsEqual(")".utf8) && !text.elementsEqual("]".utf8)
                && !text.elementsEqual("}".utf8)
        case .operator where isMarked: return true
        case .operator:
            // An operator that stands close to what is before it and not to what follows is a
            // postfix one.
            let isPostfix = !last.followsSpace && space.followsSpace
            return !isPostfix
        }
    }

    /// The scalar at hand, if it is none of ASCII's.
    func scalar() -> (Unicode.Scalar, size: Int)? {
        guard byte() >= 0x80 else { return nil }
        var iterator = bytes[position..<min(position + 4, bytes.count)].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
