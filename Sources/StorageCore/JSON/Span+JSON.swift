/// Where pieces of JSON end, for text in UTF-8.
extension Span<UInt8> {
    /// Where white space ends that begins at `start`: there, if none does.
    @inline(__always)
    func endOfWhitespace(from start: Int) -> Int {
        var place = start
        while place < count {
            switch byte(at: place) {
            case 0x20, 0x0A, 0x0D, 0x09: place &+= 1
            default: return place
            }
        }
        return place
    }

    /// Where characters of a string end that are ASCII and mean themselves.
    ///
    /// They are read eight at once as long as there are as many bytes.
    @inline(__always)
    func endOfPlain(from start: Int) -> Int {
        var place = start
        while count &- place >= 8 {
            let special = UInt64(littleEndian: word(at: place)).special
            if special != 0 { return place &+ special.trailingZeroBitCount &>> 3 }
            place &+= 8
        }
        while place < count {
            switch byte(at: place) {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x80...: return place
            default: place &+= 1
            }
        }
        return place
    }

    /// Whether the value that begins at `start`, or behind white space there, is followed by a closing
    /// brace.
    ///
    /// The value is looked at as far as its end is concerned: what is wrong in it is found when it
    /// is read.
    func isLastValue(at start: Int) -> Bool {
        var index = endOfWhitespace(from: start)
        // Nearly always it is a short text.
        if index < count, byte(at: index) == UInt8(ascii: "\"") {
            index = endOfPlain(from: index &+ 1)
            if index < count, byte(at: index) == UInt8(ascii: "\"") {
                index = endOfWhitespace(from: index &+ 1)
                if index < count, byte(at: index) == UInt8(ascii: "}") { return true }
            }
        }
        return isLastValueOfAnyKind(at: start)
    }

    private func isLastValueOfAnyKind(at start: Int) -> Bool {
        var index = start
        var depth = 0
        var isInString = false
        while index < count {
            let byte = self[index]
            index += 1
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return byte == UInt8(ascii: "}") }
                depth -= 1
            case UInt8(ascii: ","):
                if depth == 0 { return false }
            default: break
            }
        }
        return false
    }
}

extension UInt64 {
    /// The uppermost bit of the first of eight bytes that does not mean itself in a string of JSON: a
    /// quote, a backslash, a control character, or no ASCII. Bits of later bytes may be set as well.
    ///
    /// Subtracting one from each byte borrows into its uppermost bit where it was zero ("Determine if a
    /// word has a zero byte" in Anderson's "Bit Twiddling Hacks"). A borrow into the byte above can take
    /// that one for zero as well, but only where there was a zero below it.
    @inline(__always)
    fileprivate var special: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let quotes = zeros(self ^ ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = zeros(self ^ ones &* UInt64(UInt8(ascii: "\\")))
        let controls = (self &- ones &* 0x20) & ~self
        return (self | quotes | backslashes | controls) & (ones &* 0x80)
    }
}
