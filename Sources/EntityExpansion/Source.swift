/// The text of a declaration, in UTF-8, and its tokens.
struct Source {
    let bytes: [UInt8]
    /// The tokens; the last one is ``Token/Kind/end``.
    let tokens: [Token]

    init(_ bytes: [UInt8]) throws(Problem) {
        var lexer = Lexer(bytes)
        var tokens: [Token] = []
        repeat {
            tokens.append(try lexer.next())
        } while tokens.last?.kind != .end
        self.bytes = bytes
        self.tokens = tokens
    }

    /// The text of some of the bytes.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The text from the first to the last of some tokens.
    func text(ofTokens range: Range<Int>) -> String {
        text(bytes(ofTokens: range))
    }

    /// The offsets of the bytes from the first to the last of some tokens.
    func bytes(ofTokens range: Range<Int>) -> Range<Int> {
        guard let first = range.first, let last = range.last else {
            let place = tokens[min(range.lowerBound, tokens.count - 1)].range.lowerBound
            return place..<place
        }
        return tokens[first].range.lowerBound..<tokens[last].range.upperBound
    }

    /// Whether a token is this one word or character; a name in backquotes is no keyword.
    func token(_ index: Int, is word: String) -> Bool {
        guard index >= 0, index < tokens.count else { return false }
        let range = tokens[index].range
        guard range.count == word.utf8.count, bytes[range.lowerBound] == word.utf8.first else {
            return false
        }
        return range.count == 1 || bytes[range].elementsEqual(word.utf8)
    }

    /// Whether a token is one of these words.
    func token(_ index: Int, isOneOf words: Set<String>) -> Bool {
        guard index >= 0, index < tokens.count, tokens[index].kind == .identifier else {
            return false
        }
        return words.contains(text(tokens[index].range))
    }
}
