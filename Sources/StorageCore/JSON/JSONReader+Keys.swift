#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONReader {
    /// Takes a key and returns its encoding: one component, or an array of them.
    package mutating func key() throws(StorageError) -> [UInt8] {
        let start = try valueStart()
        var encoder = spareEncoder.take() ?? KeyEncoder()
        encoder.removeAll()
        if bytes[start] == UInt8(ascii: "[") {
            try beginArray()
            while try nextElement() { try encodeComponent(&encoder) }
        } else {
            try encodeComponent(&encoder)
        }
        let key = encoder.bytes
        spareEncoder = consume encoder
        guard (1...Key.maximumSize).contains(key.count) else {
            throw error(
                "an encoded key has 1 to \(Key.maximumSize) bytes, not \(key.count)"
                    + (key.isEmpty ? "; give it a component" : "; shorten it"),
                at: start)
        }
        return key
    }

    private mutating func encodeComponent(_ encoder: inout KeyEncoder) throws(StorageError) {
        let start = try valueStart()
        switch bytes[start] {
        case UInt8(ascii: "\""):
            switch try stringContent() {
            case .plain(let range): encoder.encode(text: bytes.span.extracting(range))
            case .unescaped: encoder.encode(text: unescaped.span)
            }
        case UInt8(ascii: "{"): try encodeForm(&encoder)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            let isTrue = takeWord("true")
            guard isTrue || takeWord("false") else { throw notAKey(at: start) }
            encoder.encode(isTrue)
        default:
            guard isAtNumber, case .int(let value) = try number() else { throw notAKey(at: start) }
            encoder.encode(value)
        }
    }

    private mutating func encodeForm(_ encoder: inout KeyEncoder) throws(StorageError) {
        let start = position
        switch try formOfObject() {
        case .uint: encoder.encode(try uint())
        case .bytes: encoder.encode(try base64())
        case .uuid: encoder.encode(uuid: try uuid().halves)
        case .date:
            let seconds = try date()
            guard !seconds.isNaN else {
                throw error("a date that is not a number has no place in an order", at: start)
            }
            encoder.encode(date: seconds)
        case .double, .decimal, .object, nil: throw notAKey(at: start)
        }
    }

    private func notAKey(at start: Int) -> StorageError {
        error(
            "expected a key: an integer, a string in double quotes, true, false, one of "
                + "\(JSONForm.list(JSONForm.keyForms)), or an array of these for a compound key",
            at: start)
    }
}
