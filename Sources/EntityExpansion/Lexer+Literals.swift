extension Lexer {
    /// Moves behind a number. An index of a tuple's element has no fraction.
    mutating func takeNumber(isMember: Bool) {
        let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) == UInt8(ascii: "x")
        takeDigits()
        if isMember { return }
        if byte() == UInt8(ascii: "."), byte(1).isDigit {
            position += 1
            takeDigits()
        }
        let exponents = isHexadecimal ? "pP" : "eE"
        let isSign = byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-")
        if isSign, byte(1).isDigit, exponents.utf8.contains(bytes[position - 1]) {
            position += 1
            takeDigits()
        }
    }

    private mutating func takeDigits() {
        while byte().isWord, position < bytes.count { position += 1 }
    }

    /// Moves behind a string literal, at whose first quote it stands behind that many number signs.
    mutating func takeString(hashes: Int) throws(Problem) {
        guard let end = endOfString(at: position, hashes: hashes, depth: 0) else {
            throw Problem(
                message: "this string has no end; close it with a quotation mark",
                range: position..<position + 1)
        }
        position = end
    }

    /// Where a string literal ends, or nil if it does not.
    private func endOfString(at start: Int, hashes: Int, depth: Int) -> Int? {
        // Whoever nests deeper has no reader to fear for, but the stack has an end.
        guard depth < 32 else { return nil }
        let isMultiline = beginsMultiline(start, hashes)
        let quotes = isMultiline ? 3 : 1
        var place = start + quotes
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                if has(UInt8(ascii: "\""), quotes, at: place),
                    has(UInt8(ascii: "#"), hashes, at: place + quotes)
                {
                    return place + quotes + hashes
                }
                place += 1
            case UInt8(ascii: "\\") where has(UInt8(ascii: "#"), hashes, at: place + 1):
                place += 1 + hashes
                if place < bytes.count, bytes[place] == UInt8(ascii: "(") {
                    guard let end = endOfInterpolation(at: place, depth: depth) else { return nil }
                    place = end
                } else {
                    place += 1
                }
            case let byte where byte.isLineEnd && !isMultiline: return nil
            default: place += 1
            }
        }
        return nil
    }

    /// Whether the quotes at `start` are those of a literal of several lines.
    private func beginsMultiline(_ start: Int, _ hashes: Int) -> Bool {
        guard has(UInt8(ascii: "\""), 3, at: start) else { return false }
        guard hashes > 0 else { return true }
        // With number signs a literal of one line may begin with more quotes, as #"""# does.
        var place = start + 1
        while place < bytes.count, !bytes[place].isLineEnd {
            if bytes[place] == UInt8(ascii: "\""), has(UInt8(ascii: "#"), hashes, at: place + 1) {
                return false
            }
            place += 1
        }
        return true
    }

    /// Where the parentheses of an interpolation end, or nil if they do not.
    private func endOfInterpolation(at start: Int, depth: Int) -> Int? {
        var (place, parentheses) = (start, 0)
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "("):
                parentheses += 1
                place += 1
            case UInt8(ascii: ")"):
                parentheses -= 1
                place += 1
                if parentheses == 0 { return place }
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                var hashes = 0
                while has(UInt8(ascii: "#"), hashes + 1, at: place) { hashes += 1 }
                guard has(UInt8(ascii: "\""), 1, at: place + hashes) else {
                    place += max(hashes, 1)
                    continue
                }
                guard
                    let end = endOfString(at: place + hashes, hashes: hashes, depth: depth + 1)
                else { return nil }
                place = end
            case UInt8(ascii: "/"):
                var lexer = self
                lexer.position = place
                do throws(Problem) {
                    _ = try lexer.skipSpace()
                } catch {
                    return nil
                }
                place = max(lexer.position, place + 1)
            default: place += 1
            }
        }
        return nil
    }

    /// Moves behind a regular expression, and returns whether there was one.
    mutating func takeRegex(hashes: Int = 0) -> Bool {
        var place = position + hashes + 1
        let isMultiline = hashes > 0 && place < bytes.count && bytes[place].isLineEnd
        // Without number signs, a space behind the slash makes it an operator.
        if hashes == 0, place >= bytes.count || bytes[place].isSpace { return false }
        var groups = 0
        while place < bytes.count, isMultiline || !bytes[place].isLineEnd {
            switch bytes[place] {
            case UInt8(ascii: "\\"):
                place += 1
            case UInt8(ascii: "(") where hashes == 0: groups += 1
            case UInt8(ascii: ")") where hashes == 0:
                groups -= 1
                if groups < 0 { return false }
            case UInt8(ascii: "/") where has(UInt8(ascii: "#"), hashes, at: place + 1):
                if hashes == 0, bytes[place - 1].isSpace { return false }
                position = place + 1 + hashes
                return true
            default: break
            }
            place += 1
        }
        return false
    }

    /// Whether a byte stands that many times at `place`.
    private func has(_ byte: UInt8, _ count: Int, at place: Int) -> Bool {
        place + count <= bytes.count && bytes[place..<place + count].allSatisfy { $0 == byte }
    }
}
