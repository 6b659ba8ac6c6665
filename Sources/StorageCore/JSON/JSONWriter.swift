/// Writes JSON in UTF-8, straight from the encodings of records and keys.
///
/// Equal records and keys have equal texts: there is no white space, members stand sorted by the
/// UTF-8 bytes of their names, and a string has only those escapes that it needs.
///
/// Not thread-safe.
package struct JSONWriter: ~Copyable {
    /// The text so far. What has been dealt with may be removed.
    package var bytes: [UInt8] = []

    package init() {}

    /// Appends JSON that is known to be right.
    package mutating func append(raw text: StaticString) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends an integer.
    package mutating func append(_ value: some FixedWidthInteger) {
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Appends a string.
    package mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { utf8 in
            // A String is well-formed, so that there is nothing to find.
            _ = appendString(unsafe Span(_unsafeElements: utf8))
        }
    }

    /// Appends a string that is given in UTF-8.
    ///
    /// - Returns: Whether it is well-formed UTF-8. The text is useless otherwise.
    mutating func appendString(_ content: Span<UInt8>) -> Bool {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        var index = content.endOfPlain(from: 0)
        while index < content.count {
            let byte = content[index]
            if byte >= 0x80 {
                let length = content.utf8SequenceLength(at: index)
                guard length > 0 else { return false }
                index += length
            } else {
                append(content.extracting(start..<index))
                appendEscape(byte)
                index += 1
                start = index
            }
            index = content.endOfPlain(from: index)
        }
        append(content.extracting(start..<index))
        bytes.append(UInt8(ascii: "\""))
        return true
    }

    private mutating func append(_ content: Span<UInt8>) {
        unsafe content.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        let letter: UInt8? =
            switch byte {
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            case 0x20...: byte
            default: nil
            }
        if let letter { return bytes.append(letter) }
        bytes.append(contentsOf: "u00".utf8)
        bytes.append(contentsOf: [byte].hexadecimal.utf8)
    }

    /// Appends a one-member object whose member is `text`.
    mutating func append(_ form: JSONForm, _ text: (inout [UInt8]) -> Void) {
        append(raw: "{\"")
        bytes.append(contentsOf: form.rawValue.utf8)
        append(raw: "\":\"")
        text(&bytes)
        append(raw: "\"}")
    }
}

extension String {
    /// The string with the escapes of JSON: on one line, for messages.
    var escaped: String {
        var writer = JSONWriter()
        writer.append(self)
        return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}
