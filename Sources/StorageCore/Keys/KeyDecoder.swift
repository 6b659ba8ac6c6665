#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the components of a key back, in the order in which they were encoded.
public struct KeyDecoder: ~Copyable {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether every component has been read.
    public var isAtEnd: Bool { position == bytes.count }

    /// Reads the next component, whatever its kind.
    ///
    /// - Throws: ``StorageError/Code/invalidKey`` if there is none or the bytes are not one.
    public mutating func decode() throws(StorageError) -> KeyComponent {
        switch try take() {
        case KeyTag.false: return .bool(false)
        case KeyTag.true: return .bool(true)
        case KeyTag.int: return .int(Int64(bitPattern: try takeBigEndian() ^ (1 << 63)))
        case KeyTag.uint:
            let value = try takeBigEndian()
            // Smaller ones have a signed encoding: a key has one encoding only.
            guard value > UInt64(Int64.max) else { throw malformed }
            return .uint(value)
        case KeyTag.string:
            guard let string = String(validating: try takeEscaped(), as: UTF8.self) else {
                throw malformed
            }
            return .string(string)
        case KeyTag.bytes: return .bytes(try takeEscaped())
        case KeyTag.date:
            let bits = try takeBigEndian()
            let seconds = Double(bitPattern: bits >> 63 == 1 ? bits ^ (1 << 63) : ~bits)
            // Minus zero is encoded as zero: a key has one encoding only.
            guard !seconds.isNaN, seconds != 0 || seconds.sign == .plus else { throw malformed }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case KeyTag.uuid: return .uuid(UUID(try takeBigEndian(), try takeBigEndian()))
        default: throw malformed
        }
    }

    private var malformed: StorageError {
        StorageError(.invalidKey, "these bytes are not a key: \(bytes.hexadecimal)")
    }

    private mutating func take() throws(StorageError) -> UInt8 {
        guard position < bytes.count else { throw malformed }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func takeBigEndian() throws(StorageError) -> UInt64 {
        guard bytes.count - position >= 8 else { throw malformed }
        defer { position += 8 }
        return bytes[position..<position + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func takeEscaped() throws(StorageError) -> [UInt8] {
        var content: [UInt8] = []
        while true {
            let byte = try take()
            if byte == KeyTag.end {
                guard position < bytes.count, bytes[position] == KeyTag.escape else {
                    return content
                }
                position += 1
            }
            content.append(byte)
        }
    }
}
