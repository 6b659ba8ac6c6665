extension Parser {
    /// The token behind the bracket that closes the one at hand.
    func endOfBrackets() throws(Problem) -> Int {
        var open: [Int] = []
        for place in index..<source.tokens.count {
            let token = source.tokens[place]
            guard token.kind == .punctuation else { continue }
            switch source.bytes[token.range.lowerBound] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(place)
            case UInt8(ascii: ")"): try close(&open, "(", place)
            case UInt8(ascii: "]"): try close(&open, "[", place)
            case UInt8(ascii: "}"): try close(&open, "{", place)
            default: break
            }
            if open.isEmpty { return place + 1 }
        }
        throw problem("this bracket is not closed; close it", at: open.last)
    }

    private func close(
        _ open: inout [Int], _ bracket: String, _ place: Int
    ) throws(Problem) {
        guard let last = open.popLast(), source.token(last, is: bracket) else {
            throw problem("this bracket closes none; remove it, or open one", at: place)
        }
    }

    /// Whether the token at hand opens brackets.
    var opensBrackets: Bool { at("(") || at("[") || at("{") }

    /// Moves behind the token at hand or, if that opens brackets, behind those.
    mutating func skipOne() throws(Problem) {
        index = opensBrackets ? try endOfBrackets() : index + 1
    }

    /// Moves behind a list of generic parameters or arguments.
    mutating func skipAngles() throws(Problem) {
        let start = index
        guard let end = endOfAngles() else {
            throw problem("this list of generic arguments is not closed; close it", at: start)
        }
        index = end
    }

    /// The token behind the angle bracket that closes the one at hand, or nil if there is none
    /// before the type ends.
    func endOfAngles() -> Int? {
        var parser = self
        var depth = 0
        while !parser.isAtEnd {
            if parser.at("<") {
                depth += 1
            } else if parser.at(">"), !parser.isArrow(endingAt: parser.index) {
                depth -= 1
                if depth == 0 { return parser.index + 1 }
            } else if parser.at("{") || parser.at(")") || parser.at("]") || parser.at("}")
                || parser.at(";")
            {
                return nil
            }
            do throws(Problem) { try parser.skipOne() } catch { return nil }
        }
        return nil
    }

    /// Whether the token is the second half of `->`.
    func isArrow(endingAt place: Int) -> Bool {
        source.token(place, is: ">") && source.token(place - 1, is: "-")
            && !source.tokens[place].followsSpace
    }

    /// Whether the angle bracket at hand begins generic arguments inside an expression, by the rule
    /// of the compiler: what follows is a list of types, and what stands behind it does not go on as
    /// a comparison would.
    func endOfGenericArguments() -> Int? {
        guard at("<"), !source.token(index + 1, is: "<") || source.tokens[index + 1].followsSpace
        else { return nil }
        guard let end = endOfAngles() else { return nil }
        for place in index..<end where !mayBeInType(place) { return nil }
        let next = source.tokens[min(end, source.tokens.count - 1)]
        switch next.kind {
        case .end: return end
        case .punctuation:
            let isCall = source.token(end, is: "(") || source.token(end, is: "[")
            return isCall && next.startsLine || source.token(end, is: "@")
                || source.token(end, is: "#") || source.token(end, is: "\\") ? nil : end
        case .operator:
            let isMark = source.token(end, is: "?") || source.token(end, is: "!")
            return isMark && !next.followsSpace || source.token(end, is: "&") ? end : nil
        case .identifier, .directive: return next.startsLine ? end : nil
        default: return nil
        }
    }

    private func mayBeInType(_ place: Int) -> Bool {
        switch source.tokens[place].kind {
        case .identifier: return true
        case .number: return true
        case .punctuation:
            return !["{", "}", ";", "#", "\\"].contains { source.token(place, is: $0) }
        case .operator:
            return ["<", ">", "-", "?", "!", "&", "~"].contains { source.token(place, is: $0) }
        default: return false
        }
    }
}
