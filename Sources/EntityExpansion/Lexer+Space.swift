extension Lexer {
    /// Moves behind white space and comments, and returns whether a line ended there.
    mutating func skipSpace() throws(Problem) -> Bool {
        var endedLine = false
        while position < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endedLine = true
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0:
                position += 1
            case UInt8(ascii: "/"):
                switch byte(1) {
                case UInt8(ascii: "/"): skipLine()
                case UInt8(ascii: "*"): if try skipBlock() { endedLine = true }
                default: return endedLine
                }
            default:
                return endedLine
            }
        }
        return endedLine
    }

    private mutating func skipLine() {
        while position < bytes.count, !byte().isLineEnd { position += 1 }
    }

    /// Moves behind a comment that may hold others, and returns whether a line ended in it.
    private mutating func skipBlock() throws(Problem) -> Bool {
        let start = position
        var (depth, endedLine) = (0, false)
        while position < bytes.count {
            if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return endedLine }
            } else {
                if byte().isLineEnd { endedLine = true }
                position += 1
            }
        }
        throw Problem(
            message: "this comment has no end; close it with '*/'", range: start..<start + 2)
    }
}
