/// Writes the components of a key so that the order of bytes is the order of tuples.
///
/// Each component is a tag and a payload. The tags sort as ``KeyKind`` does. Text and bytes of any
/// length end in a zero byte, and a zero byte inside them is followed by `0xFF`, as in the tuple
/// layer of FoundationDB: no component is a prefix of another one, so the encoding is injective.
/// `Documentation/FileFormat.md` has the table.
@safe
@frozen
public struct KeyEncoder: ~Copyable {
    @usableFromInline var scratch: ScratchBytes

    /// An encoder in memory of its own.
    package init() {
        unsafe scratch = ScratchBytes(
            UnsafeMutableRawBufferPointer(start: nil, count: 0), orElse: 64)
    }

    /// An encoder that begins in the caller's memory.
    @unsafe
    @inlinable
    init(lent: UnsafeMutableRawBufferPointer) {
        unsafe scratch = ScratchBytes(lent, orElse: Self.scratchSize)
    }

    /// Room for every key that there may be.
    @usableFromInline static var scratchSize: Int { 512 }

    /// A copy of the encoding so far.
    package var bytes: [UInt8] { scratch.lend { $0.array } }

    /// Forgets the encoding, and keeps the memory.
    package mutating func removeAll() {
        scratch.count = 0
    }

    /// Appends a Boolean. False sorts before true.
    @inlinable
    public mutating func encode(_ value: Bool) {
        scratch.append(value ? KeyTag.true : KeyTag.false)
    }

    /// Appends an integer. Negative numbers sort before positive ones.
    @inlinable
    public mutating func encode(_ value: Int64) {
        scratch.append(KeyTag.int)
        appendBigEndian(UInt64(bitPattern: value) ^ (1 << 63))
    }

    /// Appends an integer. Equal integers have equal keys, whatever type they come from.
    @inlinable
    public mutating func encode(_ value: UInt64) {
        if let value = Int64(exactly: value) { return encode(value) }
        scratch.append(KeyTag.uint)
        appendBigEndian(value)
    }

    /// Appends a string. Strings sort by their UTF-8 bytes.
    public mutating func encode(_ value: String) {
        encodeUnterminated(value)
        scratch.append(KeyTag.end)
    }

    /// Appends bytes.
    public mutating func encode(_ value: [UInt8]) {
        scratch.append(KeyTag.bytes)
        appendEscaped(value.span)
        scratch.append(KeyTag.end)
    }

    /// Appends a string that is given in UTF-8.
    package mutating func encode(text value: Span<UInt8>) {
        scratch.append(KeyTag.string)
        appendEscaped(value)
        scratch.append(KeyTag.end)
    }

    package mutating func encodeUnterminated(_ value: String) {
        scratch.append(KeyTag.string)
        appendEscaped(value.utf8.span)
    }

    package mutating func encode(uuid value: (UInt64, UInt64)) {
        scratch.append(KeyTag.uuid)
        appendBigEndian(value.0)
        appendBigEndian(value.1)
    }

    /// Appends an instant, as seconds from the reference date. Minus zero is kept as zero.
    package mutating func encode(date value: Double) {
        let bits = (value == 0 ? 0.0 : value).bitPattern
        scratch.append(KeyTag.date)
        appendBigEndian(bits >> 63 == 0 ? bits ^ (1 << 63) : ~bits)
    }

    @inlinable
    mutating func appendBigEndian(_ value: UInt64) {
        scratch.append(word: value.bigEndian)
    }

    private mutating func appendEscaped(_ content: Span<UInt8>) {
        scratch.reserve(content.count + 1)
        for index in content.indices {
            let byte = content[index]
            scratch.append(byte)
            if byte == KeyTag.end { scratch.append(KeyTag.escape) }
        }
    }
}

/// The bytes that give a key's encoding its shape.
@usableFromInline
package enum KeyTag {
    @inlinable package static var end: UInt8 { 0x00 }
    @inlinable package static var `false`: UInt8 { 0x10 }
    @inlinable package static var `true`: UInt8 { 0x11 }
    @inlinable package static var int: UInt8 { 0x20 }
    @inlinable package static var uint: UInt8 { 0x21 }
    @inlinable package static var string: UInt8 { 0x30 }
    @inlinable package static var bytes: UInt8 { 0x40 }
    @inlinable package static var date: UInt8 { 0x50 }
    @inlinable package static var uuid: UInt8 { 0x60 }
    @inlinable package static var escape: UInt8 { 0xFF }
}
