import StorageCore
import Testing

/// Strings are read eight bytes at once, and what does not mean itself can stand in any of them.
@Suite struct JSONStringTests {
    /// The string that a text in JSON has between its quotes.
    private func read(_ content: [UInt8]) throws -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        var reader = try JSONReader([quote] + content + [quote])
        let string = try reader.string()
        try reader.finish()
        return Array(string.utf8)
    }

    /// None of them is an escape behind a backslash.
    private let digits = Array("1234567890123456789012345".utf8)

    @Test func `Each byte is taken for what it is, wherever it stands`() throws {
        for place in digits.indices {
            for byte in UInt8(0)...0xFF {
                var content = digits
                content[place] = byte
                let isPlain =
                    (0x20..<0x80).contains(byte) && byte != UInt8(ascii: "\"")
                    && byte != UInt8(ascii: "\\")
                if isPlain {
                    #expect(try read(content) == content)
                } else {
                    #expect(throws: StorageError.self, "\(byte) at \(place)") {
                        try read(content)
                    }
                }
            }
        }
    }

    @Test func `Escapes and characters of several bytes are read wherever they stand`() throws {
        for (text, meaning) in [
            (#"\""#, "\""), (#"\\"#, "\\"), (#"\n"#, "\n"), ("é", "é"), ("🦊", "🦊"),
        ] {
            for place in 0...digits.count {
                for count in 0...digits.count - place {
                    let (head, tail) = (digits[..<place], digits[place...].prefix(count))
                    let found = try read(head + Array(text.utf8) + tail)
                    #expect(found == head + Array(meaning.utf8) + tail)
                }
            }
        }
    }
}
