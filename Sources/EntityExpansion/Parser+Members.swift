extension Parser {
    mutating func takeAttributes() throws(Problem) -> [Attribute] {
        var attributes: [Attribute] = []
        while at("@") { attributes.append(try takeAttribute()) }
        return attributes
    }

    private mutating func takeAttribute() throws(Problem) -> Attribute {
        let start = index
        index += 1
        var names = [try takeName().text]
        while at("."), source.tokens[index + 1].kind == .identifier {
            index += 1
            names.append(try takeName().text)
        }
        if at("<"), !token.followsSpace { try skipAngles() }
        var arguments: [Argument] = []
        if at("("), !token.startsLine { arguments = try takeArguments() }
        return Attribute(
            name: names.removeLast(), module: names.isEmpty ? nil : names.joined(separator: "."),
            arguments: arguments, range: source.bytes(ofTokens: start..<index))
    }

    /// The arguments in parentheses.
    mutating func takeArguments() throws(Problem) -> [Argument] {
        let end = try endOfBrackets()
        var arguments: [Argument] = []
        index += 1
        while index < end - 1 {
            var label: String?
            if token.kind == .identifier, source.token(index + 1, is: ":") {
                label = try takeName().text
                index += 1
            }
            let start = index
            while index < end - 1, !at(",") { try skipOperand() }
            arguments.append(Argument(label: label, tokens: start..<index))
            if index < end - 1 { index += 1 }
        }
        index = end
        return arguments
    }

    mutating func takeModifiers() throws(Problem) -> [Modifier] {
        var modifiers: [Modifier] = []
        while source.token(index, isOneOf: Keywords.modifiers), !isClassKeyword {
            let start = index
            index += 1
            var argument: String?
            if at("("), !token.startsLine {
                let inner = index + 1
                index = try endOfBrackets()
                argument = source.text(ofTokens: inner..<index - 1)
            }
            modifiers.append(
                Modifier(
                    text: source.text(source.tokens[start].range),
                    range: source.bytes(ofTokens: start..<index), argument: argument))
        }
        return modifiers
    }

    /// Whether `class` is at hand and declares one, instead of being a modifier.
    private var isClassKeyword: Bool {
        guard at("class") else { return false }
        return !source.token(index + 1, isOneOf: Keywords.declarations.union(Keywords.modifiers))
    }

    /// Takes the member at hand, if it is a property, or else passes over it.
    mutating func takeMember(into declaration: inout Declaration) throws(Problem) {
        if take(";") { return }
        if token.kind == .directive { return try takeDirective(into: &declaration) }
        let start = index
        let attributes = try takeAttributes()
        let modifiers = try takeModifiers()
        if at("var") || at("let") {
            declaration.properties += try takeProperties(attributes, modifiers)
            return
        }
        guard beginsDeclaration() else {
            index = start
            throw notUnderstood("a member is expected here")
        }
        try skipMember()
    }

    private mutating func takeDirective(into declaration: inout Declaration) throws(Problem) {
        let text = source.text(token.range)
        switch text {
        case "#if":
            // Once is enough, and what it guards is looked at all the same.
            declaration.problems.append(
                problem(
                    "@Entity cannot tell which members '#if' leaves here; move methods and static "
                        + "members into an extension, and give the type the same stored properties "
                        + "everywhere"))
            skipLine()
        case "#elseif", "#else", "#endif": skipLine()
        case "#warning", "#error", "#sourceLocation":
            index += 1
            if at("(") { index = try endOfBrackets() }
        default:
            throw problem(
                "@Entity cannot see what '\(text)' declares; write its members out, or move it into "
                    + "an extension")
        }
    }

    private mutating func skipLine() {
        repeat { index += 1 } while !isAtEnd && !token.startsLine
    }

    /// Passes over a member that is no property: up to the end of its block, or to where the next
    /// member begins if it has none.
    private mutating func skipMember() throws(Problem) {
        let isFunction = at("func")
        let hasBlock = !at("typealias") && !at("associatedtype") && !at("import")
        index += 1
        // The name of a function may be an operator.
        if isFunction { while token.kind == .operator, !at("<") || !isParameterList { index += 1 } }
        while !isAtEnd, !at("}"), !at(";") {
            if hasBlock, at("{") {
                index = try endOfBrackets()
                return
            }
            if beginsMember() { return }
            if at("<"), let end = endOfAngles() {
                index = end
            } else {
                try skipOne()
            }
        }
    }

    /// Whether the angle bracket at hand begins generic parameters, and is no operator's name.
    private var isParameterList: Bool {
        source.tokens[min(index + 1, source.tokens.count - 1)].kind == .identifier
    }

    /// Whether a word that begins a declaration is at hand.
    func beginsDeclaration() -> Bool {
        if source.token(index, isOneOf: Keywords.declarations) {
            // As in `.init`, `\.case` or a label.
            return !source.token(index - 1, is: ".")
        }
        return source.token(index, isOneOf: Keywords.contextualDeclarations)
            && source.tokens[index + 1].kind == .identifier
    }

    /// Whether a member begins here: on a line of its own, or behind a semicolon.
    func beginsMember() -> Bool {
        guard token.startsLine || source.token(index - 1, is: ";") else { return false }
        if token.kind == .directive { return !expectsOperand }
        if at("@") { return !expectsOperand }
        if beginsDeclaration() || source.token(index, isOneOf: Keywords.firmModifiers) {
            return true
        }
        guard source.token(index, isOneOf: Keywords.modifiers), !expectsOperand else {
            return false
        }
        return modifiesDeclaration()
    }

    /// Whether the modifier at hand, which might be a name, stands before a declaration.
    private func modifiesDeclaration() -> Bool {
        var parser = self
        for _ in 0..<16 {
            do throws(Problem) {
                if parser.at("@") {
                    _ = try parser.takeAttribute()
                } else if source.token(parser.index, isOneOf: Keywords.modifiers),
                    !parser.isClassKeyword
                {
                    parser.index += 1
                    if parser.at("(") { parser.index = try parser.endOfBrackets() }
                } else {
                    return parser.beginsDeclaration()
                }
            } catch {
                return false
            }
        }
        return true
    }

    /// Whether what stands before the token at hand has to go on.
    var expectsOperand: Bool {
        guard index > 0 else { return false }
        let last = source.tokens[index - 1]
        switch last.kind {
        case .identifier: return source.token(index - 1, isOneOf: Keywords.beforeOperand)
        case .punctuation where source.token(index - 1, is: ".") && isInOperator(index - 2):
            return source.tokens[beginningOfOperator(index - 1)].followsSpace
        case .punctuation:
            return ![")", "]", "}", ";"].contains { source.token(index - 1, is: $0) }
        case .operator:
            // A postfix one, or the mark of an optional, or the end of generic arguments, stands
            // close to what is before it.
            let first = beginningOfOperator(index - 1)
            return source.tokens[first].followsSpace || isArrow(endingAt: index - 1)
        default: return false
        }
    }

    private func isInOperator(_ place: Int) -> Bool {
        place >= 0 && (source.tokens[place].kind == .operator || source.token(place, is: "."))
    }

    /// The first token of the operator that ends with the one at `place`.
    private func beginningOfOperator(_ place: Int) -> Int {
        var first = place
        while isInOperator(first - 1), !source.tokens[first].followsSpace { first -= 1 }
        return first
    }
}
