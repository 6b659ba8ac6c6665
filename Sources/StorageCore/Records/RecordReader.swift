#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Reads the encoding of records, checking bounds and form at every step.
///
/// Positions are offsets into the bytes that a caller holds on to: the reader keeps none itself.
package enum RecordReader {
    /// Reads a length and moves `position` behind it.
    @inline(__always)
    package static func takeLength(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Int {
        if position < bytes.count {
            let length = Int(bytes[position])
            // Nearly every length is one byte.
            if length < 0x80, length < bytes.count - position {
                position += 1
                return length
            }
        }
        return try takeLongLength(bytes, &position)
    }

    private static func takeLongLength(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Int {
        var length = 0
        var shift = 0
        while position < bytes.count, shift <= 28 {
            let byte = bytes[position]
            position += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 {
                // A longer form of the same number would let equal records differ.
                guard byte != 0 || shift == 0, length <= bytes.count - position else { break }
                return length
            }
            shift += 7
        }
        throw .malformedRecord(at: position)
    }

    /// Reads a value's tag and moves `position` behind it.
    package static func takeTag(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> ValueTag {
        guard position < bytes.count, let tag = ValueTag(rawValue: bytes[position]) else {
            throw .malformedRecord(at: position)
        }
        position += 1
        return tag
    }

    /// Reads eight bytes and moves `position` behind them.
    @inline(__always)
    package static func takeUInt64(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> UInt64 {
        guard bytes.count - position >= 8 else { throw .malformedRecord(at: position) }
        let value = UInt64(littleEndian: bytes.word(at: position))
        position += 8
        return value
    }

    /// Reads the length of an array's or object's content; the content ends at the result.
    package static func takeContainer(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Int {
        guard bytes.count - position >= 4 else { throw .malformedRecord(at: position) }
        var length = 0
        for index in 0..<4 { length |= Int(bytes[position + index]) << (8 * index) }
        position += 4
        guard length <= bytes.count - position else { throw .malformedRecord(at: position) }
        return position + length
    }

    /// Reads `count` bytes as text.
    package static func takeString(
        _ bytes: Span<UInt8>, _ position: inout Int, count: Int
    ) throws(StorageError) -> String {
        let part = bytes.extracting(position..<position + count)
        let text = unsafe part.withUnsafeBufferPointer {
            unsafe String(UnsafeRawBufferPointer($0))
        }
        guard let text else { throw .malformedRecord(at: position) }
        position += count
        return text
    }

    /// Reads `count` bytes.
    package static func takeBytes(
        _ bytes: Span<UInt8>, _ position: inout Int, count: Int
    ) -> [UInt8] {
        let part = bytes.extracting(position..<position + count)
        position += count
        return unsafe part.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// For each tag, from the lowest four bits on, half the size of what stands behind it; 15 where
    /// that size is part of the value, and for what is no tag.
    private static let halfSizes: UInt64 = 0xFFFF_F84F_F944_4000

    /// Moves `position` behind a value without building it.
    @inline(__always)
    package static func skipValue(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) {
        if let end = end(ofValue: bytes, position) {
            position = end
        } else {
            try skipSizedValue(bytes, &position)
        }
    }

    /// Where the value at `position` ends, or nil if that takes a closer look: at what is long, has
    /// values inside, or is not whole.
    @inline(__always)
    static func end(ofValue bytes: Span<UInt8>, _ position: Int) -> Int? {
        let rest = bytes.count &- position
        guard rest > 1 else { return nil }
        let tag = UInt64(bytes.byte(at: position))
        // Comparisons are predicted; with a size that is looked up, what follows waits for the table.
        if tag <= ValueTag.true.rawValue { return position &+ 1 }
        if tag <= ValueTag.double.rawValue { return rest > 8 ? position &+ 9 : nil }
        guard tag < 16 else { return nil }
        var size = Int(truncatingIfNeeded: halfSizes &>> (4 &* tag) & 15)
        if size == 15 {
            let isText = tag == ValueTag.string.rawValue || tag == ValueTag.bytes.rawValue
            let length = bytes.byte(at: position &+ 1)
            guard isText, length < 0x80 else { return nil }
            size = 1 &+ Int(length)
        } else {
            size = 2 &* size
        }
        return size < rest ? position &+ 1 &+ size : nil
    }

    private static func skipSizedValue(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) {
        let size: Int
        switch try takeTag(bytes, &position) {
        case .null, .false, .true: size = 0
        case .int, .uint, .double, .date: size = 8
        case .uuid: size = 16
        case .decimal: size = 18
        case .string, .bytes: size = try takeLength(bytes, &position)
        case .array, .object: size = try takeContainer(bytes, &position) - position
        }
        guard size <= bytes.count - position else { throw .malformedRecord(at: position) }
        position += size
    }

    /// Reads a value and moves `position` behind it.
    package static func takeValue(
        _ bytes: Span<UInt8>, _ position: inout Int, depth: Int = 0
    ) throws(StorageError) -> Value {
        guard depth <= Limits.maximumDepth else { throw .malformedRecord(at: position) }
        switch try takeTag(bytes, &position) {
        case .null: return .null
        case .false: return .bool(false)
        case .true: return .bool(true)
        case .int: return .int(Int64(bitPattern: try takeUInt64(bytes, &position)))
        case .uint:
            let value = try takeUInt64(bytes, &position)
            guard value > UInt64(Int64.max) else { throw .malformedRecord(at: position) }
            return .uint(value)
        case .double: return .double(Double(bitPattern: try takeUInt64(bytes, &position)))
        case .decimal: return .decimal(try takeDecimal(bytes, &position))
        case .string:
            let count = try takeLength(bytes, &position)
            return .string(try takeString(bytes, &position, count: count))
        case .bytes:
            let count = try takeLength(bytes, &position)
            return .bytes(takeBytes(bytes, &position, count: count))
        case .date:
            let seconds = Double(bitPattern: try takeUInt64(bytes, &position))
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .uuid: return .uuid(try takeUUID(bytes, &position))
        case .array:
            // An empty one has no element that would find out.
            guard depth < Limits.maximumDepth else { throw .malformedRecord(at: position) }
            let end = try takeContainer(bytes, &position)
            var elements: [Value] = []
            while position < end {
                elements.append(try takeValue(bytes, &position, depth: depth + 1))
            }
            guard position == end else { throw .malformedRecord(at: position) }
            return .array(elements)
        case .object:
            let end = try takeContainer(bytes, &position)
            try validate(bytes.extracting(position..<end), depth: depth + 1)
            return .object(
                Record(trusted: takeBytes(bytes, &position, count: end - position)))
        }
    }

    package static func takeDecimal(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Decimal {
        guard let decimal = try takeDecimalParts(bytes, &position).decimal else {
            throw .malformedRecord(at: position)
        }
        return decimal
    }

    /// Reads the parts of a decimal, which need not be those of one if the record is damaged.
    package static func takeDecimalParts(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> DecimalParts {
        guard bytes.count - position >= 18 else { throw .malformedRecord(at: position) }
        let flags = bytes[position]
        let exponent = Int8(bitPattern: bytes[position + 1])
        position += 2
        let low = try takeUInt64(bytes, &position)
        let high = try takeUInt64(bytes, &position)
        return DecimalParts(
            flags: flags, exponent: exponent, significand: UInt128(high) << 64 | UInt128(low))
    }

    package static func takeUUID(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> UUID {
        let first = try takeUInt64(bytes, &position)
        let second = try takeUInt64(bytes, &position)
        return UUID(first.byteSwapped, second.byteSwapped)
    }
}

extension StorageError {
    package static func malformedRecord(at position: Int) -> StorageError {
        StorageError(
            .damaged,
            "the bytes of a record are damaged at offset \(position); restore it from a backup or "
                + "delete it")
    }
}
