/// Writes the components of a key so that the order of bytes is the order of tuples.
///
/// Each component is a tag and a payload. The tags sort as ``KeyKind`` does. Text and bytes of any
/// length end in a zero byte, and a zero byte inside them is followed by `0xFF`, as in the tuple
/// layer of FoundationDB: no component is a prefix of another one, so the encoding is injective.
/// `Documentation/FileFormat.md` has the table.
public struct KeyEncoder: ~Copyable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Appends a Boolean. False sorts before true.
    public mutating func encode(_ value: Bool) {
        bytes.append(value ? KeyTag.true : KeyTag.false)
    }

    /// Appends an integer. Negative numbers sort before positive ones.
    public mutating func encode(_ value: Int64) {
        bytes.append(KeyTag.int)
        appendBigEndian(UInt64(bitPattern: value) ^ (1 << 63))
    }

    /// Appends an integer. Equal integers have equal keys, whatever type they come from.
    public mutating func encode(_ value: UInt64) {
        if let value = Int64(exactly: value) { return encode(value) }
        bytes.append(KeyTag.uint)
        appendBigEndian(value)
    }

    /// Appends a string. Strings sort by their UTF-8 bytes.
    public mutating func encode(_ value: String) {
        encodeUnterminated(value)
        bytes.append(KeyTag.end)
    }

    /// Appends bytes.
    public mutating func encode(_ value: [UInt8]) {
        bytes.append(KeyTag.bytes)
        appendEscaped(value)
        bytes.append(KeyTag.end)
    }

    package mutating func encodeUnterminated(_ value: String) {
        bytes.append(KeyTag.string)
        appendEscaped(value.utf8)
    }

    package mutating func encode(uuid value: (UInt64, UInt64)) {
        bytes.append(KeyTag.uuid)
        appendBigEndian(value.0)
        appendBigEndian(value.1)
    }

    /// Appends an instant, as seconds from the reference date. Minus zero is kept as zero.
    package mutating func encode(date value: Double) {
        let bits = (value == 0 ? 0.0 : value).bitPattern
        bytes.append(KeyTag.date)
        appendBigEndian(bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits)
    }

    private mutating func appendBigEndian(_ value: UInt64) {
        bytes.append(bigEndian: value)
    }

    private mutating func appendEscaped(_ content: some Swift.Collection<UInt8>) {
        for byte in content {
            bytes.append(byte)
            if byte == KeyTag.end { bytes.append(KeyTag.escape) }
        }
    }
}

extension [UInt8] {
    /// Appends eight bytes that sort as the numbers do.
    mutating func append(bigEndian value: UInt64) {
        unsafe Swift.withUnsafeBytes(of: value.bigEndian) { unsafe append(contentsOf: $0) }
    }
}

/// The bytes that give a key's encoding its shape.
package enum KeyTag {
    package static let end: UInt8 = 0x00
    package static let `false`: UInt8 = 0x10
    package static let `true`: UInt8 = 0x11
    package static let int: UInt8 = 0x20
    package static let uint: UInt8 = 0x21
    package static let string: UInt8 = 0x30
    package static let bytes: UInt8 = 0x40
    package static let date: UInt8 = 0x50
    package static let uuid: UInt8 = 0x60
    package static let escape: UInt8 = 0xFF
}
