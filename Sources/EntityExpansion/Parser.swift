/// Finds the stored properties in the declaration of a type, and passes over all else.
///
/// The compiler has accepted the grammar of what it sees. What is not understood is a problem and
/// never passed over: it might be a property.
struct Parser {
    let source: Source
    /// The token at hand.
    var index = 0

    init(_ source: Source) {
        self.source = source
    }

    /// The declaration that `text` is.
    ///
    /// - Throws: A ``Problem`` if nothing can be made of it.
    static func parse(_ source: Source) throws(Problem) -> Declaration {
        var parser = Parser(source)
        return try parser.takeDeclaration()
    }

    var token: Token { source.tokens[min(index, source.tokens.count - 1)] }

    var isAtEnd: Bool { token.kind == .end }

    func at(_ word: String) -> Bool { source.token(index, is: word) }

    /// Moves behind a word or character, if it is at hand.
    mutating func take(_ word: String) -> Bool {
        guard at(word) else { return false }
        index += 1
        return true
    }

    mutating func takeName() throws(Problem) -> Name {
        guard token.kind == .identifier else { throw notUnderstood("a name is expected here") }
        defer { index += 1 }
        return Name(spelling: source.text(token.range), range: token.range)
    }

    func notUnderstood(_ what: String) -> Problem {
        problem(
            "@Entity does not understand this: \(what); write it more simply, or the conformance "
                + "to Entity by hand")
    }

    func problem(_ message: String, at place: Int? = nil) -> Problem {
        let place = min(place ?? index, source.tokens.count - 1)
        return Problem(message: message, range: source.tokens[place].range)
    }

    private mutating func takeDeclaration() throws(Problem) -> Declaration {
        let attributes = try takeAttributes()
        let modifiers = try takeModifiers()
        let keyword = token.range
        guard token.kind == .identifier else { throw notUnderstood("a type is expected here") }
        index += 1
        let name = try takeName()
        var declaration = Declaration(
            attributes: attributes, modifiers: modifiers, keyword: keyword, name: name,
            isGeneric: at("<"), inheritance: index..<index)
        if at("<") { try skipAngles() }
        if take(":") {
            let start = index
            while !at("{"), !at("where"), !isAtEnd { try skipOne() }
            declaration.inheritance = start..<index
        }
        while !at("{"), !isAtEnd { try skipOne() }
        guard at("{") else { throw notUnderstood("the members are expected here") }
        let end = try endOfBrackets()
        index += 1
        while index < end - 1 {
            do throws(Problem) {
                try takeMember(into: &declaration)
            } catch {
                declaration.problems.append(error)
                index = max(nextMember(after: index, before: end - 1), index + 1)
            }
        }
        return declaration
    }

    /// Where a member begins behind `start`, on a line of its own.
    private func nextMember(after start: Int, before end: Int) -> Int {
        var parser = self
        parser.index = start + 1
        while parser.index < end, !parser.beginsMember() {
            do throws(Problem) { try parser.skipOne() } catch { return end }
        }
        return min(parser.index, end)
    }
}
