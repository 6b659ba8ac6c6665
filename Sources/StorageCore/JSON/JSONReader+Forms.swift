#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONReader {
    /// The form that the object at the current position is, or nil if it is just an object.
    ///
    /// If it is a form, the position is behind the colon afterwards, and unchanged otherwise.
    ///
    /// - Throws: The error for an object whose only member begins with a dollar sign, if there is
    ///   no such form.
    @inline(__always)
    mutating func formOfObject() throws(StorageError) -> JSONForm? {
        let start = position
        position += 1
        guard peek() == UInt8(ascii: "\""), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "$") || bytes[position + 1] == UInt8(ascii: "\\")
        else {
            position = start
            return nil
        }
        return try formOfMember(ofObjectAt: start)
    }

    /// The form that an object is whose first name begins with a dollar sign or an escape.
    private mutating func formOfMember(
        ofObjectAt start: Int
    ) throws(StorageError) -> JSONForm? {
        let namePosition = position
        let content = try stringContent()
        let name = name(content)
        guard name.beginning >> 56 == UInt8(ascii: "$"), take(UInt8(ascii: ":")),
            bytes.span.isLastValue(at: position)
        else {
            position = start
            return nil
        }
        guard let form = JSONForm(name: name) else {
            let name = string(content).escaped
            throw error(
                "there is no form '\(name)', only \(JSONForm.list(JSONForm.allCases)); write an "
                    + #"object that has just this member as {"$object":{"\#(name)":…}}"#,
                at: namePosition)
        }
        return form
    }

    /// Writes the value of a form other than ``JSONForm/object`` to `output`.
    mutating func appendForm(
        _ form: JSONForm, to output: inout RecordBytes
    ) throws(StorageError) {
        switch form {
        case .uint:
            let value = try uint()
            output.append { $0.appendUInt(value) }
        case .double:
            let value = try formText(form) { text throws(JSONFault) in
                guard let value = DoubleText.special(text) else {
                    throw JSONFault(
                        "this is not NaN, Infinity, -Infinity or NaN(0x…) with 16 digits; write a "
                            + "finite Double as a number with a point")
                }
                return value
            }
            output.append(.double, value.bitPattern)
        case .decimal:
            let value = try formText(form) { text throws(JSONFault) in
                try DecimalText.parse(text)
            }
            output.append { $0.append(value) }
        case .bytes:
            let value = try base64()
            output.append { $0.append(bytes: value) }
        case .date: output.append(.date, try date().bitPattern)
        case .uuid:
            let value = try uuid()
            output.append { $0.append(value) }
        case .object: preconditionFailure("an object is not read as a form")
        }
    }

    /// Takes the text of a form and the closing brace, and hands the text to `parse`.
    private mutating func formText<Result>(
        _ form: JSONForm, _ parse: (Span<UInt8>) throws(JSONFault) -> Result
    ) throws(StorageError) -> Result {
        let start = try valueStart()
        guard bytes[start] == UInt8(ascii: "\"") else {
            throw unexpected("the text of \(form.rawValue) in double quotes")
        }
        let content = try stringContent()
        try expect("}")
        do throws(JSONFault) {
            return switch content {
            case .plain(let range): try parse(bytes.span.extracting(range))
            case .unescaped: try parse(unescaped.span)
            }
        } catch {
            throw self.error(error.message, at: start)
        }
    }

    mutating func uint() throws(StorageError) -> UInt64 {
        try formText(.uint) { text throws(JSONFault) in
            let digits = text.array
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
                digits.count == 1 || !digits.starts(with: [0x30]),
                let value = UInt64(String(decoding: digits, as: UTF8.self))
            else { throw JSONFault("this is not an integer from 0 to 18446744073709551615") }
            return value
        }
    }

    mutating func base64() throws(StorageError) -> [UInt8] {
        try formText(.bytes) { text throws(JSONFault) in
            guard let content = Base64.decode(text) else {
                throw JSONFault("this is not base 64 with padding (RFC 4648); encode it again")
            }
            return content
        }
    }

    mutating func date() throws(StorageError) -> Double {
        try formText(.date) { text throws(JSONFault) in try DateText.parse(text) }
    }

    mutating func uuid() throws(StorageError) -> UUID {
        try formText(.uuid) { text throws(JSONFault) in
            guard let uuid = UUID(text: text) else {
                throw JSONFault(
                    "this is not a UUID, such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
            }
            return uuid
        }
    }
}

extension UUID {
    /// A UUID from its text of 8, 4, 4, 4 and 12 hexadecimal digits.
    init?(text: Span<UInt8>) {
        guard text.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for index in 0..<36 {
            if [8, 13, 18, 23].contains(index) {
                guard text[index] == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = text[index].hexadecimalValue else { return nil }
            // What leaves the second half at its top enters the first one.
            halves.0 = halves.0 << 4 | halves.1 >> 60
            halves.1 = halves.1 << 4 | UInt64(digit)
        }
        self.init(halves.0, halves.1)
    }

    /// The text in upper case.
    var text: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for half in [halves.0, halves.1] {
            for shift in stride(from: 60 as UInt64, through: 0, by: -4) {
                if [8, 13, 18, 23].contains(text.count) { text.append(UInt8(ascii: "-")) }
                text.append(digits[Int(half >> shift & 0xF)])
            }
        }
        return text
    }
}
