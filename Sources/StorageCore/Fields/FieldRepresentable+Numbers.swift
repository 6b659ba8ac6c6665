#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension FieldRepresentable where Self: FixedWidthInteger {
    /// Writes the integer.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        if let value = Int64(exactly: self) {
            writer.append(.int, UInt64(bitPattern: value).littleEndian)
        } else {
            writer.append(.uint, UInt64(self).littleEndian)
        }
        return true
    }

    /// Reads the integer.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Self? {
        reader.takeInteger(Self.self)
    }
}

extension Bool {
    /// Writes the Boolean.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        writer.append(self ? .true : .false)
        return true
    }

    /// Reads the Boolean.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Bool? {
        if reader.take(.true) { return true }
        return reader.take(.false) ? false : nil
    }
}

extension Double {
    /// Writes the number.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        writer.append(.double, bitPattern.littleEndian)
        return true
    }

    /// Reads the number.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Double? {
        reader.takeWord(.double).map { Double(bitPattern: $0) }
    }
}

extension Float {
    /// Writes the number; it keeps every bit.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        writer.append(.double, widened.bitPattern.littleEndian)
        return true
    }

    /// Reads the number.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Float? {
        reader.takeWord(.double).flatMap { Float(narrowing: Double(bitPattern: $0)) }
    }
}

extension Date {
    /// Writes the instant.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        writer.append(.date, timeIntervalSinceReferenceDate.bitPattern.littleEndian)
        return true
    }

    /// Reads the instant.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> Date? {
        reader.takeWord(.date).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }
}

extension UUID {
    /// Writes the UUID.
    @inlinable
    @inline(__always)
    public func writeValue(to writer: inout FieldWriter) -> Bool {
        writer.append(.uuid, uuid)
        return true
    }

    /// Reads the UUID.
    @inlinable
    @inline(__always)
    public static func readValue(from reader: inout FieldReader) -> UUID? {
        reader.take(.uuid, uuid_t.self).map { UUID(uuid: $0) }
    }
}
