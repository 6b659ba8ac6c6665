extension Parser {
    /// The properties of a declaration at whose `var` or `let` it stands.
    mutating func takeProperties(
        _ attributes: [Attribute], _ modifiers: [Modifier]
    ) throws(Problem) -> [Property] {
        let isConstant = at("let")
        index += 1
        var bindings: [Binding] = []
        repeat { bindings.append(try takeBinding()) } while take(",")
        guard isAtEnd || at("}") || at(";") || token.startsLine else {
            throw notUnderstood("the property ends before this")
        }
        return bindings.map { binding in
            Property(
                name: binding.name, attributes: attributes, modifiers: modifiers,
                isConstant: isConstant, isOneOfSeveral: bindings.count > 1, type: binding.type,
                value: binding.value, accessors: binding.accessors)
        }
    }

    private struct Binding {
        var name: Name
        var type: Range<Int>?
        var value: Range<Int>?
        var accessors = Property.Accessors.none
    }

    private mutating func takeBinding() throws(Problem) -> Binding {
        guard !at("(") else {
            throw problem(
                "@Entity does not take a tuple apart; declare each of these properties by itself")
        }
        guard token.kind == .identifier, !at("_") else {
            throw notUnderstood("the name of a property is expected here")
        }
        var binding = Binding(name: try takeName())
        if take(":") {
            let start = index
            try skipType()
            binding.type = start..<index
        }
        if at("="), !isLongerOperator {
            index += 1
            let start = index
            try skipValue()
            guard index > start else { throw notUnderstood("an initial value is expected here") }
            binding.value = start..<index
            if at("{") { binding.accessors = try takeAccessors() }
        } else if at("{") {
            binding.accessors = try takeAccessors()
        }
        return binding
    }

    /// Whether the equals sign at hand goes on, as `==` does.
    private var isLongerOperator: Bool {
        let next = source.tokens[min(index + 1, source.tokens.count - 1)]
        return source.token(index + 1, is: "=") && !next.followsSpace
    }

    /// Moves behind a type.
    private mutating func skipType() throws(Problem) {
        let start = index
        while !isAtEnd, !at("="), !at(","), !at("{"), !at("}"), !at(";"), !at(")"), !at("]") {
            if index > start, beginsMember() { break }
            if beginsDeclaration() { throw notUnderstood("a type cannot contain this") }
            if at("<") { try skipAngles() } else { try skipOne() }
        }
        guard index > start else { throw notUnderstood("a type is expected here") }
    }

    /// Moves behind an initial value.
    private mutating func skipValue() throws(Problem) {
        let start = index
        var isCondition = false
        while !isAtEnd, !at("}"), !at(";"), !at(")"), !at("]") {
            if at("{") {
                // Observers may stand behind a value; all else in braces belongs to it.
                if index > start, !isCondition, beginsObservers() { return }
                isCondition = false
            } else if !isCondition {
                if at(",") { return }
                if index > start, beginsMember() { return }
                if beginsDeclaration() { throw notUnderstood("a value cannot contain this") }
            }
            if source.token(index, isOneOf: Keywords.beforeBlock), !source.token(index - 1, is: ".")
            {
                isCondition = true
            }
            try skipOperand()
        }
    }

    /// Moves behind the token at hand and the generic arguments or brackets that it begins.
    mutating func skipOperand() throws(Problem) {
        if at("<"), index > 0, source.tokens[index - 1].kind == .identifier,
            let end = endOfGenericArguments()
        {
            index = end
        } else {
            try skipOne()
        }
    }

    /// Whether the braces at hand begin with an observer.
    private func beginsObservers() -> Bool {
        var parser = self
        parser.index += 1
        do throws(Problem) {
            _ = try parser.takeAttributes()
        } catch {
            return false
        }
        return source.token(parser.index, isOneOf: Keywords.observers)
    }

    private mutating func takeAccessors() throws(Problem) -> Property.Accessors {
        let accessors: Property.Accessors = beginsObservers() ? .observers : .computed
        index = try endOfBrackets()
        return accessors
    }
}
