/// What is refused of properties.
extension Analysis {
    /// Checks how a stored property is declared.
    mutating func check(_ property: Property) {
        for modifier in property.modifiers {
            guard ["lazy", "weak", "unowned"].contains(modifier.text) else { continue }
            refuse(
                "a property that is \(modifier.text) cannot be kept; make '\(property.name.text)' a computed "
                    + "or an ordinary one", modifier.range)
        }
        if isTransient(property) {
            checkTransient(property)
            return
        }
        for attribute in property.attributes
        where !Attributes.isOwn(attribute) && !Attributes.areAboutProperties(attribute) {
            refuse(
                "@Entity cannot see what '@\(attribute.name)' makes of '\(property.name.text)'; mark "
                    + "the property with @Transient if it is not to be kept, or remove the attribute",
                attribute.range)
        }
        checkForm(property)
        if property.isConstant, let value = property.value, !isLiteral(value) {
            refuse(
                "'\(property.name.text)' could not be read back, because it is a constant with an "
                    + "initial value; make it 'var', or mark it with @Transient",
                property.name.range)
        }
    }

    private mutating func checkTransient(_ property: Property) {
        let isNil = !property.isConstant && property.type != nil && isOptional(property)
        if property.value == nil, !isNil {
            refuse(
                "'\(property.name.text)' is not kept, and so needs an initial value; give it one",
                property.name.range)
        }
        for attribute in property.attributes
        where Attributes.isOwn(attribute) && attribute.name != "Transient" {
            refuse(
                "'\(property.name.text)' is not kept, and '@\(attribute.name)' means something that "
                    + "is; remove one of both", attribute.range)
        }
    }

    /// Refuses tuples and closures, which no record has a place for.
    private mutating func checkForm(_ property: Property) {
        guard let tokens = property.type ?? property.value else { return }
        let isType = property.type != nil
        let range = source.bytes(ofTokens: tokens)
        if isType ? hasArrow(tokens) : isWhole("{", tokens) {
            refuse(
                "a closure cannot be kept; mark '\(property.name.text)' with @Transient and give it "
                    + "an initial value", range)
        } else if isType ? hasTuple(tokens) : isTuple(tokens) {
            refuse(
                "a tuple cannot be kept; make '\(property.name.text)' a struct that is Codable",
                range)
        } else if isType, let last = tokens.last, source.token(last, is: "!") {
            refuse(
                "an optional that is unwrapped by itself cannot be kept; write '?' instead of '!'",
                source.tokens[last].range)
        }
    }

    private func hasArrow(_ tokens: Range<Int>) -> Bool {
        let parser = Parser(source)
        return tokens.dropFirst().contains { parser.isArrow(endingAt: $0) }
    }

    /// Whether a tuple is in a type, generic arguments aside.
    private func hasTuple(_ tokens: Range<Int>) -> Bool {
        var depth = 0
        for place in tokens {
            if source.token(place, is: "<") { depth += 1 }
            if source.token(place, is: ">") { depth -= 1 }
            guard depth == 0 else { continue }
            if source.token(place, is: "Void") || isTuple(place..<tokens.upperBound, isPart: true) {
                return true
            }
        }
        return false
    }

    /// Whether parentheses at the beginning hold nothing or several elements.
    private func isTuple(_ tokens: Range<Int>, isPart: Bool = false) -> Bool {
        guard let first = tokens.first, source.token(first, is: "(") else { return false }
        var parser = Parser(source)
        parser.index = first
        do throws(Problem) {
            let elements = try parser.takeArguments()
            let isWhole = isPart || parser.index == tokens.upperBound
            return isWhole && (elements.count != 1 || elements[0].label != nil)
        } catch {
            return false
        }
    }

    /// Whether the tokens are one pair of brackets and what is inside.
    private func isWhole(_ bracket: String, _ tokens: Range<Int>) -> Bool {
        guard source.token(tokens.lowerBound, is: bracket) else { return false }
        var parser = Parser(source)
        parser.index = tokens.lowerBound
        do throws(Problem) {
            return try parser.endOfBrackets() == tokens.upperBound
        } catch {
            return false
        }
    }

    /// Whether an initial value is the same every time.
    private func isLiteral(_ value: Range<Int>) -> Bool {
        value.allSatisfy { place in
            let token = source.tokens[place]
            switch token.kind {
            case .number: return true
            case .string: return StringLiteral.text(of: source.text(token.range)) != nil
            case .identifier: return source.token(place, isOneOf: ["true", "false", "nil"])
            case .punctuation: return ["[", "]", ",", ":"].contains { source.token(place, is: $0) }
            case .operator: return source.token(place, is: "-")
            default: return false
            }
        }
    }
}
