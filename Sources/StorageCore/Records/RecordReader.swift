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
    package static func takeLength(
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
    package static func takeUInt64(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> UInt64 {
        guard bytes.count - position >= 8 else { throw .malformedRecord(at: position) }
        var value: UInt64 = 0
        for index in 0..<8 {
            value |= UInt64(bytes[position + index]) << UInt64(8 * index)
        }
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

    /// Moves `position` behind a value without building it.
    package static func skipValue(
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

    /// Checks that the bytes are those of a record: every value whole, names in order and once.
    ///
    /// - Throws: ``StorageError/Code/damaged`` with the offset of the first fault.
    /// - Complexity: O(bytes).
    package static func validate(
        _ bytes: Span<UInt8>, depth: Int = 0
    ) throws(StorageError) {
        guard depth <= Limits.maximumDepth else { throw .malformedRecord(at: 0) }
        var position = 0
        var previous: Range<Int>?
        while position < bytes.count {
            let count = try takeLength(bytes, &position)
            let name = position..<position + count
            try checkText(bytes, &position, count: count)
            if let previous, !precedes(bytes, previous, name) {
                throw .malformedRecord(at: name.lowerBound)
            }
            previous = name
            try checkValue(bytes, &position, depth: depth)
        }
    }

    /// Checks a value as ``takeValue(_:_:depth:)`` does, and moves `position` behind it without
    /// building it.
    private static func checkValue(
        _ bytes: Span<UInt8>, _ position: inout Int, depth: Int
    ) throws(StorageError) {
        let start = position
        switch try takeTag(bytes, &position) {
        case .string:
            let count = try takeLength(bytes, &position)
            try checkText(bytes, &position, count: count)
        case .array:
            guard depth < Limits.maximumDepth else { throw .malformedRecord(at: position) }
            let end = try takeContainer(bytes, &position)
            while position < end { try checkValue(bytes, &position, depth: depth + 1) }
            guard position == end else { throw .malformedRecord(at: position) }
        case .object:
            let end = try takeContainer(bytes, &position)
            try validate(bytes.extracting(position..<end), depth: depth + 1)
            position = end
        case .uint, .decimal:
            // Not every pattern of bits is one, so that these are read as they are when wanted.
            position = start
            _ = try takeValue(bytes, &position, depth: depth)
        case .null, .false, .true, .int, .double, .date, .uuid, .bytes:
            position = start
            try skipValue(bytes, &position)
        }
    }

    private static func checkText(
        _ bytes: Span<UInt8>, _ position: inout Int, count: Int
    ) throws(StorageError) {
        do {
            _ = try UTF8Span(validating: bytes.extracting(position..<position + count))
        } catch {
            throw .malformedRecord(at: position)
        }
        position += count
    }

    /// How deeply the values of a record nest.
    ///
    /// - Complexity: O(bytes).
    static func depth(ofRecord bytes: Span<UInt8>) throws(StorageError) -> Int {
        var deepest = 0
        var position = 0
        while position < bytes.count {
            let count = try takeLength(bytes, &position)
            position += count
            deepest = max(deepest, try takeDepth(bytes, &position))
        }
        return deepest
    }

    private static func takeDepth(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(StorageError) -> Int {
        let start = position
        switch try takeTag(bytes, &position) {
        case .array:
            let end = try takeContainer(bytes, &position)
            var deepest = 0
            while position < end { deepest = max(deepest, try takeDepth(bytes, &position)) }
            return 1 + deepest
        case .object:
            let end = try takeContainer(bytes, &position)
            defer { position = end }
            return 1 + (try depth(ofRecord: bytes.extracting(position..<end)))
        default:
            position = start
            try skipValue(bytes, &position)
            return 0
        }
    }

    private static func precedes(
        _ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>
    ) -> Bool {
        for offset in 0..<min(left.count, right.count) {
            let (a, b) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
            if a != b { return a < b }
        }
        return left.count < right.count
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
