#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONWriter {
    /// Appends the key with this encoding: one component as itself, several as an array.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if the bytes are not the encoding of a key.
    /// - Complexity: O(bytes).
    package mutating func append(key: [UInt8]) throws(StorageError) {
        var decoder = KeyDecoder(key)
        let first = try decoder.decode()
        guard !decoder.isAtEnd else { return append(first) }
        bytes.append(UInt8(ascii: "["))
        append(first)
        while !decoder.isAtEnd {
            bytes.append(UInt8(ascii: ","))
            append(try decoder.decode())
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func append(_ component: KeyComponent) {
        switch component {
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): append(value)
        case .uint(let value): append(.uint) { $0.append(contentsOf: value.description.utf8) }
        case .string(let value): append(value)
        case .bytes(let value): append(.bytes) { Base64.append(value.span, to: &$0) }
        case .date(let value):
            append(.date) { DateText.append(value.timeIntervalSinceReferenceDate, to: &$0) }
        case .uuid(let value): append(.uuid) { $0 += value.text }
        }
    }
}
