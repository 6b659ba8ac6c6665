#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Appends values and fields in the encoding of a record.
///
/// The writer trusts its caller to append the fields of each object sorted by the UTF-8 bytes of
/// their names, each name once. `Documentation/FileFormat.md` describes the encoding.
package struct RecordWriter: ~Copyable {
    package var bytes: [UInt8] = []

    package init() {}

    package mutating func appendName(_ name: String) {
        var name = name
        name.withUTF8 { utf8 in
            appendLength(utf8.count)
            unsafe bytes.append(contentsOf: utf8)
        }
    }

    package mutating func append(_ value: Value) {
        switch value {
        case .null: append(tag: .null)
        case .bool(let value): append(tag: value ? .true : .false)
        case .int(let value): append(value)
        case .uint(let value): appendUInt(value)
        case .double(let value): append(value)
        case .decimal(let value): append(value)
        case .string(let value): append(value)
        case .bytes(let value): append(bytes: value)
        case .date(let value): append(value)
        case .uuid(let value): append(value)
        case .array(let elements):
            let start = beginContainer(.array)
            for element in elements { append(element) }
            endContainer(start)
        case .object(let record):
            let start = beginContainer(.object)
            bytes.append(contentsOf: record.bytes)
            endContainer(start)
        }
    }

    package mutating func append(tag: ValueTag) {
        bytes.append(tag.rawValue)
    }

    package mutating func append(_ value: Int64) {
        append(tag: .int)
        appendLittleEndian(UInt64(bitPattern: value))
    }

    package mutating func appendUInt(_ value: UInt64) {
        if let value = Int64(exactly: value) { return append(value) }
        append(tag: .uint)
        appendLittleEndian(value)
    }

    package mutating func append(_ value: Double) {
        append(tag: .double)
        appendLittleEndian(value.bitPattern)
    }

    package mutating func append(_ value: Decimal) {
        let parts = DecimalParts(value)
        append(tag: .decimal)
        bytes.append(parts.flags)
        bytes.append(UInt8(bitPattern: parts.exponent))
        appendLittleEndian(UInt64(truncatingIfNeeded: parts.significand))
        appendLittleEndian(UInt64(truncatingIfNeeded: parts.significand >> 64))
    }

    package mutating func append(_ value: String) {
        append(tag: .string)
        appendName(value)
    }

    package mutating func append(bytes value: some Collection<UInt8>) {
        append(tag: .bytes)
        appendLength(value.count)
        bytes.append(contentsOf: value)
    }

    package mutating func append(_ value: Date) {
        append(tag: .date)
        appendLittleEndian(value.timeIntervalSinceReferenceDate.bitPattern)
    }

    package mutating func append(_ value: UUID) {
        let (first, second) = value.halves
        append(tag: .uuid)
        appendLittleEndian(first.byteSwapped)
        appendLittleEndian(second.byteSwapped)
    }

    /// Begins an array or object and returns what ``endContainer(_:)`` has to be given.
    package mutating func beginContainer(_ tag: ValueTag) -> Int {
        append(tag: tag)
        let start = bytes.count
        bytes.append(contentsOf: [0, 0, 0, 0])
        return start
    }

    /// Writes the length of the container whose content stands behind `start`.
    package mutating func endContainer(_ start: Int) {
        let length = UInt32(bytes.count - start - 4)
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
        }
    }

    package mutating func appendLength(_ length: Int) {
        var rest = length
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func appendLittleEndian(_ value: UInt64) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
