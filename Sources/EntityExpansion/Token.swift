/// A piece of source text that has a meaning of its own.
struct Token {
    enum Kind {
        /// A name or a keyword; a name may stand in backquotes.
        case identifier
        case number
        /// A string literal with all that is interpolated in it.
        case string
        case regex
        /// One character of an operator. Where an operator ends is for the parser to say: `>>` may
        /// close two lists of generic arguments.
        case `operator`
        /// One character of punctuation.
        case punctuation
        /// A number sign and the name behind it.
        case directive
        case unknown
        case end
    }

    let kind: Kind
    /// The offsets of its bytes in the source.
    let range: Range<Int>
    /// Whether it is the first one of its line.
    let startsLine: Bool
    /// Whether white space or a comment stands before it.
    let followsSpace: Bool
}

/// What is wrong with a declaration, where, and how to get out of it.
public struct Problem: Error, Equatable {
    /// The message, as the compiler shows it.
    public let message: String
    /// The offsets of the bytes that it is about.
    public let range: Range<Int>
}
